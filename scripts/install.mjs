// Installs the dependencies, only for `npm start`, `npm test`, `npm run setup` and `npm run upgrade`; every other command fails if something is missing. Plain
// JavaScript without dependencies, so any Node.js 20 can run it on a fresh clone.
import fs from 'node:fs'
import path from 'node:path'

import { compareInstalled, PACKAGE_HOLDERS, inRoot, isWindows, runProgram, UserError } from './ensure.mjs'

/**
 * Installs missing packages. Matching ones aren't touched, so test tools can be installed while a server runs.
 * @param options `withTools: false` leaves out what only checks and tests need: a third less to download before the first page
 * @throws UserError if packages in use by a running process would have to change
 */
export async function ensureInstalled({ withTools = true } = {}) {
	const { isComplete, adds } = compareInstalled(withTools)
	if (isComplete) return
	const holder = findHolder()
	if (holder && !adds)
		throw new UserError(`The packages must change, and process ${holder} (npm start?) is using them. Stop it, then try again.`)
	// `npm ci` deletes node_modules first; `npm install` adds what is missing.
	const how = adds ? ['install', '--no-save'] : ['ci']
	console.log(`Installing dependencies (npm ${how[0]})…`)
	const npm = isWindows ? 'npm.cmd' : 'npm'
	const kinds = [withTools ? '--include=dev' : '--omit=dev', '--include=optional']
	const code = await runProgram(npm, [...how, ...kinds, '--no-audit', '--no-fund', '--loglevel=error'], {
		env: environmentForNpm(),
	})
	if (code !== 0) throw new UserError(`npm ${how[0]} failed; see above. The network or the npm registry may be unreachable.`)
}

const findHolder = () => (fs.existsSync(PACKAGE_HOLDERS) ? fs.readdirSync(PACKAGE_HOLDERS).map(Number).find(isOurs) : undefined)

function isOurs(pid) {
	try {
		process.kill(pid, 0)
	} catch (error) {
		return error.code === 'EPERM'
	}
	const commandLine = `/proc/${pid}/cmdline`
	return !fs.existsSync(commandLine) || fs.readFileSync(commandLine, 'utf8').includes('scripts/')
}

/** Removes npm's script variables, and the project's programs from PATH, because the inner npm may replace those programs. */
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
