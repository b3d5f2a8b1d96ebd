import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { ADDS_COLUMN, BAD_MIGRATION, keepVisiting, makeInstallation, makeRelease } from './installation.ts'

type Installation = Awaited<ReturnType<typeof makeInstallation>>

/** First words of the lines that `npm run upgrade` prints at each step. */
const STEPS = [/^Release /m, /^Copied /m, /^Rehearsed /m, /^Migrated /m, /^Starting /m] as const

/**
 * Creates a release for a step. Like a real one, it includes the migrations of the earlier steps, because a database never goes
 * back.
 */
function releaseOf(step: (typeof STEPS)[number]): string {
	const migrations = STEPS.slice(0, STEPS.indexOf(step) + 1).map((_, index) => [`server/db/migrations/9${index}00_step.sql`, 'select 1'])
	return makeRelease({ ...ADDS_COLUMN, ...Object.fromEntries(migrations) })
}

const idsOf = async ({ ask }: Installation) =>
	new Set((await ask('select id from module_feedback')).map((row) => (row as { id: string }).id))

test('five upgrades and five rollbacks at 100 writes a second: no request fails, and no acknowledged write is lost', async () => {
	const installation = await makeInstallation()
	const releases = [makeRelease(ADDS_COLUMN), makeRelease(ADDS_COLUMN)]
	const stop = keepVisiting(installation.port, 100)
	for (let round = 0; round < 5; round += 1) {
		expect(await installation.run('upgrade', releases[round % 2] ?? '')).toMatchObject({ code: 0 })
		expect(await installation.run('rollback')).toMatchObject({ code: 0 })
	}
	const { failed, acknowledged } = await stop()
	const stored = await idsOf(installation)
	console.log(`${acknowledged.length} writes acknowledged, ${failed.length} requests failed`)
	expect(failed).toEqual([])
	expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
}, 1_800_000)

/** Waits until a command has printed something. */
const untilSaid = (said: () => string, pattern: RegExp) => expect.poll(said, { timeout: 180_000, interval: 5 }).toMatch(pattern)

test('an upgrade killed at any step leaves a running program, and the next upgrade succeeds', async () => {
	const installation = await makeInstallation()
	const { port, command, run, untilReady } = installation
	const stop = keepVisiting(port, 20)
	for (const step of STEPS) {
		const release = releaseOf(step)
		const { child, ended, said } = command('upgrade', release)
		await untilSaid(said, step)
		child.kill('SIGKILL')
		await ended
		await untilReady()
		await expect.poll(() => run('upgrade', release), { timeout: 300_000, interval: 1000 }).toMatchObject({ code: 0 })
	}
	const { failed, acknowledged } = await stop()
	const stored = await idsOf(installation)
	expect(failed).toEqual([])
	expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
}, 1_800_000)

test('a supervisor killed at any step restarts with every acknowledged write, and the next upgrade succeeds', async () => {
	const installation = await makeInstallation()
	const { port, command, run, service, start } = installation
	for (const step of STEPS) {
		const release = releaseOf(step)
		const stop = keepVisiting(port, 20)
		const { ended, said } = command('upgrade', release)
		await untilSaid(said, step)
		service().child.kill('SIGKILL')
		await service().ended
		const { acknowledged } = await stop()
		await ended
		await start()
		const stored = await idsOf(installation)
		expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
		expect(await run('upgrade', release)).toMatchObject({ code: 0 })
	}
}, 1_800_000)

test('a release whose supervisor and PostgreSQL still run is kept, until the service runs another', async () => {
	const { run, service, start, home } = await makeInstallation()
	const releases = () => fs.readdirSync(path.join(home, 'releases')).filter((name) => /^\d/.test(name))
	expect(await run('upgrade', makeRelease(ADDS_COLUMN))).toMatchObject({ code: 0 })
	const [first] = releases()
	service().child.kill('SIGTERM')
	await service().ended
	await start()
	expect(await run('rollback')).toMatchObject({ code: 0 })
	expect(await run('upgrade', makeRelease(ADDS_COLUMN))).toMatchObject({ code: 0 })
	expect(releases()).toContain(first)
	expect(await run('rollback')).toMatchObject({ code: 0 })
}, 900_000)

test('a reload takes new settings without a failed request or a lost write', async () => {
	const installation = await makeInstallation()
	const { home, port, service } = installation
	const stop = keepVisiting(port, 20)
	const isClosed = async () => {
		const settings = await (await fetch(`http://127.0.0.1:${port}/auth/v1/settings`)).json()
		return (settings as { disable_signup: boolean }).disable_signup
	}
	expect(await isClosed()).toBe(false)
	fs.writeFileSync(path.join(home, '.env'), 'GOTRUE_DISABLE_SIGNUP=true\n')
	service().child.kill('SIGUSR2')
	await expect.poll(isClosed, { timeout: 300_000, interval: 200 }).toBe(true)
	const { failed, acknowledged } = await stop()
	const stored = await idsOf(installation)
	expect(failed).toEqual([])
	expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
}, 600_000)

test('the rehearsal refuses a failing migration, and a second operator sees who is upgrading', async () => {
	const { ask, command, run, running, home } = await makeInstallation()
	const refused = await run('upgrade', makeRelease(BAD_MIGRATION))
	expect([refused.code, refused.said]).toEqual([
		1,
		expect.stringMatching(
			/continues: the rehearsal on a copy of the database failed: migration 9001_bad\.sql: column "no_such_column" does not exist\n$/,
		),
	])
	expect(await running()).toBe(`the program in ${home}`)
	expect(await ask("select name from _migration where name like '9%'")).toEqual([])

	const release = makeRelease(ADDS_COLUMN)
	const first = command('upgrade', release)
	await untilSaid(first.said, /^Release /m)
	expect(await run('upgrade', release)).toMatchObject({
		code: 1,
		said: expect.stringMatching(/ has been running npm run upgrade since .* \(process \d+\)\. Try again when it has ended\.\n$/),
	})
	expect(await first.ended).toBe(0)
}, 600_000)

test('a rollback with data lists what will be lost, asks, restores it without a failed request, and keeps the current data', async () => {
	const installation = await makeInstallation()
	const { port, run, command, ask, dataDir } = installation
	expect(await run('upgrade', makeRelease(ADDS_COLUMN))).toMatchObject({ code: 0 })
	const before = keepVisiting(port, 20)
	await expect.poll(async () => (await idsOf(installation)).size).toBeGreaterThan(20)
	expect((await before()).failed).toEqual([])
	const written = (await idsOf(installation)).size

	const declined = command('rollback', '--with-data')
	await untilSaid(declined.said, /Type "yes"/)
	expect(declined.said()).toContain(`module_feedback: ${written} new or changed rows are lost`)
	declined.child.stdin?.end('no\n')
	expect(await declined.ended).toBe(1)
	expect((await idsOf(installation)).size).toBe(written)

	const visits = keepVisiting(port, 20)
	const confirmed = command('rollback', '--with-data')
	await untilSaid(confirmed.said, /Type "yes"/)
	confirmed.child.stdin?.end('yes\n')
	expect(await confirmed.ended).toBe(0)
	expect((await visits()).failed).toEqual([])
	expect(await ask("select name from _migration where name like '9%'")).toEqual([])
	expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('pg18.replaced-'))).toHaveLength(1)
	expect(fs.existsSync(path.join(dataDir, 'rollback'))).toBe(false)
}, 600_000)
