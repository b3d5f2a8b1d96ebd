import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import type { EmailMessage, EmailOutcome } from '#server/adapters/email/port.ts'
import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { makeOrder, paidSnapshot } from '#tests/factories/snapshot.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { alertOfDeadJobs } from './alert-of-dead-jobs.ts'
import { alertOperator } from './alert-operator.ts'
import { listDeadJobs } from './list-dead.ts'
import { listOpenAlerts } from './open-alerts.ts'
import { retryDead } from './retry-dead.ts'

const { site } = loadedContent

const ALERT = { kind: 'mail_budget_nearly_used', key: 'budget:1', facts: { usedOf: '900 of 1000' } } as const

const listAlertMails = ({ db }: Deps) =>
	db
		.selectFrom('outbox_messages')
		.select(['to_address', 'subject', 'body'])
		.where('template', '=', 'operator.alert')
		.orderBy('id')
		.execute()
const listAlerts = ({ db }: Deps) => db.selectFrom('operator_alerts').selectAll().orderBy('id').execute()

/** Queues an email and runs the job that sends it. */
async function sendMail(deps: Deps, template: string, to: string) {
	const mail = { to, template, subject: template, text: 'Text', html: '' } as const
	const id = await deps.db.transaction().execute((tx) => enqueueMessage(systemContext(deps, 'test'), tx, mail))
	await runDueJobs(deps)
	return id ?? ''
}

test('twenty parallel reports of a problem make one alert and one mail', async () => {
	const { deps } = await makeTestDeps({ env: { OPERATOR_EMAIL: 'me@academy.test' } })
	const ctx = systemContext(deps, 'test')
	const news = await Promise.all(Array.from({ length: 20 }, () => deps.db.transaction().execute((tx) => alertOperator(ctx, tx, ALERT))))
	expect(news.filter(Boolean)).toHaveLength(1)
	const mails = await listAlertMails(deps)
	expect(mails).toMatchObject([{ to_address: 'me@academy.test', subject: 'Action needed: The email budget is nearly used up' }])
	expect(mails[0]?.body).toContain('Used of: 900 of 1000')
	expect(await listAlerts(deps)).toMatchObject([{ kind: ALERT.kind, state: 'open', facts: ALERT.facts, message_id: expect.any(String) }])
})

test('an alert rolls back with its transaction, and goes to the support address by default', async () => {
	const { deps } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const undone = deps.db.transaction().execute(async (tx) => {
		await alertOperator(ctx, tx, ALERT)
		throw new Error('undone')
	})
	await expect(undone).rejects.toThrow('undone')
	expect([await listAlerts(deps), await listAlertMails(deps)]).toEqual([[], []])
	await deps.db.transaction().execute((tx) => alertOperator(ctx, tx, ALERT))
	expect(await listAlertMails(deps)).toMatchObject([{ to_address: site.supportEmail }])
})

test('a dispute is reported once per change at the bank, with the evidence deadline', async () => {
	const { deps } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const order = await makeOrder(deps)
	const dispute = { id: 'du_1', paymentId: `pi_${order.id}`, amountCents: order.total_cents, currency: 'usd', reason: 'fraudulent' }
	const told = { ...dispute, status: 'needs_response', evidenceDueBy: new Date('2026-12-05T23:59:59Z') }
	await Promise.all([1, 2, 3].map(() => applySnapshot(ctx, order.id, paidSnapshot(order, { disputes: [told] }))))
	const mails = await listAlertMails(deps)
	expect(mails).toHaveLength(1)
	for (const line of [`Order: ${orderNumber(order.id)}`, 'Dispute: du_1', 'Amount: $', 'Answer before: December 5, 2026 at 6:59 PM EST'])
		expect(mails[0]?.body).toContain(line)
	expect(mails[0]?.body).not.toContain(order.email ?? '@')
})

test('a dead job is reported once in one mail, and again only after a restart', async () => {
	const refused: EmailOutcome = { kind: 'refused', refusal: 'other', reason: '554 5.7.1 no' }
	const { deps } = await makeTestDeps({
		email: { send: async ({ to }: EmailMessage) => (to === site.supportEmail ? { kind: 'accepted', providerId: 'x' } : refused) },
	})
	const ctx = systemContext(deps, 'test')
	const id = await sendMail(deps, 'order.receipt', 'ana@example.test')
	await sendMail(deps, 'order.receipt', 'bob@example.test')
	await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, { name: 'announce-articles', payload: {} }))
	await sql`update pgboss.job set state = 'failed' where name = 'announce-articles'`.execute(deps.db)

	const counts = await Promise.all([alertOfDeadJobs(ctx), alertOfDeadJobs(ctx)])
	expect(counts.toSorted((a, b) => a - b)).toEqual([0, 3])
	const [mail, ...more] = await listAlertMails(deps)
	expect(more).toEqual([])
	expect(mail?.body).toContain('Given up: 1 × Email new articles to subscribers (failed), 2 × Receipt (failed)')
	expect(mail?.body).not.toContain('@example.test')
	const named = (await listOpenAlerts(ctx)).alerts.map(({ facts }) => facts.map(({ label, value }) => `${label}: ${value}`))
	expect(named).toContainEqual(['Mail: Receipt', 'Result: not delivered, no retries left'])
	expect(named).toContainEqual(['Job: Email new articles to subscribers', 'Result: not delivered, no retries left'])
	expect(await alertOfDeadJobs(ctx)).toBe(0)

	await retryDead(ctx, id)
	await runDueJobs(deps)
	expect(await alertOfDeadJobs(ctx)).toBe(1)
})

test('an address mistyped by a stranger raises no alert, a buyer’s does', async () => {
	const { deps } = await makeTestDeps({ email: { send: async () => ({ kind: 'refused', refusal: 'bad-mailbox', reason: '550 5.1.1' }) } })
	const ctx = systemContext(deps, 'test')
	await sendMail(deps, 'newsletter.confirmation', 'nobody@example.test')
	expect(await alertOfDeadJobs(ctx)).toBe(0)
	await sendMail(deps, 'order.access', 'buyer@example.test')
	expect(await alertOfDeadJobs(ctx)).toBe(1)
})

test('an undelivered alert raises no further alert, and is logged', async () => {
	const { deps, logLines } = await makeTestDeps({
		email: { send: async () => ({ kind: 'refused', refusal: 'bad-mailbox', reason: '550 5.1.1' }) },
	})
	const ctx = systemContext(deps, 'test')
	await deps.db.transaction().execute((tx) => alertOperator(ctx, tx, ALERT))
	await runDueJobs(deps)
	expect(await listDeadJobs(ctx)).toMatchObject([{ name: 'operator.alert', status: 'bounced' }])
	expect(await alertOfDeadJobs(ctx)).toBe(0)
	expect(await listAlerts(deps)).toHaveLength(1)
	expect(logLines.join('')).toContain('alerts did not reach the operator')
})
