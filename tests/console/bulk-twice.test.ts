import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { createAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { runBulkAction } from '#server/services/operations/bulk/run-bulk.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { GOOD_PASSWORD, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const ticked = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [`row-${id}`, 'on']))
const readOutcomes = async ({ deps: { db } }: Wire) =>
	(await db.selectFrom('bulk_rows').select('outcome').orderBy('place').execute()).map(({ outcome }) => outcome ?? 'waiting')

test('two simultaneous clicks in two windows start a bulk action once', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const { db } = wire.deps
	const { rows } = await sql<{ id: string }>`insert into support_tickets (name, email, subject, message, category, status, due_at)
		select 'x', n || '@list.test', 'x', 'x', 'general', 'open', now() from generate_series(1, 3) n returning id`.execute(db)
	const ids = rows.map(({ id }) => id)
	const { to } = await support.post('/admin/bulk', { list: 'tickets', action: 'close-tickets', ...ticked(ids) })
	const clicks = await Promise.all([1, 2, 3, 4].map(() => support.post(`${to}/start`)))
	expect(clicks.map((click) => click.to.split('=')[1] ?? '').toSorted()).toEqual([
		'bulk-started',
		'bulk-unchanged',
		'bulk-unchanged',
		'bulk-unchanged',
	])
	await runDueJobs(wire.deps)
	expect(await readOutcomes(wire)).toEqual(['done', 'done', 'done'])
	const log = await db.selectFrom('operator_actions').select('action').where('action', 'in', ['bulk_started', 'ticket_closed']).execute()
	expect(log.map(({ action }) => action).toSorted()).toEqual(['bulk_started', 'ticket_closed', 'ticket_closed', 'ticket_closed'])
})

test('the same rows in two bulk jobs are processed once', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { db } = wire.deps
	const ctx = systemContext(wire.deps, 'test')
	const ids: string[] = []
	for (const n of [1, 2, 3])
		ids.push((await createAccount(ctx, { email: `learner${n}@list.test`, password: GOOD_PASSWORD, email_confirm: true })).id)
	const asked = { list: 'learners', action: 'grant-access', ...ticked(ids) }
	const windows = await Promise.all([1, 2].map(async () => (await operator.post('/admin/bulk', asked)).to))
	expect(new Set(windows).size).toBe(2)
	for (const to of windows) expect((await operator.post(`${to}/start`, { reason: 'A gift' })).to).toContain('bulk-started')
	const jobs = await db.selectFrom('bulk_jobs').select('id').execute()
	await Promise.all(jobs.map(({ id }) => runBulkAction(ctx, { jobId: id })))
	await runDueJobs(wire.deps)
	wire.clock.advance(10_000)
	await runDueJobs(wire.deps)
	const outcomes = await readOutcomes(wire)
	expect([outcomes.filter((each) => each === 'done').length, outcomes.filter((each) => each === 'skipped').length]).toEqual([3, 3])
	expect((await db.selectFrom('orders').select('user_id').execute()).map(({ user_id: id }) => id ?? '').toSorted()).toEqual(ids.toSorted())
	expect(await db.selectFrom('operator_actions').select('id').where('action', '=', 'access_given').execute()).toHaveLength(3)
	expect(await db.selectFrom('bulk_jobs').select('state').execute()).toEqual([{ state: 'done' }, { state: 'done' }])
})
