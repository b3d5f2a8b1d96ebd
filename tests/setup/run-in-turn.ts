// Runs as a separate process: the commands of its argument, [script, ...args] each, one after another, with a line for each exit code.
import path from 'node:path'

const [node = '', , commands = '[]'] = process.argv
for (const [index, [script = '', ...args]] of (JSON.parse(commands) as string[][]).entries()) {
	const file = path.resolve('scripts', script)
	process.argv = [node, file, ...args]
	process.exitCode = 0
	await import(`${file}?${index}`)
	process.stderr.write(`exit code ${process.exitCode}\n`)
}
