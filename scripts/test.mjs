// `npm test`: installs what is missing and runs everything; the last line says how many passed and failed.
// Plain JavaScript without dependencies, so that any Node 20 can start it on a fresh clone.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { ensureBuilt } from './build.mjs'
import { ensureChromium, HOW_TO_INSTALL } from './chromium.mjs'
import { asCommand, ensureInstalled, findNode, holdPackages, root, runProgram, UserError } from './ensure.mjs'

const heading = (text) => console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 60 - text.length))}`)

const readJson = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null)

/** A runner that failed although no test did (a file that does not load, a crash) counts as one failure. */
const withExitCode = ({ passed, failed }, code) => ({ passed, failed: code !== 0 && failed === 0 ? 1 : failed })

/** Runs a program, showing its output, and returns that output too. */
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

async function runChecks(node, env) {
	const { code, output } = await runAndRead(node, ['scripts/check.ts'], env)
	const count = (word) => output.split('\n').filter((line) => line.startsWith(word)).length
	return withExitCode({ passed: count('ok '), failed: count('FAILED ') }, code)
}

async function runVitest(node, env, dir) {
	const report = path.join(dir, 'vitest.json')
	const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
	const code = await runProgram(node, args, { env })
	const { numPassedTests = 0, numFailedTests = 0 } = readJson(report) ?? {}
	return withExitCode({ passed: numPassedTests, failed: numFailedTests }, code)
}

async function runPlaywright(node, env, dir) {
	const report = path.join(dir, 'playwright.json')
	const code = await runProgram(node, ['node_modules/@playwright/test/cli.js', 'test'], {
		env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, TMPDIR: dir },
	})
	const { expected = 0, flaky = 0, unexpected = 0 } = readJson(report)?.stats ?? {}
	return withExitCode({ passed: expected + flaky, failed: unexpected }, code)
}

async function runBrowserTests(node, env, dir) {
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
	return runPlaywright(node, { ...env, CHROMIUM_PATH: chromium }, dir)
}

await asCommand(async () => {
	await ensureInstalled()
	holdPackages()
	const node = findNode()
	const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` }
	const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchway-'))
	fs.chmodSync(dir, 0o755) // root's database runs as another account, which must get in
	const results = []
	try {
		heading('Checks')
		results.push(await runChecks(node, env))
		heading('Unit, service and wire tests')
		results.push(await runVitest(node, env, dir))
		heading('Browser journeys')
		results.push(await runBrowserTests(node, env, dir))
	} finally {
		fs.rmSync(dir, { recursive: true, force: true })
	}
	const sum = (key) => results.reduce((total, result) => total + result[key], 0)
	console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
	return sum('failed') === 0 ? 0 : 1
})
