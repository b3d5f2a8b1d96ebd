import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

export type CommandOutcome = { code: number; output: string; seconds: number }

/**
 * Returns a command that runs a tool with the current Node.js, because the one in PATH may be older.
 * @param name the package, or `package/program` if the program's name differs
 */
export function toolCommand(name: string, ...args: string[]): string[] {
	const [scope, rest] = name.startsWith('@') ? [`${name.split('/')[0]}/`, name.slice(name.indexOf('/') + 1)] : ['', name]
	const [unscoped = '', program = unscoped] = rest.split('/')
	const folder = path.join(root, 'node_modules', scope + unscoped)
	const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { bin: string | Record<string, string> }
	const file = typeof bin === 'string' ? bin : bin[program]
	if (!file) throw new Error(`${name} has no program of that name`)
	return [process.execPath, path.join(folder, file), ...args]
}

export const script = (file: string, ...args: string[]): string[] => [process.execPath, path.join(root, 'scripts', file), ...args]

/** Puts the current Node.js first in PATH, for tools that run `node` themselves. */
export const toolEnvironment = (): NodeJS.ProcessEnv => ({
	...process.env,
	PATH: [path.dirname(process.execPath), path.join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(path.delimiter),
})

/** Runs a command. One that can't be started counts as failed and doesn't throw. */
export function runCommand([file = '', ...args]: readonly string[]): Promise<CommandOutcome> {
	const started = performance.now()
	return new Promise((resolve) => {
		const child = spawn(file, args, { cwd: root, env: toolEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
		let output = ''
		child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
		child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
		const finish = (code: number) => resolve({ code, output: output.trim(), seconds: (performance.now() - started) / 1000 })
		child.on('error', (error) => {
			output += error.message
			finish(1)
		})
		child.on('close', (code) => finish(code ?? 1))
	})
}
