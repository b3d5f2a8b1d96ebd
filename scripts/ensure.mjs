// What every command needs first: the dependencies of the lock file and a Node that runs TypeScript.
// Plain JavaScript without dependencies, so that any Node 20 can start it on a fresh clone.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const LEAST_MAJOR = 24
const isWindows = process.platform === 'win32'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const inRoot = (...parts) => path.join(root, ...parts)
const stampFile = inRoot('node_modules', '.launchway-install')

/** A failure that the reader can act on: printed without a stack. */
export class UserError extends Error {}

/** What decides the content of node_modules. */
const installHash = () =>
	createHash('sha256')
		.update(`${process.platform} ${process.arch}\n`)
		.update(fs.readFileSync(inRoot('package-lock.json')))
		.digest('hex')

const readOr = (file, fallback) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : fallback)

/**
 * Runs a program with this terminal and waits for its end.
 * A signal for this process is passed on, except Ctrl-C, which the terminal delivers to the whole group by itself.
 * @returns its exit code, 128 + signal number when a signal ended it
 */
export function runProgram(file, args, { env = process.env } = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(file, args, { cwd: root, env, stdio: 'inherit', shell: isWindows && file.endsWith('.cmd') })
		const passOn = (signal) => child.kill(signal)
		const leaveToTerminal = () => {}
		process.on('SIGTERM', passOn)
		process.on('SIGHUP', passOn)
		process.on('SIGINT', process.stdin.isTTY ? leaveToTerminal : passOn)
		child.on('error', reject)
		child.on('close', (code, signal) => {
			process.off('SIGTERM', passOn)
			process.off('SIGHUP', passOn)
			process.off('SIGINT', leaveToTerminal)
			process.off('SIGINT', passOn)
			resolve(signal ? 128 + (os.constants.signals[signal] ?? 0) : (code ?? 1))
		})
	})
}

/** Installs the dependencies unless they are there and belong to this lock file. */
export async function ensureInstalled() {
	const hash = installHash()
	if (readOr(stampFile, '') === hash) return
	console.log('Installing dependencies (npm ci)…')
	// The script that npm runs for may have set npm_config_*: a nested npm must not inherit an ignore or an omit.
	const env = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !/^npm_(config_(omit|include|production)|lifecycle)/.test(name)),
	)
	const code = await runProgram(isWindows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { env })
	if (code !== 0) throw new UserError('npm ci failed; see above. The network or the npm registry may be out of reach.')
	fs.writeFileSync(stampFile, hash)
}

/** A Node of at least version 24: the one that npm installed with the project, else the one that runs this file. */
export function findNode() {
	const own = inRoot('node_modules', `node-${isWindows ? 'win' : process.platform}-${process.arch}`, 'bin', isWindows ? 'node.exe' : 'node')
	if (fs.existsSync(own)) return own
	if (Number(process.versions.node.split('.')[0]) >= LEAST_MAJOR) return process.execPath
	throw new UserError(
		`This is Node ${process.versions.node}, and the project's own Node ${LEAST_MAJOR} does not exist for ${process.platform}-${process.arch}.\nInstall Node ${LEAST_MAJOR} or newer (https://nodejs.org) and try again.`,
	)
}

/** Runs a command's main function; what the reader can mend is printed as one message. */
export async function asCommand(main) {
	try {
		process.exitCode = await main()
	} catch (error) {
		if (!(error instanceof UserError)) throw error
		console.error(error.message)
		process.exitCode = 1
	}
}
