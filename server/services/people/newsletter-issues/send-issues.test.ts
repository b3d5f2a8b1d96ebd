import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { type Deps, systemContext } from '#server/services/context.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { countMails, draftIssue, findIssue, scheduleIssue, advanceIssue } from './issues.ts'
import { sendIssues } from './send-issues.ts'

const fill = ({ db }: Deps, count: number) =>
	sql`insert into newsletter_subscriptions (email, source, status, covers_newsletters, requested_at, confirmed_at)
		select 'p' || n || '@example.test', 'blog', 'confirmed', true, '2026-01-01', '2026-01-01' from generate_series(1, ${count}) n`.execute(
		db,
	)

async function open(count: number) {
	const made = await makeTestDeps()
	await fill(made.deps, count)
	const ctx = systemContext(made.deps, 'test')
	const { db } = made.deps
	async function write(subject = 'News') {
		const id = await draftIssue(ctx, db, { subject, body: 'Hello', segment: {} })
		const seen = String((await findIssue(db, id))?.changed_at.getTime())
		await scheduleIssue(ctx, db, { id, segment: {}, startsAt: null, seen })
		return id
	}
	const addresses = async (id: string) =>
		(await db.selectFrom('outbox_messages').select('to_address').where('issue_id', '=', id).execute()).map((row) => row.to_address)
	return { ...made, ctx, db, write, addresses }
}

test('interrupted and run by two at once, no one is left out and no one gets it twice', async () => {
	const { deps, ctx, db, write, addresses } = await open(3500)
	const id = await write()
	let batches = 0
	const enqueueMany: typeof deps.jobs.enqueueMany = async (tx, jobs) => {
		await deps.jobs.enqueueMany(tx, jobs)
		batches += 1
		// Ends the connection in the middle of the second batch, as the end of the process does.
		if (batches === 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
	}
	await expect(sendIssues({ ...ctx, jobs: { ...deps.jobs, enqueueMany } }, 10_000)).rejects.toThrow(/terminat/)
	expect(await addresses(id)).toHaveLength(1000)
	await Promise.all([sendIssues(ctx, 10_000), sendIssues(ctx, 10_000)])
	await sendIssues(ctx, 10_000)
	const got = await addresses(id)
	expect([got.length, new Set(got).size]).toEqual([3500, 3500])
	expect(await findIssue(db, id)).toMatchObject({ state: 'sent', queued: 3500 })
	const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job where name = 'deliver-message'`.execute(db)
	expect(rows[0]?.count).toBe(3500)
})

test('subscribers who leave during sending get none, a stopped issue stays stopped, and a paused one continues', async () => {
	const { deps, ctx, db, write } = await open(30)
	const id = await write()
	await sendIssues(ctx, 10)
	await advanceIssue(ctx, db, { id, step: 'pause' })
	expect(await sendIssues(ctx, 10)).toBe(0)
	await advanceIssue(ctx, db, { id, step: 'resume' })
	await sendIssues(ctx, 10)
	await sql`update newsletter_subscriptions set status = 'unsubscribed' where email in ('p1@example.test', 'p12@example.test', 'p25@example.test')`.execute(
		db,
	)
	await runDueJobs(deps)
	expect(await countMails(db, id)).toEqual({ sent: 18, suppressed: 2 })
	await sendIssues(ctx, 5)
	expect(await advanceIssue(ctx, db, { id, step: 'stop' })).toBe(true)
	await runDueJobs(deps)
	expect(await countMails(db, id)).toEqual({ sent: 18, suppressed: 7 })
	expect([await sendIssues(ctx, 50), await advanceIssue(ctx, db, { id, step: 'resume' })]).toEqual([0, false])
})

test('one issue a week at most, and none to those who agreed to articles alone', async () => {
	const { ctx, db, write, addresses, clock } = await open(4)
	await sql`update newsletter_subscriptions set covers_newsletters = false where email = 'p4@example.test'`.execute(db)
	const first = await write()
	await sendIssues(ctx, 100)
	const second = await write('More news')
	await sendIssues(ctx, 100)
	expect([(await addresses(first)).length, (await addresses(second)).length]).toEqual([3, 0])
	clock.advance(7 * 86_400_000)
	const third = await write('Later news')
	await sendIssues(ctx, 100)
	expect((await addresses(third)).toSorted()).toEqual(['p1@example.test', 'p2@example.test', 'p3@example.test'])
})

test('a code that is asked for while issues wait is sent before them', async () => {
	const { deps, ctx, db, write } = await open(40)
	await write()
	await sendIssues(ctx, 40)
	await deps.db.transaction().execute((tx) => ctx.jobs.enqueue(tx, { name: 'deliver-message', payload: { messageId: 'code' } }))
	const { rows } = await sql<{ data: { messageId: string } }>`select data from pgboss.job where name = 'deliver-message'
		order by priority desc, created_on limit 1`.execute(db)
	expect(rows[0]?.data.messageId).toBe('code')
})
