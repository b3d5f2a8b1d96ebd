// Says which program this installation runs: its own folder, or a release below `releases` after an upgrade. Plain JavaScript
// without dependencies, because `npm start` runs it before anything else.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'

import { home, UserError } from './ensure.mjs'

export const RELEASES = path.join(home, 'releases')
const RECORD = path.join(RELEASES, 'current.json')

/** Settings that are paths relative to the installation, with the value they have if unset. */
const FOLDERS = { DATA_DIR: 'data', BACKUP_DIR: null, CONTENT_DIR: null, COURSE_DIR: null }

const UNIT_FILE = '/etc/systemd/system/launchway.service'
/** Node.js keeps a compile cache per account, so this variable isn't passed to another one. */
const NOT_SHARED = 'NODE_COMPILE_CACHE'

const valuesOf = (unit, name) =>
	[...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value.trim().replaceAll('%%', '%'))

const WORD = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\S+)/g
const wordsOf = (line) => [...line.matchAll(WORD)].map(([, double, single, bare]) => (double ?? single ?? bare).replaceAll(/\\(.)/g, '$1'))

/**
 * @returns variables that this installation's systemd service sets in addition to `.env`, in its unit and in drop-in files, so that
 * commands use the same data folder and database; empty if there is no service
 */
export function environmentOfService(unitFile = UNIT_FILE) {
	if (!fs.existsSync(unitFile)) return {}
	const changes = `${unitFile}.d`
	const names = fs.existsSync(changes) ? fs.readdirSync(changes).filter((name) => name.endsWith('.conf')) : []
	const files = [unitFile, ...names.toSorted().map((name) => path.join(changes, name))]
	const unit = files.map((file) => fs.readFileSync(file, 'utf8')).join('\n')
	if (valuesOf(unit, 'WorkingDirectory').at(-1) !== home) return {}
	const words = valuesOf(unit, 'Environment').reduce((all, line) => (line === '' ? [] : [...all, ...wordsOf(line)]), [])
	const { [NOT_SHARED]: _, ...settings } = Object.fromEntries(
		words.map((word) => [word.split('=', 1)[0], word.slice(word.indexOf('=') + 1)]),
	)
	return settings
}

/**
 * @returns the service's account if root runs a command; otherwise null. The command's program is started as this account, so that
 * the service can use what it writes. This process can't switch to it: Node.js refuses if it uses the system's libuv
 */
export function accountOfService(unitFile = UNIT_FILE) {
	const service = environmentOfService(unitFile)
	const folder = process.env.DATA_DIR ?? service.DATA_DIR
	if (process.getuid?.() !== 0 || !service.DATA_DIR || !fs.existsSync(folder)) return null
	const { uid, gid } = fs.statSync(folder)
	return { uid, gid }
}

/** `id` of a release is the name of its folder; null means the installation's own folder. */
export const folderOf = (id) => (id === null ? home : path.join(RELEASES, id))

/** @returns the program that runs, and the earlier ones to which a rollback can return, newest first */
export function readProgram() {
	if (!fs.existsSync(RECORD)) return { id: null, earlier: [] }
	const program = JSON.parse(fs.readFileSync(RECORD, 'utf8'))
	if (!fs.existsSync(folderOf(program.id)))
		throw new UserError(`${folderOf(program.id)} is missing, and ${RECORD} says that it runs. Restore the folder, or delete that file.`)
	return program
}

/** Records the program for the next start. If this is interrupted, the old or the new record remains. */
export function recordProgram(program) {
	const draft = `${RECORD}.${process.pid}`
	const file = fs.openSync(draft, 'w')
	fs.writeSync(file, `${JSON.stringify(program, null, '\t')}\n`)
	fs.fsyncSync(file)
	fs.closeSync(file)
	fs.renameSync(draft, RECORD)
}

/** @returns the environment for a release's program, in which relative folders are resolved from the installation's folder */
export function environmentOfProgram() {
	const file = path.join(home, '.env')
	const settings = { ...(fs.existsSync(file) && parseEnv(fs.readFileSync(file, 'utf8'))), ...process.env }
	const folders = Object.entries(FOLDERS).flatMap(([name, unset]) => {
		const value = settings[name] || unset
		return value ? [[name, path.resolve(home, value)]] : []
	})
	return { ...process.env, ...Object.fromEntries(folders), LAUNCHWAY_HOME: home }
}

/**
 * Runs a script of the release that this installation runs.
 * @returns false if the installation runs its own program, or if this process already belongs to the release
 */
export async function runInRelease(script) {
	if (process.env.LAUNCHWAY_HOME) return false
	const { id } = readProgram()
	if (id === null) return false
	Object.assign(process.env, environmentOfProgram())
	await import(pathToFileURL(path.join(folderOf(id), 'scripts', script)).href)
	return true
}
