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

/** Makes Node read `.env` of the project folder; what the environment already has wins. */
export const ENVIRONMENT_FILE = fs.existsSync(inRoot('.env')) ? ['--env-file=.env'] : []

/** A failure that the reader can act on: printed without a stack. */
export class UserError extends Error {}

const readPackages = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : {})

/**
 * Compares node_modules with the lock file. npm notes there what it has put in, last of all, so an interrupted install
 * counts for nothing. Packages for other platforms are optional and absent.
 * @returns `complete` when everything is there; else `adds` says that nothing that is there would have to go or change
 */
function compareInstalled(withTools) {
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
 * Runs a program with this terminal and waits for its end.
 * A signal for this process is passed on, except Ctrl-C, which the terminal delivers to the whole group by itself.
 * @param options `onMessage` opens a channel: it is called with what the program says, and its closing tells the program that
 * this process is gone
 * @returns its exit code, 128 + signal number when a signal ended it
 */
export function runProgram(file, args, { env = process.env, onMessage = null } = {}) {
	const stdio = onMessage ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit'
	return new Promise((resolve, reject) => {
		const child = spawn(file, args, { cwd: root, env, stdio, shell: isWindows && file.endsWith('.cmd') })
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

/** What npm gives to its scripts must not reach an npm that runs inside one, nor the Node that it is about to replace. */
function environmentForNpm() {
	const kept = Object.entries(process.env).filter(([name]) => !/^npm_(config_(omit|include|production)|lifecycle|package)/i.test(name))
	const env = Object.fromEntries(kept)
	const isInside = (dir) => dir.startsWith(inRoot('node_modules'))
	env.PATH = (env.PATH ?? '')
		.split(path.delimiter)
		.filter((dir) => !isInside(dir))
		.join(path.delimiter)
	return env
}

const HOLDERS = inRoot('node_modules', '.cache', 'in-use')

function isOurs(pid) {
	try {
		process.kill(pid, 0)
	} catch (error) {
		return error.code === 'EPERM'
	}
	const commandLine = `/proc/${pid}/cmdline`
	return !fs.existsSync(commandLine) || fs.readFileSync(commandLine, 'utf8').includes('scripts/')
}

/** Writes down, until this process ends, that it runs on these packages: nobody may take them away meanwhile. */
export function holdPackages() {
	const note = path.join(HOLDERS, String(process.pid))
	try {
		fs.mkdirSync(HOLDERS, { recursive: true })
		fs.writeFileSync(note, '')
		process.once('exit', () => fs.rmSync(note, { force: true }))
	} catch {
		// A folder that this account may not write to is one that it cannot install into either.
	}
}

const findHolder = () => (fs.existsSync(HOLDERS) ? fs.readdirSync(HOLDERS).map(Number).find(isOurs) : undefined)

/**
 * Installs the dependencies unless they are there and belong to this lock file. What is there and fits stays untouched, so
 * that the tests may be installed beside a server that runs.
 * @param options `withTools: false` leaves out what only checks and tests need: a third less to fetch before the first page
 * @throws UserError when packages would have to change under a process that runs on them
 */
export async function ensureInstalled({ withTools = true } = {}) {
	const { isComplete, adds } = compareInstalled(withTools)
	if (isComplete) return
	const holder = findHolder()
	if (holder && !adds)
		throw new UserError(`The packages must change, and process ${holder} (npm start?) runs on them. Stop it, then try again.`)
	// `npm ci` begins by emptying node_modules; `npm install` adds what is missing.
	const how = adds ? ['install', '--no-save'] : ['ci']
	console.log(`Installing dependencies (npm ${how[0]})…`)
	const npm = isWindows ? 'npm.cmd' : 'npm'
	const kinds = [withTools ? '--include=dev' : '--omit=dev', '--include=optional']
	// The lock file is what was looked at; the age asked for in .npmrc is for versions that are still to be chosen.
	const code = await runProgram(npm, [...how, '--min-release-age=0', ...kinds, '--no-audit', '--no-fund', '--loglevel=error'], {
		env: environmentForNpm(),
	})
	if (code !== 0) throw new UserError(`npm ${how[0]} failed; see above. The network or the npm registry may be out of reach.`)
}

/** @throws UserError when a package is missing: only `npm start` and `npm test` install */
export function requireInstalled({ withTools }) {
	if (compareInstalled(withTools).isComplete) return
	const how = withTools ? 'npm install --no-save --include=dev' : 'npm start'
	throw new UserError(`Packages of the lock file are missing, and this command installs nothing. Run ${how} first.`)
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
