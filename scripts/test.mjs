// `npm test`: installs what is missing and runs all tests; the last line shows how many passed and failed. `npm run test:long`
// also runs what takes long and seldom fails (CONTRIBUTING.md). `npm test -- planner` runs only test files with that word in their
// path. Plain JavaScript without dependencies, so any Node.js 20 can run it on a fresh clone.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { ensureBuilt } from './build.mjs'
import { ensureChromium, HOW_TO_INSTALL } from './chromium.mjs'
import { asCommand, findNode, holdPackages, root, runProgram, UserError } from './ensure.mjs'
import { ensureInstalled } from './install.mjs'
import { countChecks, countPlaywright, countVitest, listFailures, listSlowest, countFailedRunner } from './test-report.mjs'

// Tests the project itself, ignoring content edited on this machine.
process.env.CONTENT_DIR ??= 'node_modules/.cache/no-edited-content'

const heading = (text) => console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 60 - text.length))}`)

const readJson = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null)

function runAndRead(file, args, env) {
	return new Promise((resolve) => {
		const child = spawn(file, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
		let output = ''
		child.stdout.on('data', (chunk) => {
			output += chunk
			process.stdout.write(chunk)
		})
		child.on('close', (code) => resolve({ code: code ?? 1, output }))
	})
}

async function runChecks({ node, env }) {
	const { code, output } = await runAndRead(node, ['scripts/check.ts', '--without-rules'], env)
	const { failures, ...counts } = countFailedRunner('npm run check', countChecks(output), code)
	return { ...counts, failures: [...failures, ...output.split('\n').filter((line) => line.startsWith('FAILED '))] }
}

/** @param files test files; all if absent */
async function runVitest({ node, env, dir }, files = []) {
	const report = path.join(dir, 'vitest.json')
	const args = [
		'node_modules/vitest/vitest.mjs',
		'run',
		'--reporter=default',
		'--reporter=json',
		'--reporter=./scripts/vitest-unhandled.mjs',
		`--outputFile.json=${report}`,
		...files,
	]
	await ensureBuilt()
	const code = await runProgram(node, args, { env })
	return countFailedRunner('Vitest', countVitest(readJson(report)), code)
}

async function runPlaywright({ node, env, dir }, files) {
	const report = path.join(dir, 'playwright.json')
	const code = await runProgram(node, ['node_modules/@playwright/test/cli.js', 'test', ...files], {
		// Lets Node.js run TypeScript itself: Playwright would compile a thousand of our files in each run.
		env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, PW_DISABLE_TS_ESM: '1', TMPDIR: dir },
	})
	return countFailedRunner('Playwright', countPlaywright(readJson(report)), code)
}

/** @param files all if absent */
async function runBrowserTests(run, files = []) {
	const chromium = ensureChromium()
	if (!chromium) {
		console.error(HOW_TO_INSTALL)
		return { passed: 0, failed: 1 }
	}
	try {
		await ensureBuilt()
	} catch (error) {
		if (!(error instanceof UserError)) throw error
		console.error(error.message)
		return { passed: 0, failed: 1 }
	}
	return runPlaywright({ ...run, env: { ...run.env, CHROMIUM_PATH: chromium } }, files)
}

const RINGS = ['app', 'content', 'contracts', 'domain', 'scripts', 'server', 'tests']

/** @throws UserError if no test file has one of the words in its path */
function findTests(words) {
	const all = RINGS.flatMap((ring) =>
		fs.readdirSync(path.join(root, ring), { recursive: true }).map((file) => path.posix.join(ring, file.split(path.sep).join('/'))),
	)
	const found = all.filter(
		(file) => /\.test\.tsx?$/.test(file) && !file.startsWith('tests/fixtures/') && words.some((word) => file.includes(word)),
	)
	if (found.length === 0) throw new UserError(`No test file has ${words.join(' or ')} in its path.`)
	const isJourney = (file) => file.startsWith('tests/e2e/')
	return { journeys: found.filter(isJourney), others: found.filter((file) => !isJourney(file)) }
}

async function runEverything(run) {
	heading('Checks')
	const checks = await runChecks(run)
	heading('Unit, service and wire tests')
	const tests = await runVitest(run)
	heading('Browser journeys')
	return [checks, tests, await runBrowserTests(run)]
}

async function runSome(run, words) {
	const { journeys, others } = findTests(words)
	const results = []
	if (others.length > 0) results.push(await runVitest(run, others))
	if (journeys.length > 0) results.push(await runBrowserTests(run, journeys))
	return results
}

const ON_ANY_POSTGRES = [
	'server/services/',
	'server/http/',
	'server/console/',
	'server/jobs/',
	'tests/wire/',
	'tests/plugins/',
	'tests/console/',
]

/** Reads `--postgres 15 --pooled words`. @throws UserError without a version */
function readPostgres(given) {
	const [version, ...rest] = given.slice(given.indexOf('--postgres') + 1)
	if (!/^1[5-8]$/.test(version ?? '')) throw new UserError('usage: npm run test:postgres -- <15|16|17|18> [--pooled] [words]')
	const words = rest.filter((word) => word !== '--pooled')
	const env = { TEST_POSTGRES: version, ...(rest.includes('--pooled') && { TEST_POOLED: '1' }) }
	return { env, words: words.length > 0 ? words : ON_ANY_POSTGRES }
}

const MEMORY = '/dev/shm'
/** Free space required to keep temporary files in memory. In containers, /dev/shm often has only 64 MB. */
const ENOUGH_BYTES = 2e9

/** Creates a folder for temporary files, in memory if possible, because each test server writes a database. */
function makeDir() {
	const { bavail, bsize } = fs.existsSync(MEMORY) ? fs.statfsSync(MEMORY) : { bavail: 0, bsize: 0 }
	const dir = fs.mkdtempSync(path.join(bavail * bsize >= ENOUGH_BYTES ? MEMORY : os.tmpdir(), 'launchway-'))
	fs.chmodSync(dir, 0o755) // root's database runs as another account, which needs access
	return dir
}

await asCommand(async () => {
	await ensureInstalled()
	holdPackages()
	const node = findNode()
	const given = process.argv.slice(2)
	const postgres = given.includes('--postgres') ? readPostgres(given) : null
	const isLong = given.length > 0 && postgres === null
	const env = {
		...(isLong && { LONG_TESTS: '1' }),
		...postgres?.env,
		NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
		...process.env,
		PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
	}
	const dir = makeDir()
	const words = postgres?.words ?? given.filter((word) => word !== '--long')
	let results = []
	try {
		results = words.length > 0 ? await runSome({ node, env, dir }, words) : await runEverything({ node, env, dir })
		const [vitest, unhandled, playwright] = ['vitest', 'unhandled', 'playwright'].map((runner) =>
			readJson(path.join(dir, `${runner}.json`)),
		)
		heading('Slowest')
		for (const line of listSlowest({ vitest, playwright, root })) console.log(line)
		const failures = [...results.flatMap((result) => result.failures ?? []), ...listFailures({ vitest, unhandled, playwright, root })]
		if (failures.length > 0) heading('Failed')
		for (const line of failures) console.log(line)
	} finally {
		fs.rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
	}
	const sum = (key) => results.reduce((total, result) => total + result[key], 0)
	console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
	return sum('failed') === 0 ? 0 : 1
})
