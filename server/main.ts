// Importing the program loads the content. A mistake in the content is reported without a stack trace.
try {
	await import('./process/serve.ts')
} catch (error) {
	if (!(error instanceof Error) || error.name !== 'ContentProblem') throw error
	process.stderr.write(`${error.message}\n`)
	process.exit(1)
}

export {}
