import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'

import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { makeCluster } from '#tests/setup/embedded-dir.ts'
import { isLong } from '#tests/setup/long-tests.ts'
import { BARE_ENVIRONMENT, findFreePort, spawnServer } from '#tests/setup/server-process.ts'

import { root } from './run-command.ts'

/** Every operator command, with arguments that make it use the database. */
const COMMANDS = [
	['alerts.ts', 'list'],
	['jobs.ts', 'dead'],
	['keys.ts'],
	['keys.ts', 'rotate'],
	['tickets.ts', 'list'],
	['mail.ts', 'allow', 'somebody@example.com'],
	['payments-reconcile.ts'],
	['payments-sync.ts'],
	['privacy.ts', 'list'],
	['refunds.ts', 'list'],
	['move-uploads.ts', '--to', 'database'],
	['retention.ts'],
]

type Said = { code: number | null; stdout: string; stderr: string }

function runNode(args: readonly string[], env: Record<string, string>): Promise<Said> {
	const child = spawn(process.execPath, args, { cwd: root, env: { ...BARE_ENVIRONMENT, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
	const said = { stdout: '', stderr: '' }
	child.stdout.on('data', (chunk) => (said.stdout += String(chunk)))
	child.stderr.on('data', (chunk) => (said.stderr += String(chunk)))
	return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })))
}

const run = ([script = '', ...args]: readonly string[], env: Record<string, string>) =>
	runNode([path.join(root, 'scripts', script), ...args], env)

/** Runs commands one after another in a single process, because loading the program takes most of a command's time. */
const runInTurn = (commands: readonly (readonly string[])[], env: Record<string, string>) =>
	runNode([path.join(root, 'tests/setup/run-in-turn.ts'), JSON.stringify(commands)], env)

/** Pause between two requests in milliseconds: without it, the loop would use a whole CPU. */
const BETWEEN_MS = 20

/** Requests a page that needs the database in a loop until stopped. @returns responses other than 200 */
function keepAsking(url: string) {
	let isAsking = true
	const asked = (async () => {
		const failures: string[] = []
		let count = 0
		for (; isAsking; count += 1) {
			await sleep(BETWEEN_MS)
			const failure = await fetch(url).then(
				async (answer) => (answer.ok ? null : `${answer.status} ${await answer.text()}`),
				(error: unknown) => String(error),
			)
			if (failure !== null) failures.push(failure)
		}
		return { count, failures }
	})()
	return () => {
		isAsking = false
		return asked
	}
}

/** Every installation rewrites npm's list of installed packages. */
const readPackages = () => ({
	names: fs.readdirSync(path.join(root, 'node_modules')),
	listedAt: fs.statSync(path.join(root, 'node_modules', '.package-lock.json')).mtimeMs,
})

test('no command creates a missing database, and each reports it in one line', async () => {
	const dir = path.join(inject('scratchDir'), 'nothing-here')
	const refusal = `DATA_DIR: there is no database in ${dir}; npm start creates it\n`
	const { stdout, stderr } = await runInTurn(COMMANDS, { DATA_DIR: dir })
	expect([stdout, stderr]).toEqual(['', `${refusal}exit code 1\n`.repeat(COMMANDS.length)])
	expect(await run(COMMANDS[0]!, { DATA_DIR: dir })).toEqual({ code: 1, stdout: '', stderr: refusal })
	const wrong = await run(['doctor.ts', '--nothing'], { DATA_DIR: dir })
	expect(wrong).toEqual({ code: 1, stdout: '', stderr: "Unknown option '--nothing'\n" })
	expect(fs.existsSync(dir)).toBe(false)
})

test('a command doesn’t change a database that isn’t set up', async () => {
	const dir = await makeCluster()
	const { code, stderr } = await run(['jobs.ts', 'dead'], { DATA_DIR: dir })
	expect({ code, lines: stderr.split('\n') }).toEqual({
		code: 1,
		lines: [`Database: the embedded one in ${dir}/pg18`, 'this database does not contain Launchway yet; npm start sets it up', ''],
	})
})

test.runIf(isLong)('every command works next to a running server, names its database, and changes no package', async () => {
	const dir = await makeCluster()
	const port = await findFreePort()
	const server = spawnServer({ PORT: String(port), DATA_DIR: dir })
	await server.ready
	const before = readPackages()
	const stop = keepAsking(`http://127.0.0.1:${port}/readyz`)
	onTestFinished(() => void stop())

	const { code, stderr } = await runInTurn(COMMANDS, { DATA_DIR: dir })
	expect(stderr).toBe(`Database: the embedded one in ${dir}/pg18\nexit code 0\n`.repeat(COMMANDS.length))
	expect(code).toBe(0)
	// A sandbox always has a finding: its example addresses.
	const doctor = await run(['doctor.ts', '--json'], { DATA_DIR: dir })
	expect([doctor.code, JSON.parse(doctor.stdout)]).toEqual([
		1,
		expect.arrayContaining([expect.objectContaining({ id: 'examples', state: 'fix' })]),
	])
	const { count, failures } = await stop()
	expect(failures).toEqual([])
	expect(count).toBeGreaterThan(COMMANDS.length)
	expect(readPackages()).toEqual(before)
	expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })

	// Without a running server, the command starts the database and stops it again.
	const alone = await run(['jobs.ts', 'dead'], { DATA_DIR: dir })
	expect(alone).toEqual({ code: 0, stdout: 'No dead jobs.\n', stderr: `Database: the embedded one in ${dir}/pg18\n` })
	expect(fs.existsSync(path.join(dir, 'pg18', 'postmaster.pid'))).toBe(false)
})

test('an unreachable payment provider is reported in one line, and DATABASE_URL without its password', async () => {
	const { connection, drop } = await cloneDatabase()
	onTestFinished(drop)
	const { host, port, user, database: name } = connection
	const url = new URL(`postgres://${user}:secret@localhost:${port}/${name}`)
	url.searchParams.set('host', host)
	const closedPort = await findFreePort()
	const { code, stdout, stderr } = await run(['payments-sync.ts'], {
		DATABASE_URL: url.href,
		STRIPE_SECRET_KEY: 'sk_test_0000000000000000',
		STRIPE_WEBHOOK_SECRETS: 'whsec_0000000000000000',
		STRIPE_API_BASE: `http://127.0.0.1:${closedPort}`,
	})
	const [database = '', problem = '', ...rest] = stderr.split('\n')
	expect([code, stdout, rest]).toEqual([1, '', ['']])
	expect(database).toMatch(new RegExp(`^Database: postgres://\\w+@localhost:\\d+/${name}`))
	expect(database).not.toContain('secret')
	expect(problem).toBe('The payment provider returned no usable response')
})
