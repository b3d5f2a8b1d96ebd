// Builds the site unless none of its sources has changed since the last build.
// Plain JavaScript, because `npm start` runs it before anything else.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { asCommand, EDITED_CONTENT, ENVIRONMENT_FILE, findNode, requireInstalled, root, runProgram, UserError } from './ensure.mjs'
import { endWithStarter } from './parent-watch.mjs'

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

const readStamp = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')

async function runSteps(steps, env) {
	const node = findNode()
	const own = { ...process.env, ...env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` }
	for (const args of steps)
		if ((await runProgram(node, [...EDITED_CONTENT, ...args], { env: own })) !== 0)
			throw new UserError('The site could not be built; see above.')
}

/** Whether a folder holds a finished build of these sources. */
const holdsBuild = (folder, hash) => folder !== undefined && readStamp(path.resolve(root, folder, '.stamp')) === hash

/** Whether the content can be built with these edits; what nobody edited was checked before it came here, and so was a preview. */
async function checkEdits({ edits, ready }) {
	const variables = readVariables()
	if (holdsBuild(ready, sourceHash({ ...variables, edits }))) return
	const { course } = variables
	await runSteps([['scripts/check-content.ts', '--edited']], { COURSE_DIR: course, CONTENT_DIR: edits })
}

/**
 * Builds the site when its sources changed since the last build.
 * @param options `force` builds in any case; `into` is the folder, `build` where none is given; `edits` stands for CONTENT_DIR;
 * `ready` is a folder that is taken when it holds this build; `older` a finished build of which is kept what stays the same
 */
export async function ensureBuilt({ force = false, into = 'build', edits, ready, older } = {}) {
	const variables = { ...readVariables(), ...(edits !== undefined && { edits }) }
	const hash = sourceHash(variables)
	const stampFile = path.resolve(root, into, '.stamp')
	if (!force && readStamp(stampFile) === hash) return
	if (holdsBuild(ready, hash)) {
		fs.rmSync(path.resolve(root, into), { recursive: true, force: true })
		fs.renameSync(path.resolve(root, ready), path.resolve(root, into))
		return
	}
	console.log('Building the site…')
	fs.rmSync(stampFile, { force: true }) // an interrupted build must not look finished
	await runSteps([['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn'], ['scripts/finalize.ts']], {
		NODE_ENV: 'production',
		SITE_SAMPLES: variables.samples,
		COURSE_DIR: variables.course,
		CONTENT_DIR: variables.edits,
		BUILD_DIR: into,
		...(older !== undefined && readStamp(path.resolve(root, older, '.stamp')) !== '' && { OLDER_BUILD: older }),
	})
	fs.writeFileSync(stampFile, hash)
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
	await asCommand(async () => {
		const [folder, isAsked] = [{ type: 'string' }, { type: 'boolean' }]
		const options = { check: isAsked, into: folder, edits: folder, ready: folder, older: folder }
		const { check, ...values } = parseArgs({ options }).values
		requireInstalled({ withTools: false })
		endWithStarter()
		await (check ? checkEdits({ edits: readVariables().edits, ...values }) : ensureBuilt({ force: true, ...values }))
		return 0
	})
}
