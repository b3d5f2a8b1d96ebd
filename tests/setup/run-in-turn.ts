// Runs as a separate process: runs the commands in its argument, [script, ...args] each, one after another, and prints a line
// with each exit code.
import path from 'node:path'

const [node = '', , commands = '[]'] = process.argv
for (const [index, [script = '', ...args]] of (JSON.parse(commands) as string[][]).entries()) {
	const file = path.resolve('scripts', script)
	process.argv = [node, file, ...args]
	process.exitCode = 0
	await import(`${file}?${index}`)
	process.stderr.write(`exit code ${process.exitCode}\n`)
}
