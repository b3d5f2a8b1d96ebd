// Loading the program loads the content: a fault in it is reported by file, line and field, without a stack.
try {
	await import('./process/serve.ts')
} catch (error) {
	if (!(error instanceof Error) || error.name !== 'ContentProblem') throw error
	process.stderr.write(`${error.message}\n`)
	process.exit(1)
}

export {}
