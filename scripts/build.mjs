// Builds the site unless none of its sources has changed since the last build.
// Plain JavaScript, because `npm start` runs it before anything else.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { asCommand, EDITED_CONTENT, ENVIRONMENT_FILE, findNode, requireInstalled, root, runProgram, UserError } from './ensure.mjs'

const SOURCES = [
	'app',
	'content',
	'contracts',
	'domain',
	'public',
	'scripts/finalize',
	'scripts/finalize.ts',
	'package.json',
	'package-lock.json',
]
const CONFIGURATION = /^(tsconfig.*\.json|(vite|react-router)\.config\.ts)$/
const TESTS = /\.test\.tsx?$/

const stampFile = path.join(root, 'build', '.stamp')

function* filesBelow(name) {
	const full = path.resolve(root, name)
	if (!fs.existsSync(full)) return
	if (fs.statSync(full).isFile()) yield name
	else for (const child of fs.readdirSync(full).sort()) yield* filesBelow(path.posix.join(name, child))
}

const IS_PUBLIC = "process.env.NODE_ENV === 'production' && !/^(?:1|true)$/.test(process.env.SANDBOX ?? '')"

/**
 * What the server reads from the same variables: `samples` is '0' for a site in production, which shows none, otherwise '1';
 * `course` is the folder of the course, `edits` the one of what was edited.
 */
function readVariables() {
	const print = `JSON.stringify({ samples: ${IS_PUBLIC} ? '0' : '1', course: process.env.COURSE_DIR || 'content/course',
		edits: process.env.CONTENT_DIR || (process.env.DATA_DIR || 'data') + '/content' })`
	const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
	return JSON.parse(execFileSync(findNode(), [...ENVIRONMENT_FILE, '-p', print], options))
}

/** Hash of the names and contents of all of the site's sources, and of whether samples are shown. */
function sourceHash({ samples, course, edits }) {
	const hash = createHash('sha256').update(`samples ${samples}\0`)
	const configuration = fs.readdirSync(root).filter((name) => CONFIGURATION.test(name))
	for (const name of [...SOURCES, course, edits, ...configuration.sort()].flatMap((source) => [...filesBelow(source)])) {
		if (TESTS.test(name)) continue
		hash
			// By their place below it: a folder that takes over another's name is the same content.
			.update(`${name.startsWith(edits) ? name.slice(edits.length) : name}\0`)
			.update(fs.readFileSync(path.resolve(root, name)))
			.update('\0')
	}
	return hash.digest('hex')
}

const lastHash = () => (fs.existsSync(stampFile) ? fs.readFileSync(stampFile, 'utf8') : '')

/**
 * Builds the site into build/ when its sources changed since the last build.
 * @param options `force` builds in any case
 */
export async function ensureBuilt({ force = false } = {}) {
	const variables = readVariables()
	const { samples, course, edits } = variables
	const hash = sourceHash(variables)
	if (!force && lastHash() === hash) return
	console.log('Building the site…')
	const node = findNode()
	const env = {
		...process.env,
		NODE_ENV: 'production',
		SITE_SAMPLES: samples,
		COURSE_DIR: course,
		CONTENT_DIR: edits,
		PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
	}
	fs.rmSync(stampFile, { force: true }) // an interrupted build must not look finished
	for (const args of [
		[...EDITED_CONTENT, 'node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn'],
		[...EDITED_CONTENT, 'scripts/finalize.ts'],
	])
		if ((await runProgram(node, args, { env })) !== 0) throw new UserError('The site could not be built; see above.')
	fs.writeFileSync(stampFile, hash)
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
	await asCommand(async () => {
		requireInstalled({ withTools: false })
		await ensureBuilt({ force: true })
		return 0
	})
}
