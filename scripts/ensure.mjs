// Prerequisites of every command: checks that the lock file's dependencies are installed, and finds a Node.js that runs
// TypeScript. Plain JavaScript without dependencies, so any Node.js 20 can run it on a fresh clone.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { watchNpm } from './parent-watch.mjs'

const LEAST_MAJOR = 24
export const isWindows = process.platform === 'win32'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

export const inRoot = (...parts) => path.join(root, ...parts)

/** Folder of the installation, with `.env`. It differs from `root` if a release below `releases` runs (scripts/program.mjs). */
export const home = process.env.LAUNCHWAY_HOME ?? root

const SETTINGS = path.join(home, '.env')
/** @returns the argument that loads `.env`, if that exists now. Existing environment variables take precedence. */
export const environmentFile = () => (fs.existsSync(SETTINGS) ? [`--env-file=${SETTINGS}`] : [])

/** Error that the user can fix, printed without a stack trace. */
export class UserError extends Error {}

const readPackages = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : {})

/**
 * Compares the installed packages with the lock file. npm records what it installed as its last step, so an interrupted install
 * doesn't count. Packages for other platforms are optional and absent.
 * @returns `hasAnsweredAll` if everything is installed; otherwise `adds` if no installed package would have to be removed or changed
 */
export function compareInstalled(withTools) {
	const wanted = readPackages(inRoot('package-lock.json'))
	const present = readPackages(inRoot('node_modules', '.package-lock.json'))
	const isFine = ([place, { version, optional, dev, devOptional }]) =>
		place === '' || present[place]?.version === version || ((optional || devOptional) && !present[place]) || (dev && !withTools)
	const found = Object.entries(present)
	return {
		isComplete: Object.entries(wanted).every(isFine),
		adds: found.length > 0 && found.every(([place, { version }]) => wanted[place]?.version === version),
	}
}

/**
 * Forwards signals, except Ctrl-C, which the terminal sends to the whole group.
 * @param options `onMessage` opens a channel and is called with the program's messages; if the channel closes, the program knows
 * that this process has ended; `account` has the user and group that run it
 * @returns its exit code; 128 + signal number if a signal ended it
 */
export function runProgram(file, args, { env = process.env, onMessage = null, account = null } = {}) {
	const stdio = onMessage ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit'
	return new Promise((resolve, reject) => {
		const child = spawn(file, args, { cwd: root, env, stdio, ...account, shell: isWindows && file.endsWith('.cmd') })
		const passOn = (signal) => child.kill(signal)
		const handlers = { SIGTERM: passOn, SIGHUP: passOn, SIGINT: process.stdin.isTTY ? () => {} : passOn }
		for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler)
		const stopWatching = watchNpm(() => passOn('SIGTERM'))
		if (onMessage) child.on('message', onMessage)
		child.on('error', reject)
		child.on('close', (code, signal) => {
			stopWatching()
			for (const [name, handler] of Object.entries(handlers)) process.off(name, handler)
			resolve(signal ? 128 + (os.constants.signals[signal] ?? 0) : (code ?? 1))
		})
	})
}

export const PACKAGE_HOLDERS = inRoot('node_modules', '.cache', 'in-use')

/** Registers this process as a user of the packages, so that no install removes them. */
export function holdPackages() {
	const note = path.join(PACKAGE_HOLDERS, String(process.pid))
	try {
		fs.mkdirSync(PACKAGE_HOLDERS, { recursive: true })
		fs.writeFileSync(note, '')
		process.once('exit', () => fs.rmSync(note, { force: true }))
	} catch {
		// An account that can't write to this folder can't install packages either.
	}
}

/** @throws UserError if this account can't read the settings, which only root and the service's account may do */
export function requireSettings() {
	if (environmentFile().length === 0) return
	try {
		fs.accessSync(SETTINGS, fs.constants.R_OK)
	} catch {
		throw new UserError(`This account can't read ${SETTINGS}: use sudo.`)
	}
}

/** @throws UserError if a package is missing: only the commands of install.mjs install */
export function requireInstalled({ withTools }) {
	if (compareInstalled(withTools).isComplete) return
	const how = withTools ? 'npm install --no-save --include=dev' : 'npm start'
	throw new UserError(`Packages from the lock file are missing, and this command does not install them. Run ${how} first.`)
}

/** @returns the Node.js installed by npm in a folder; null if there is none for this platform */
export function nodeOf(folder) {
	const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
	const file = path.join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
	return fs.existsSync(file) ? file : null
}

/**
 * Finds Node.js 24 or later: the one installed by npm with the project, otherwise the one running this file.
 * @throws UserError if there is neither
 */
export function findNode() {
	const own = nodeOf(root)
	if (own) return own
	if (Number(process.versions.node.split('.')[0]) >= LEAST_MAJOR) return process.execPath
	throw new UserError(
		`This is Node ${process.versions.node}, and the project's own Node ${LEAST_MAJOR} does not exist for ${process.platform}-${process.arch}.\nInstall Node ${LEAST_MAJOR} or newer (https://nodejs.org) and try again.`,
	)
}

/** Runs a command. Errors that the user can fix are printed as one message. */
export async function asCommand(main) {
	try {
		process.exitCode = await main()
	} catch (error) {
		if (!(error instanceof UserError)) throw error
		console.error(error.message)
		process.exitCode = 1
	}
}
