import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { watchRefunds } from '#server/services/commerce/settlement/watch-refunds-and-disputes.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { alertOfDeadJobs } from '#server/services/messaging/operator-alerts/alert-of-dead-jobs.ts'
import { listOpenAlerts } from '#server/services/messaging/operator-alerts/open-alerts.ts'
import { markTicketAnswered } from '#server/services/people/support/answer-ticket.ts'
import { recordBackup } from '#server/services/platform/backups/record-backup.ts'
import { makeOrder, paidSnapshot } from '#tests/factories/snapshot.ts'
import { makeTestDeps, type TestDeps } from '#tests/setup/test-deps.ts'

import { raiseDueAlerts } from './raise-due-alerts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const contextOf = (deps: Deps) => systemContext(deps, 'test')
const listHeadings = async (deps: Deps) =>
	(await deps.db.selectFrom('outbox_messages').select('subject').where('template', '=', 'operator.alert').orderBy('id').execute()).map(
		({ subject }) => subject.replace('Action needed: ', ''),
	)

/** Runs the scheduled checks on four servers at once. */
async function checkOnFourServers(deps: Deps) {
	const check = async () => {
		const ctx = contextOf(deps)
		await watchRefunds(ctx)
		await alertOfDeadJobs(ctx)
		await raiseDueAlerts(ctx)
	}
	await Promise.all([check(), check(), check(), check()])
}

async function dispute(deps: Deps, { status = 'needs_response', dueIn = 10 * DAY_MS } = {}) {
	const order = await makeOrder(deps)
	const told = { id: 'du_1', paymentId: `pi_${order.id}`, amountCents: 4700, currency: 'usd', reason: 'fraudulent', status }
	const evidenceDueBy = new Date(deps.now().getTime() + dueIn)
	await applySnapshot(contextOf(deps), order.id, paidSnapshot(order, { disputes: [{ ...told, evidenceDueBy }] }))
}

async function refund(deps: Deps, status: 'failed' | 'pending') {
	const order = await makeOrder(deps)
	const told = { id: 're_1', paymentId: `pi_${order.id}`, amountCents: 4700, currency: 'usd', status, requestRef: null }
	const refunds = [{ ...told, failureReason: 'lost_or_stolen_card', createdAt: deps.now() }]
	await applySnapshot(contextOf(deps), order.id, paidSnapshot(order, { refunds }))
	return order
}

async function overdueRefund(deps: Deps) {
	const order = await refund(deps, 'pending')
	const now = deps.now()
	const by = new Date(now.getTime() + 5 * DAY_MS)
	const times = { requested_at: now, decided_at: now, updated_at: now, expected_from: now, expected_by: by }
	const money = { amount_cents: 4700, provider_payment_id: `pi_${order.id}`, policy_version: '1', facts: '{}' }
	await deps.db
		.insertInto('checkout_sessions')
		.values({
			order_id: order.id,
			provider_session_id: `cs_test_${order.id.replaceAll('-', '')}`,
			attempt: 1,
			url: 'https://pay.test/',
			state: 'complete',
			payment_status: 'paid',
			expires_at: now,
			as_of: now,
		})
		.onConflict((conflict) => conflict.doNothing())
		.execute()
	await deps.db
		.insertInto('refund_requests')
		.values({ order_id: order.id, kind: 'promise', state: 'sent', decided_by: 'policy', ...money, ...times })
		.execute()
}

const writeTicket = (deps: Deps, category: 'general' | 'privacy') =>
	deps.db
		.insertInto('support_tickets')
		.values({
			name: 'Ana',
			email: 'ana@example.test',
			subject: 'Hello',
			message: 'Where is my answer?',
			category,
			due_at: new Date(deps.now().getTime() + (category === 'privacy' ? 30 : 1) * DAY_MS),
			created_at: deps.now(),
		})
		.returning('id')
		.executeTakeFirstOrThrow()

const mails = (deps: Deps, statuses: readonly ('sent' | 'bounced' | 'failed')[]) =>
	deps.db
		.insertInto('outbox_messages')
		.values(
			statuses.map((status, index) => ({
				channel: 'email' as const,
				to_address: `reader-${index}@example.test`,
				template: 'newsletter.article',
				subject: 's',
				body: 'b',
				status,
				created_at: deps.now(),
			})),
		)
		.execute()

const LIVE = {
	NODE_ENV: 'production',
	BANK_TRANSFER: '1',
	GOTRUE_SITE_URL: 'https://academy.org',
	GOTRUE_SMTP_HOST: 'mail.academy.org',
	GOTRUE_SMTP_ADMIN_EMAIL: 'hello@academy.org',
}

type Case = {
	what: string
	arrange: (deps: Deps) => Promise<unknown>
	/** Milliseconds before the first run, which must only send the event's own alert. */
	early?: number
	/** Milliseconds before the run that must raise the alert. */
	late?: number
	told: readonly string[]
	env?: Record<string, string>
}

const DISPUTED = 'A buyer’s bank disputes a payment'
const RUNS_OUT = 'The time to answer a dispute is running out'

const CASES: readonly Case[] = [
	{ what: 'a dispute, at once', arrange: dispute, told: [DISPUTED] },
	{ what: 'a dispute 72 hours before its end', arrange: dispute, early: 6 * DAY_MS, late: DAY_MS, told: [DISPUTED, RUNS_OUT] },
	{
		what: 'a dispute that was answered',
		arrange: (deps) => dispute(deps, { status: 'under_review', dueIn: DAY_MS }),
		late: HOUR_MS,
		told: [DISPUTED],
	},
	{
		what: 'a warning of fraud',
		arrange: async (deps) => {
			const order = await makeOrder(deps)
			const fraudWarnings = [{ id: 'issfr_1', paymentId: `pi_${order.id}`, kind: 'card_never_received', actionable: true }]
			await applySnapshot(contextOf(deps), order.id, paidSnapshot(order, { fraudWarnings }))
		},
		told: ['A bank warns of fraud on a payment'],
	},
	{
		what: 'a second payment',
		arrange: async (deps) => {
			const order = await makeOrder(deps)
			const paid = paidSnapshot(order)
			await applySnapshot(contextOf(deps), order.id, { ...paid, payments: paid.payments.flatMap((one) => [one, { ...one, id: 'pi_2' }]) })
		},
		told: ['An order was paid twice'],
	},
	{ what: 'a refund that failed', arrange: (deps) => refund(deps, 'failed'), told: ['A refund didn’t go through'] },
	{
		what: 'a refund that is late',
		arrange: overdueRefund,
		early: 4 * DAY_MS,
		late: 2 * DAY_MS,
		told: ['A refund is overdue'],
	},
	{ what: 'a mail that was given up', arrange: (deps) => mails(deps, ['failed']), told: ['Some messages or jobs failed for good'] },
	{
		what: 'a message without an answer',
		arrange: (deps) => writeTicket(deps, 'general'),
		early: 23 * HOUR_MS,
		late: 2 * HOUR_MS,
		told: ['An answer is overdue'],
	},
	{
		what: 'a privacy request without an answer',
		arrange: (deps) => writeTicket(deps, 'privacy'),
		early: 4 * DAY_MS,
		late: 5 * DAY_MS,
		told: ['A privacy request has waited for five business days'],
	},
	{
		what: 'a deletion that was not carried out',
		arrange: async ({ db, now }) => {
			const after = (days: number) => new Date(now().getTime() + days * DAY_MS)
			const times = { asked_at: now(), erases_at: after(14), due_at: after(30) }
			await db
				.insertInto('privacy_requests')
				.values({ kind: 'erase', user_id: randomUUID(), ...times })
				.execute()
		},
		early: 18 * DAY_MS,
		late: 5 * DAY_MS,
		told: ['A privacy request has waited for five business days'],
	},
	{
		what: 'mails that come back',
		arrange: (deps) => mails(deps, [...Array<'sent'>(30).fill('sent'), 'bounced', 'bounced', 'bounced']),
		told: ['Many emails bounce'],
	},
	{ what: 'one wrong address of few', arrange: (deps) => mails(deps, ['sent', 'bounced']), told: [] },
	{
		what: 'a key of certificates near its end',
		arrange: ({ db, now }) =>
			db
				.insertInto('auth.certificate_keys')
				.values({ public_multibase: 'zPublic', secret_multibase: 'zSecret', status: 'current', created_at: now() })
				.execute(),
		early: 334 * DAY_MS,
		late: 2 * DAY_MS,
		told: ['The certificate signing key expires soon'],
	},
	{
		what: 'a backup that is missing',
		env: LIVE,
		arrange: (deps) => recordBackup(deps, { folder: '/backups/monday', megabytes: 40 }),
		early: 47 * HOUR_MS,
		late: 2 * HOUR_MS,
		told: ['No backup has been taken for two days'],
	},
	{ what: 'no backup of a sandbox', arrange: async () => undefined, late: 30 * DAY_MS, told: [] },
]

test.each(CASES)('exactly $told.length alerts are raised: $what', async ({ arrange, env = {}, early, late = 0, told }) => {
	const { deps, clock }: TestDeps = await makeTestDeps({ env })
	await arrange(deps)
	if (early !== undefined) {
		const byEvent = await listHeadings(deps)
		clock.advance(early)
		await checkOnFourServers(deps)
		expect(await listHeadings(deps)).toEqual(byEvent)
	}
	clock.advance(late)
	await checkOnFourServers(deps)
	clock.advance(HOUR_MS)
	await checkOnFourServers(deps)
	expect(await listHeadings(deps)).toEqual(told)
	expect((await listOpenAlerts(contextOf(deps))).alerts.map(({ heading }) => heading).toSorted()).toEqual(told.toSorted())
})

test.each([
	['needs_response', [DISPUTED, RUNS_OUT, RUNS_OUT]],
	['warning_needs_response', [DISPUTED, RUNS_OUT, RUNS_OUT]],
	['under_review', [DISPUTED]],
])('a dispute with status %s is reported at once and, until it is answered, at 72 and at 24 hours', async (status, headings) => {
	const { deps, clock } = await makeTestDeps()
	await dispute(deps, { status })
	for (let hour = 0; hour < 11 * 24; hour += 6) {
		clock.advance(6 * HOUR_MS)
		await raiseDueAlerts(contextOf(deps))
	}
	expect(await listHeadings(deps)).toEqual(headings)
})

test('many alerts of one kind are one mail, but separate alerts', async () => {
	const { deps, clock } = await makeTestDeps()
	for (let count = 0; count < 7; count += 1) await writeTicket(deps, 'general')
	clock.advance(2 * DAY_MS)
	expect(await raiseDueAlerts(contextOf(deps))).toBe(7)
	expect(await listHeadings(deps)).toHaveLength(1)
	const { alerts, total } = await listOpenAlerts(contextOf(deps))
	expect([alerts.length, total]).toEqual([7, 7])
	const [{ facts } = { facts: [] }] = alerts
	expect(new Set(facts.map(({ label }) => label))).toEqual(new Set(['About', 'Promised by']))
	expect(facts.find(({ name }) => name === 'promisedBy')?.value).toMatch(/^\w+ \d+, \d{4} at \d+:\d\d\s[AP]M E[SD]T$/u)
	expect(facts).toContainEqual({ name: 'about', label: 'About', value: 'general', at: null })
	expect(JSON.stringify(alerts)).not.toContain('ana@')
})

test('a run killed before its end alerts no one, and the next one alerts once', async () => {
	const { deps, clock } = await makeTestDeps()
	await writeTicket(deps, 'general')
	clock.advance(2 * DAY_MS)
	let kills = 1
	const enqueue: typeof deps.jobs.enqueue = async (tx, job) => {
		await deps.jobs.enqueue(tx, job)
		// Terminates the connection within the transaction, like the death of the process.
		if (kills-- > 0) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
	}
	await expect(raiseDueAlerts(contextOf({ ...deps, jobs: { ...deps.jobs, enqueue } }))).rejects.toThrow(
		'some due alerts could not be checked',
	)
	expect(await listHeadings(deps)).toEqual([])
	await checkOnFourServers(deps)
	expect(await listHeadings(deps)).toHaveLength(1)
})

test('an answered message is no longer overdue', async () => {
	const { deps, clock } = await makeTestDeps()
	const { id } = await writeTicket(deps, 'general')
	expect(await markTicketAnswered(contextOf(deps), { id, operator: 'Kim' })).toBe(true)
	expect(await markTicketAnswered(contextOf(deps), { id, operator: 'Kim' })).toBe(false)
	clock.advance(2 * DAY_MS)
	expect(await raiseDueAlerts(contextOf(deps))).toBe(0)
})
