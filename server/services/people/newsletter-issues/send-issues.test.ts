import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { type Deps, systemContext } from '#server/services/context.ts'
import { ALL_SUBSCRIBERS } from '#server/services/people/newsletter/segment.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { countMails, countUnsubscribed } from './issue-counts.ts'
import { findIssue, saveIssue, scheduleIssue, advanceIssue } from './issues.ts'
import { readSendingProgress, sendIssues } from './send-issues.ts'

const fill = ({ db }: Deps, count: number) =>
	sql`insert into newsletter_subscriptions (email, source, status, covers_newsletters, requested_at, confirmed_at)
		select 'p' || n || '@example.test', 'blog', 'confirmed', true, '2026-01-01', '2026-01-01' from generate_series(1, ${count}) n`.execute(
		db,
	)

test('the first save of a draft, repeated because its answers were lost, stores the last text', async () => {
	const { deps } = await makeTestDeps()
	const id = randomUUID()
	let ms = deps.now().getTime()
	const ctx = systemContext({ ...deps, now: () => new Date((ms += 1)) }, 'test')
	for (const subject of ['One', 'Two', 'Three'])
		await saveIssue(ctx, deps.db, {
			id,
			seen: '',
			typed: { subject, preheader: '', body: 'Hello', rules: ALL_SUBSCRIBERS, audienceId: null },
		})
	expect(await findIssue(deps.db, id)).toMatchObject({ subject: 'Three' })
})

async function open(count: number) {
	const made = await makeTestDeps()
	await fill(made.deps, count)
	const ctx = systemContext(made.deps, 'test')
	const { db } = made.deps
	async function write(subject = 'News') {
		const id = randomUUID()
		await saveIssue(ctx, db, { id, seen: '', typed: { subject, preheader: '', body: 'Hello', rules: ALL_SUBSCRIBERS, audienceId: null } })
		const seen = String((await findIssue(db, id))?.changed_at.getTime())
		await scheduleIssue(ctx, db, { id, rules: ALL_SUBSCRIBERS, startsAt: null, seen })
		return id
	}
	const addresses = async (id: string) =>
		(await db.selectFrom('outbox_messages').select('to_address').where('issue_id', '=', id).execute()).map((row) => row.to_address)
	return { ...made, ctx, db, write, addresses }
}

test('interrupted and parallel runs send to everyone exactly once', async () => {
	const { deps, ctx, db, write, addresses } = await open(3500)
	const id = await write()
	let batches = 0
	const enqueue: typeof deps.jobs.enqueue = async (tx, job) => {
		await deps.jobs.enqueue(tx, job)
		batches += 1
		// Terminates the connection during the second batch of 1,000, like the death of the process.
		if (batches === 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
	}
	await expect(sendIssues({ ...ctx, jobs: { enqueue } }, 10_000)).rejects.toThrow(/terminat|conn crashed|connection error/)
	expect(await addresses(id)).toHaveLength(1000)
	await Promise.all([sendIssues(ctx, 10_000), sendIssues(ctx, 10_000)])
	await sendIssues(ctx, 10_000)
	const got = await addresses(id)
	expect([got.length, new Set(got).size]).toEqual([3500, 3500])
	expect(await findIssue(db, id)).toMatchObject({ state: 'sent', queued: 3500 })
	const { rows } = await sql<{ count: number }>`select sum(jsonb_array_length(data -> 'messageIds'))::int as count from pgboss.job
		where name = 'deliver-copies'`.execute(db)
	expect(rows[0]?.count).toBe(3500)
})

test('unsubscribing during sending stops the mail, a stopped issue stays stopped, and a paused one resumes', async () => {
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

test('counts who unsubscribed after an issue, until the next one', async () => {
	const { deps, ctx, db, write, clock } = await open(6)
	const leave = (name: string) =>
		sql`update newsletter_subscriptions set status = 'unsubscribed', unsubscribed_at = ${ctx.now()} where email = ${`${name}@example.test`}`.execute(
			db,
		)
	await leave('p6')
	const first = await write()
	await sendIssues(ctx, 100)
	await runDueJobs(deps)
	await leave('p1')
	await leave('p2')
	clock.advance(8 * 86_400_000)
	const second = await write('More news')
	await sendIssues(ctx, 100)
	await runDueJobs(deps)
	await leave('p3')
	const unsubscribed = async (id: string) => countUnsubscribed(db, (await findIssue(db, id))!)
	expect([await unsubscribed(first), await unsubscribed(second), await unsubscribed(await write('Later'))]).toEqual([2, 1, 0])
})

test('at most one issue a week is sent, and none to people who subscribed only to articles', async () => {
	const { ctx, db, write, addresses, clock } = await open(4)
	await sql`update newsletter_subscriptions set covers_newsletters = false where email = 'p4@example.test'`.execute(db)
	const first = await write()
	await sendIssues(ctx, 100)
	const second = await write('More news')
	for (let batch = 0; batch < 3; batch += 1) await sendIssues(ctx, 2)
	expect([(await addresses(first)).length, (await addresses(second)).length]).toEqual([3, 0])
	expect(await findIssue(db, second)).toMatchObject({ state: 'sent', skipped: 3 })
	clock.advance(7 * 86_400_000)
	const third = await write('Later news')
	await sendIssues(ctx, 100)
	expect((await addresses(third)).toSorted()).toEqual(['p1@example.test', 'p2@example.test', 'p3@example.test'])
})

test('a paused issue keeps what is queued, and resuming sends it, but not to people who joined since it began', async () => {
	const { deps, ctx, db, write, clock } = await open(30)
	const id = await write()
	await sendIssues(ctx, 20)
	await advanceIssue(ctx, db, { id, step: 'pause' })
	await runDueJobs(deps)
	expect(await countMails(db, id)).toEqual({ queued: 20 })
	clock.advance(1000)
	// Its ID comes last, like that of every new subscription.
	await sql`insert into newsletter_subscriptions (id, email, source, status, covers_newsletters, requested_at, confirmed_at)
		values ('ffffffff-ffff-7fff-bfff-ffffffffffff', 'new@example.test', 'blog', 'confirmed', true, ${ctx.now()}, ${ctx.now()})`.execute(db)
	await advanceIssue(ctx, db, { id, step: 'resume' })
	await runDueJobs(deps)
	expect(await countMails(db, id)).toEqual({ sent: 20 })
	await sendIssues(ctx, 20)
	await runDueJobs(deps)
	expect(await countMails(db, id)).toEqual({ sent: 30 })
})

test('the end is estimated from the remaining mails, at the recent pace if that is slower', async () => {
	const { deps, ctx, db, write, clock } = await open(1800)
	// Tomorrow at 10 or 11 in New York, when newsletters are sent.
	const morning = new Date(clock.now())
	clock.advance(morning.setUTCHours(24 + 15, 0, 0, 0) - clock.now().getTime())
	await sql`update newsletter_subscriptions set last_issue_at = ${clock.now()} where email like 'p5%'`.execute(db)
	const id = await write()
	const read = async () => {
		const row = await findIssue(db, id)
		const { queued = 0 } = await countMails(db, id)
		return row ? readSendingProgress(ctx, row, queued) : null
	}
	expect(await read()).toMatchObject({ recipients: 1800, left: 1800, perHour: 3000 })
	await sendIssues(ctx, 300)
	await runDueJobs(deps)
	expect(await read()).toMatchObject({ left: 1500, perHour: 3000, end: new Date(clock.now().getTime() + (1500 / 3000) * 3_600_000) })
	clock.advance(301_000)
	expect(await read()).toMatchObject({ left: 1500, perHour: 0, end: null })
	await sendIssues(ctx, 50)
	await runDueJobs(deps)
	expect(await read()).toMatchObject({ left: 1450, perHour: 600 })
	await advanceIssue(ctx, db, { id, step: 'pause' })
	expect(await read()).toMatchObject({ left: 1450, perHour: 3000, end: null })
	await advanceIssue(ctx, db, { id, step: 'stop' })
	expect(await read()).toBeNull()
})
