import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { content } from '#content/loaded.server.ts'
import { MARKETING_DAYS } from '#domain/privacy/periods.ts'
import { systemContext } from '#server/services/context.ts'
import { applyRetention } from '#server/services/people/privacy/apply-retention.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import type { RuleName } from './rules.ts'
import { sendLifecycle, switchRule } from './send-lifecycle.ts'

const { course } = content

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const READER = 'reader@example.test'

async function open(rule: RuleName) {
	const { deps, clock } = await makeTestDeps()
	const { db, now } = deps
	const ctx = systemContext(deps, 'test')
	await switchRule(ctx, db, { name: rule, isOn: true })
	const subscribe = (email = READER) =>
		sql`insert into newsletter_subscriptions (email, source, status, covers_newsletters, requested_at, confirmed_at)
			values (${email}, 'blog', 'confirmed', true, ${now()}, ${now()})
			on conflict (email) do update set requested_at = ${now()}, confirmed_at = ${now()}`.execute(db)
	const order = async (status = 'pending', email = READER) => {
		const { rows } = await sql<{ id: string }>`
			insert into orders (email, product_code, product_name, subtotal_cents, total_cents, status, provider, created_at, updated_at, currency,
				livemode, client_address, refund_policy_version, paid_at)
			values (${email}, 'lifetime', 'Course', 4700, 4700, ${status}, 'sandbox', ${now()}, ${now()}, 'usd', false, 'x', '1',
				${status === 'paid' ? now() : null}) returning id`.execute(db)
		return rows[0]?.id ?? ''
	}
	const states = async () =>
		(await db.selectFrom('outbox_messages').select('status').where('template', '=', 'newsletter.letter').execute()).map(
			({ status }) => status,
		)
	return { deps, clock, db, now, ctx, subscribe, order, states, send: () => sendLifecycle(ctx, 100) }
}

/** Creates a learner who got the certificate yesterday. */
async function graduate({ deps, clock, db, now, subscribe }: Awaited<ReturnType<typeof open>>) {
	const { learner, orderId } = await buyAsLearner(deps)
	await subscribe(learner.email)
	await db
		.insertInto('certificates')
		.values({ user_id: learner.userId, course_code: 'c', course_name: 'Course', learner_name: 'A', issued_at: now(), credential: '{}' })
		.execute()
	clock.advance(25 * HOUR_MS)
	return orderId
}

test('an automatic mail is sent once ever, even after its stored copy is deleted', async () => {
	const { deps, clock, ctx, subscribe, order, states, send } = await open('unpaid-checkout')
	await subscribe()
	await order()
	clock.advance(25 * HOUR_MS)
	expect(await send()).toBe(1)
	await runDueJobs(deps)
	clock.advance((MARKETING_DAYS - 10) * DAY_MS)
	await subscribe()
	clock.advance(20 * DAY_MS)
	await order()
	clock.advance(25 * HOUR_MS)
	await applyRetention(ctx)
	expect(await states()).toEqual([])
	expect(await send()).toBe(0)
})

test.each([
	{ checkouts: [23], sent: 0 },
	{ checkouts: [24], sent: 0 },
	{ checkouts: [25], sent: 1 },
	{ checkouts: [72], sent: 1 },
	{ checkouts: [73], sent: 0 },
	{ checkouts: [48, 30], sent: 1 },
	{ checkouts: [48, 2], sent: 0 },
])('with checkouts opened $checkouts hours ago, $sent mails about an unpaid checkout are sent', async ({ checkouts, sent }) => {
	const { clock, subscribe, order, send } = await open('unpaid-checkout')
	await subscribe()
	await subscribe('other@example.test')
	for (const [index, hours] of checkouts.entries()) {
		await order()
		clock.advance((hours - (checkouts[index + 1] ?? 0)) * HOUR_MS)
	}
	expect(await send()).toBe(sent)
})

test('a purchase before sending suppresses the mail about an unpaid checkout', async () => {
	const { deps, clock, subscribe, order, states, send } = await open('unpaid-checkout')
	await subscribe()
	await order()
	clock.advance(25 * HOUR_MS)
	expect(await send()).toBe(1)
	await order('paid')
	await runDueJobs(deps)
	expect(await states()).toEqual(['suppressed'])
})

test('unsubscribing before sending suppresses the mail', async () => {
	const { deps, clock, db, subscribe, order, states, send } = await open('unpaid-checkout')
	await subscribe()
	await order()
	clock.advance(25 * HOUR_MS)
	expect(await send()).toBe(1)
	await db.updateTable('newsletter_subscriptions').set({ status: 'unsubscribed' }).execute()
	await runDueJobs(deps)
	expect(await states()).toEqual(['suppressed'])
})

test('a checkout with a pending bank transfer doesn’t count as abandoned', async () => {
	const { clock, db, now, subscribe, order, send } = await open('unpaid-checkout')
	await subscribe()
	const orderId = await order()
	await db
		.insertInto('bank_transfers')
		.values({
			checkout_id: 'c',
			order_id: orderId,
			attempt: 1,
			reference: 'R',
			livemode: false,
			currency: 'usd',
			subtotal_cents: 4700,
			discount_cents: 0,
			total_cents: 4700,
			consent_version: '1',
			accepted_at: now(),
			created_at: now(),
			expires_at: now(),
		})
		.execute()
	await subscribe('other@example.test')
	await order('processing', 'other@example.test')
	clock.advance(25 * HOUR_MS)
	expect(await send()).toBe(0)
	await db.updateTable('bank_transfers').set({ closed_at: now() }).execute()
	expect(await send()).toBe(1)
})

test('a refund stops the certificate mail, queued or not', async () => {
	const opened = await open('certificate')
	const { deps, db, states, send } = opened
	const orderId = await graduate(opened)
	const setAccess = (state: 'active' | 'revoked') => db.updateTable('entitlements').set({ state }).where('order_id', '=', orderId).execute()
	await setAccess('revoked')
	expect(await send()).toBe(0)
	await setAccess('active')
	expect(await send()).toBe(1)
	await setAccess('revoked')
	await runDueJobs(deps)
	expect(await states()).toEqual(['suppressed'])
})

test('revoking the certificate stops its queued mail', async () => {
	const opened = await open('certificate')
	await graduate(opened)
	expect(await opened.send()).toBe(1)
	await opened.db.updateTable('certificates').set({ revoked_at: opened.now(), revoked_reason: 'issued-in-error' }).execute()
	await runDueJobs(opened.deps)
	expect(await opened.states()).toEqual(['suppressed'])
})

/** Creates a subscriber with an account and the course who has just finished these modules. */
async function learn({ deps, db, now, subscribe }: Awaited<ReturnType<typeof open>>, modules: readonly number[]) {
	const { learner } = await buyAsLearner(deps)
	await subscribe(learner.email)
	const store = (finished: readonly number[]) =>
		db
			.insertInto('progress_entries')
			.values(
				finished.map((id) => ({
					user_id: learner.userId,
					kind: 'module',
					key: String(id),
					done: true,
					changed_at: now(),
					stored_at: now(),
					first_stored_at: now(),
				})),
			)
			.execute()
	if (modules.length > 0) await store(modules)
	return { learner, store }
}
const ALL_MODULES = course.modules.map(({ id }) => id)

test('a learner who finished every module without claiming the certificate is mailed once', async () => {
	const opened = await open('finished')
	const { clock, send } = opened
	const { store } = await learn(opened, [ALL_MODULES[0] ?? 1])
	clock.advance(25 * HOUR_MS)
	expect(await send()).toBe(0)
	await store(ALL_MODULES.slice(1))
	clock.advance(23 * HOUR_MS)
	expect(await send()).toBe(0)
	clock.advance(2 * HOUR_MS)
	expect(await send()).toBe(1)
	expect(await send()).toBe(0)
})

test('a stalled learner is mailed once after fourteen days; progress, completion or a refund stops it', async () => {
	const opened = await open('stalled')
	const { deps, clock, db, states, send } = opened
	const moving = await learn(opened, [1])
	await learn(opened, [])
	await learn(opened, ALL_MODULES)
	const { learner: refunded } = await learn(opened, [1])
	clock.advance(14 * DAY_MS - HOUR_MS)
	expect(await send()).toBe(0)
	// The UTC day of their last progress ends.
	clock.advance(DAY_MS)
	await db.updateTable('entitlements').set({ state: 'revoked' }).where('email', '=', refunded.email).execute()
	clock.advance(2 * HOUR_MS)
	expect(await send()).toBe(2)
	expect(await send()).toBe(0)
	await moving.store([2])
	await runDueJobs(deps)
	expect((await states()).toSorted()).toEqual(['sent', 'suppressed'])
	clock.advance(20 * DAY_MS)
	expect(await send()).toBe(0)
})

test('a learner is stalled fourteen days after the UTC day of the last progress, of which only the first report has a time', async () => {
	const opened = await open('stalled')
	const { clock, now, send } = opened
	await learn(opened, [1])
	const endOfDay = (Math.floor(now().getTime() / DAY_MS) + 1) * DAY_MS
	clock.advance(endOfDay + 14 * DAY_MS - now().getTime() - 1)
	expect(await send()).toBe(0)
	clock.advance(1)
	expect(await send()).toBe(1)
})

type Learnt = Awaited<ReturnType<typeof learn>>

const withCertificate =
	(isRevoked: boolean) =>
	({ db, now }: Awaited<ReturnType<typeof open>>, { learner: { userId } }: Learnt) =>
		db
			.insertInto('certificates')
			.values({
				user_id: userId,
				course_code: 'c',
				course_name: 'Course',
				learner_name: 'A',
				issued_at: now(),
				credential: '{}',
				revoked_at: isRevoked ? now() : null,
				revoked_reason: isRevoked ? 'issued-in-error' : null,
			})
			.execute()
const withRefund = ({ db }: Awaited<ReturnType<typeof open>>, { learner: { email } }: Learnt) =>
	db.updateTable('entitlements').set({ state: 'revoked' }).where('email', '=', email).execute()
const undoModule = ({ db }: Awaited<ReturnType<typeof open>>) =>
	db.updateTable('progress_entries').set({ done: false }).where('key', '=', String(ALL_MODULES[1])).execute()

test.each([
	{ rule: 'finished', has: 'nothing more', make: async () => {}, sent: 1 },
	{ rule: 'finished', has: 'the certificate', make: withCertificate(false), sent: 0 },
	{ rule: 'finished', has: 'a revoked certificate', make: withCertificate(true), sent: 1 },
	{ rule: 'finished', has: 'a refund', make: withRefund, sent: 0 },
	{ rule: 'finished', has: 'an undone module', make: undoModule, sent: 0 },
	{ rule: 'stalled', has: 'nothing more', make: async () => {}, sent: 1 },
	{ rule: 'stalled', has: 'the certificate', make: withCertificate(false), sent: 0 },
	{ rule: 'stalled', has: 'a revoked certificate', make: withCertificate(true), sent: 1 },
	{ rule: 'stalled', has: 'a refund', make: withRefund, sent: 0 },
] as const)('of the rule “$rule”, $sent emails go to a learner with $has', async ({ rule, make, sent }) => {
	const opened = await open(rule)
	await make(opened, await learn(opened, rule === 'finished' ? ALL_MODULES : [1]))
	opened.clock.advance(rule === 'finished' ? 25 * HOUR_MS : 15 * DAY_MS)
	expect(await opened.send()).toBe(sent)
})

test('turning a rule off suppresses its queued mails', async () => {
	const opened = await open('certificate')
	await graduate(opened)
	expect(await opened.send()).toBe(1)
	await switchRule(opened.ctx, opened.db, { name: 'certificate', isOn: false })
	await runDueJobs(opened.deps)
	expect(await opened.states()).toEqual(['suppressed'])
})
