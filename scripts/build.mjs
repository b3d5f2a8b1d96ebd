// Builds the site unless none of its sources has changed since the last build.
// Plain JavaScript, because `npm start` runs it before anything else.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { ensureAdminBuilt } from './build-admin.mjs'
import { asCommand, ENVIRONMENT_FILE, findNode, requireInstalled, root, runProgram, UserError } from './ensure.mjs'
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
 * `course` is the folder of the course, `edits` the one of what was edited; `siteUrl` stands in the bundles.
 */
function readVariables() {
	const print = `JSON.stringify({ samples: ${IS_PUBLIC} ? '0' : '1', course: process.env.COURSE_DIR || 'content/course',
		edits: process.env.CONTENT_DIR || (process.env.DATA_DIR || 'data') + '/content', siteUrl: process.env.GOTRUE_SITE_URL || '' })`
	const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
	return JSON.parse(execFileSync(findNode(), [...ENVIRONMENT_FILE, '-p', print], options))
}

/**
 * Hash of the names and contents of all of the site's sources, and of whether samples are shown.
 * @param isMeant whether an edited file counts, by its path
 */
function sourceHash({ samples, course, edits, siteUrl }, isMeant = () => true) {
	const hash = createHash('sha256').update(`samples ${samples}\0${siteUrl}\0`)
	const configuration = fs.readdirSync(root).filter((name) => CONFIGURATION.test(name))
	const folder = path.resolve(root, edits)
	for (const name of [...SOURCES, course, folder, ...configuration.sort()].flatMap((source) => [...filesBelow(source)])) {
		// By their place below it: a folder that takes over another's name is the same content.
		const edited = name.startsWith(`${folder}/`) ? name.slice(folder.length) : null
		// The console has its own build (scripts/build-admin.mjs).
		if (TESTS.test(name) || name.startsWith('app/admin/') || (edited !== null && !isMeant(edited.slice(1)))) continue
		hash
			.update(`${edited ?? name}\0`)
			.update(fs.readFileSync(path.resolve(root, name)))
			.update('\0')
	}
	return hash.digest('hex')
}

/** What vite.config.ts defines stands in the bundles: the order of the course, and articles that were added. */
const isDefined = (edited) =>
	/^course\/.*\.json$/.test(edited) || (edited.startsWith('articles/') && !fs.existsSync(path.join(root, 'content', edited)))

/** The offers' short names: each has a page by its address, and whether there are several is defined in vite.config.ts, too. */
function listOffers(edits) {
	const file = [path.resolve(root, edits, 'offers.json'), path.join(root, 'content', 'offers.json')].find((place) => fs.existsSync(place))
	return JSON.parse(fs.readFileSync(file, 'utf8')).offers.map(({ code }) => code)
}

/** Hash of all that stands in the bundles; vite.config.ts has written which files of the content do. */
function bundleHash(folder, variables) {
	const file = path.resolve(root, folder, 'baked.json')
	const baked = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : []
	return `${sourceHash(variables, (edited) => baked.includes(edited) || isDefined(edited))} ${listOffers(variables.edits).join(' ')}`
}

const readStamp = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')

async function runSteps(steps, env) {
	const node = findNode()
	const own = { ...process.env, ...env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` }
	for (const args of steps)
		if ((await runProgram(node, args, { env: own })) !== 0) throw new UserError('The site could not be built; see above.')
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
 * `ready` is a folder that is taken when it holds this build; `older` a finished build: what stays the same is taken from it;
 * `beforeBuild` may throw and so prevent one
 */
export async function ensureBuilt({ force = false, into = 'build', edits, ready, older, beforeBuild } = {}) {
	const variables = { ...readVariables(), ...(edits !== undefined && { edits }) }
	const hash = sourceHash(variables)
	const inFolder = (name) => path.resolve(root, into, name)
	if (!force && holdsBuild(into, hash)) return
	if (holdsBuild(ready, hash)) {
		fs.rmSync(inFolder('.'), { recursive: true, force: true })
		fs.renameSync(path.resolve(root, ready), inFolder('.'))
		return
	}
	await beforeBuild?.()
	console.log('Building the site…')
	fs.rmSync(inFolder('.stamp'), { force: true }) // an interrupted build must not look finished
	const hasOlder = older !== undefined && readStamp(path.resolve(root, older, '.stamp')) !== ''
	const keepsBundles = hasOlder && readStamp(path.resolve(root, older, '.bundles')) === bundleHash(older, variables)
	const bundle = ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn']
	await runSteps([...(keepsBundles ? [] : [bundle]), ['scripts/finalize.ts']], {
		NODE_ENV: 'production',
		SITE_SAMPLES: variables.samples,
		COURSE_DIR: variables.course,
		CONTENT_DIR: variables.edits,
		BUILD_DIR: into,
		...(hasOlder && { OLDER_BUILD: older }),
		...(keepsBundles && { KEEP_BUNDLES: '1' }),
	})
	// What changed meanwhile, by an upgrade, is in some of it and not in the rest: nothing of it is kept for another build.
	fs.writeFileSync(inFolder('.bundles'), sourceHash(variables) === hash ? bundleHash(into, variables) : '')
	fs.writeFileSync(inFolder('.stamp'), hash)
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
	await asCommand(async () => {
		const [folder, isAsked] = [{ type: 'string' }, { type: 'boolean' }]
		const options = { check: isAsked, into: folder, edits: folder, ready: folder, older: folder }
		const { check, ...values } = parseArgs({ options }).values
		requireInstalled({ withTools: false })
		endWithStarter()
		if (check) await checkEdits({ edits: readVariables().edits, ...values })
		else await ensureBuilt({ force: true, ...values })
		// A publication builds into a folder, and changes nothing of the console.
		if (!check && values.into === undefined) await ensureAdminBuilt()
		return 0
	})
}
