// What every command needs first: the dependencies of the lock file and a Node that runs TypeScript.
// Plain JavaScript without dependencies, so that any Node 20 can start it on a fresh clone.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { watchNpm } from './parent-watch.mjs'

const LEAST_MAJOR = 24
const isWindows = process.platform === 'win32'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const inRoot = (...parts) => path.join(root, ...parts)

/** A failure that the reader can act on: printed without a stack. */
export class UserError extends Error {}

const readPackages = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : {})

/**
 * Does node_modules hold what the lock file asks for? npm notes there what it has put in, last of all, so an interrupted
 * install does not count. Packages for other platforms are optional and absent.
 */
function isInstalled(withTools) {
	const wanted = readPackages(inRoot('package-lock.json'))
	const present = readPackages(inRoot('node_modules', '.package-lock.json'))
	return Object.entries(wanted).every(
		([place, { version, optional, dev, devOptional }]) =>
			place === '' || present[place]?.version === version || ((optional || devOptional) && !present[place]) || (dev && !withTools),
	)
}

/**
 * Runs a program with this terminal and waits for its end.
 * A signal for this process is passed on, except Ctrl-C, which the terminal delivers to the whole group by itself.
 * @param options `tellParentsEnd` opens a channel whose closing tells the program that this process is gone
 * @returns its exit code, 128 + signal number when a signal ended it
 */
export function runProgram(file, args, { env = process.env, tellParentsEnd = false } = {}) {
	const stdio = tellParentsEnd ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit'
	return new Promise((resolve, reject) => {
		const child = spawn(file, args, { cwd: root, env, stdio, shell: isWindows && file.endsWith('.cmd') })
		const passOn = (signal) => child.kill(signal)
		const handlers = { SIGTERM: passOn, SIGHUP: passOn, SIGINT: process.stdin.isTTY ? () => {} : passOn }
		for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler)
		const stopWatching = watchNpm(() => passOn('SIGTERM'))
		child.on('error', reject)
		child.on('close', (code, signal) => {
			stopWatching()
			for (const [name, handler] of Object.entries(handlers)) process.off(name, handler)
			resolve(signal ? 128 + (os.constants.signals[signal] ?? 0) : (code ?? 1))
		})
	})
}

/** What npm gives to its scripts must not reach an npm that runs inside one, nor the Node that it is about to replace. */
function environmentForNpm() {
	const kept = Object.entries(process.env).filter(([name]) => !/^npm_(config_(omit|include|production)|lifecycle|package)/i.test(name))
	const env = Object.fromEntries(kept)
	const isOurs = (dir) => dir.startsWith(inRoot('node_modules'))
	env.PATH = (env.PATH ?? '')
		.split(path.delimiter)
		.filter((dir) => !isOurs(dir))
		.join(path.delimiter)
	return env
}

/**
 * Installs the dependencies unless they are there and belong to this lock file.
 * @param options `withTools: false` leaves out what only checks and tests need: a third less to fetch before the first page
 */
export async function ensureInstalled({ withTools = true } = {}) {
	if (isInstalled(withTools)) return
	console.log('Installing dependencies (npm ci)…')
	const npm = isWindows ? 'npm.cmd' : 'npm'
	const kinds = [withTools ? '--include=dev' : '--omit=dev', '--include=optional']
	const code = await runProgram(npm, ['ci', ...kinds, '--no-audit', '--no-fund', '--loglevel=error'], { env: environmentForNpm() })
	if (code !== 0) throw new UserError('npm ci failed; see above. The network or the npm registry may be out of reach.')
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
