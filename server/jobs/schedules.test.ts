import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'

import { createLogger } from '#server/kernel/logger.ts'
import { formatJobName } from '#server/services/messaging/operator-alerts/list-dead.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { jobs } from './jobs.ts'
import { openJobRunner } from './runner.ts'

test('every schedule is registered once, however often the server starts', async () => {
	const database = await cloneDatabase()
	const { deps, close } = await makeTestDeps()
	try {
		for (let start = 0; start < 2; start += 1) {
			const runner = await openJobRunner(
				database.direct,
				createLogger('error', () => undefined),
			)
			await runner.work(deps)
			await runner.stop()
		}
		const boss = new PgBoss({ ...database.direct, max: 1, supervise: false })
		await boss.start()
		const timetable = (await boss.getSchedules()).map(({ name, cron }) => [name, cron])
		await boss.stop()
		const wanted = [...jobs].flatMap(([name, { cron }]) => (cron === undefined ? [] : [[name, cron]]))
		expect(Object.fromEntries(timetable)).toEqual(Object.fromEntries(wanted))
		expect(timetable).toHaveLength(17)
	} finally {
		await close()
		await database.drop()
	}
})

test('the console shows each job outside the sandbox under a name that says what it does', () => {
	const unnamed = [...jobs.keys()].filter(
		(name) => !name.includes('sandbox') && formatJobName(name).toLowerCase() === name.replaceAll('-', ' '),
	)
	expect(unnamed).toEqual([])
})

test('the nightly cleanup deletes expired rows and reports no failure', async () => {
	const { deps, close } = await makeTestDeps()
	try {
		const longAgo = new Date(deps.now().getTime() - 3 * 86_400_000)
		await deps.db
			.insertInto('auth.address_limits')
			.values({ address_hash: Buffer.alloc(32, 7), kind: 'code', last_at: longAgo, window_started_at: longAgo })
			.execute()
		await runTimedJob(deps, 'delete-expired')
		expect(await deps.db.selectFrom('auth.address_limits').selectAll().execute()).toEqual([])
	} finally {
		await close()
	}
})
