import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import type { EmailOutcome } from '#server/adapters/email/port.ts'
import { systemContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { alertOfDeadJobs } from './alert-of-dead-jobs.ts'
import { listDeadJobs } from './list-dead.ts'
import { retryDead } from './retry-dead.ts'

test('a refused mail is listed with its reason, and the operator can resend it', async () => {
	const answers: EmailOutcome[] = [{ kind: 'refused', refusal: 'other', reason: '554 5.7.1 not today' }]
	const send = async (): Promise<EmailOutcome> => answers.shift() ?? { kind: 'accepted', providerId: 'ok' }
	const { deps } = await makeTestDeps({ email: { send } })
	const ctx = systemContext(deps, 'test')
	const mail = { to: 'ana@example.test', template: 'order.receipt', subject: 'Receipt', text: 'Paid', html: '' } as const
	const id = (await deps.db.transaction().execute((tx) => enqueueMessage(ctx, tx, mail))) ?? ''
	await runDueJobs(deps)

	expect(await listDeadJobs(ctx)).toMatchObject([
		{ kind: 'mail', id, name: 'order.receipt', to: 'ana@example.test', status: 'failed', attempts: 1, reason: '554 5.7.1 not today' },
	])
	expect(await retryDead(ctx, id)).toBe('mail')
	await runDueJobs(deps)
	expect(await listDeadJobs(ctx)).toEqual([])
	expect(await retryDead(ctx, id)).toBe(null)
})

test('a dead job is listed, and the operator can run it once more', async () => {
	const { deps } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, { name: 'announce-articles', payload: {} }))
	await sql`update pgboss.job set state = 'failed', retry_count = 3, output = '{"message":"no disk"}' where name = 'announce-articles'`.execute(
		deps.db,
	)
	const [dead, ...rest] = await listDeadJobs(ctx)
	expect([dead, rest]).toMatchObject([{ kind: 'job', name: 'announce-articles', attempts: 4, reason: 'no disk' }, []])
	expect(await retryDead(ctx, dead?.id ?? '')).toBe('job')
	expect(await listDeadJobs(ctx)).toEqual([])
	expect(await runDueJobs(deps)).toBe(1)
})

test.each([
	['order.receipt', 1],
	['refund.granted', 1],
	['newsletter.confirmation', 0],
])('the operator gets an alert if %s bounces: %i', async (template, alerts) => {
	const { deps } = await makeTestDeps()
	const mail = { channel: 'email', to_address: 'ana@example.test', template, subject: 's', body: 'b', status: 'bounced' } as const
	await deps.db
		.insertInto('outbox_messages')
		.values({ ...mail, created_at: deps.now() })
		.execute()
	expect(await alertOfDeadJobs(systemContext(deps, 'test'))).toBe(alerts)
})

test('an unknown ID restarts nothing', async () => {
	const { deps } = await makeTestDeps()
	expect(await retryDead(systemContext(deps, 'test'), randomUUID())).toBe(null)
})
