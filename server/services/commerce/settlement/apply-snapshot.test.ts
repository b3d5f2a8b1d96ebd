// asvs V2.2.3 V2.3.3
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { PaymentSnapshot, RefundStatus, SnapshotDispute, SnapshotRefund } from '#server/adapters/payments/port.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import type { Deps } from '#server/services/context.ts'
import { anonymousContext, countResults } from '#tests/factories/checkout.ts'
import { makeOrder, openSnapshot, paidSnapshot } from '#tests/factories/snapshot.ts'
import { isLong } from '#tests/setup/long-tests.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { applySnapshot } from './apply-snapshot.ts'

const apply = (deps: Deps, order: OrderRow, snapshot: PaymentSnapshot) => applySnapshot(anonymousContext(deps), order.id, snapshot)

const statusOf = async (deps: Deps, { id }: OrderRow) =>
	(await deps.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

const minutesLater = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000)

test('two hundred parallel reports of one payment give one entitlement, one receipt and one access mail', async () => {
	const { deps } = await makeTestDeps()
	const order = await makeOrder(deps, 'LAUNCH1')
	const outcomes = await Promise.all(Array.from({ length: 200 }, () => apply(deps, order, paidSnapshot(order))))
	expect(outcomes.every((outcome) => outcome.outcome === 'applied' && outcome.status === 'paid')).toBe(true)
	expect(await countResults(deps)).toEqual({ entitlements: 1, receipts: 1, access: 1, redeemed: 1, alerts: 0 })
})

const WRONG: readonly { what: string; change: (snapshot: PaymentSnapshot) => Partial<PaymentSnapshot> }[] = [
	{ what: 'currency', change: () => ({ currency: 'eur' }) },
	{ what: 'mode', change: () => ({ isLive: true }) },
	{ what: 'order', change: () => ({ orderRef: '01a1fa4e-0000-7000-8000-000000000000' }) },
	{ what: 'total', change: ({ totals }) => ({ totals: { ...totals, totalCents: 100 } }) },
	{ what: 'discount', change: ({ totals }) => ({ totals: { ...totals, discountCents: 4600 } }) },
	{ what: 'amount of the payment', change: ({ payments }) => ({ payments: payments.map((payment) => ({ ...payment, amountCents: 1 })) }) },
	{
		what: 'currency of the payment',
		change: ({ payments }) => ({ payments: payments.map((payment) => ({ ...payment, currency: 'jpy' })) }),
	},
	{
		what: 'discount code that does not exist',
		change: ({ totals }) => ({ discountCode: 'FORGED', totals: { ...totals, discountCents: 1, totalCents: 4699 } }),
	},
]

test.each(WRONG)('a payment with the wrong $what changes nothing and raises an alert', async ({ change }) => {
	const { deps, logLines } = await makeTestDeps()
	const order = await makeOrder(deps)
	const honest = paidSnapshot(order)
	const outcome = await apply(deps, order, { ...honest, ...change(honest) })
	expect(outcome.outcome).toBe('refused')
	await apply(deps, order, { ...honest, ...change(honest) })

	expect(await deps.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()).toEqual(order)
	expect(await countResults(deps)).toMatchObject({ entitlements: 0, receipts: 0, access: 0, alerts: 1 })
	expect(await deps.db.selectFrom('payments').selectAll().execute()).toEqual([])
	expect(logLines.join('')).toContain('payment does not match its order')
})

test('a payment that belongs to another order is refused', async () => {
	const { deps } = await makeTestDeps()
	const [first, second] = [await makeOrder(deps), await makeOrder(deps)]
	const paid = paidSnapshot(first)
	await apply(deps, first, paid)
	expect(await apply(deps, second, { ...paid, orderRef: second.id })).toMatchObject({ outcome: 'refused' })
	expect(await statusOf(deps, second)).toBe('pending')
})

test('a stale unpaid snapshot read after the payment doesn’t undo it', async () => {
	const { deps } = await makeTestDeps()
	const order = await makeOrder(deps)
	await apply(deps, order, paidSnapshot(order))
	expect(await apply(deps, order, openSnapshot(order))).toMatchObject({ outcome: 'applied', status: 'paid' })
})

test('a stale snapshot doesn’t change the end of a checkout, and a checkout that is new to us gets the next number', async () => {
	const { deps } = await makeTestDeps()
	const order = await makeOrder(deps)
	const snapshot = openSnapshot(order, { asOf: minutesLater(order.created_at, 10) })
	const endingAt = (minutes: number) => ({ ...snapshot.checkout, expiresAt: minutesLater(order.created_at, minutes) })
	await apply(deps, order, { ...snapshot, checkout: endingAt(90) })
	await apply(deps, order, { ...snapshot, checkout: endingAt(60), asOf: minutesLater(order.created_at, 9) })
	await apply(deps, order, { ...snapshot, checkout: { ...endingAt(30), id: 'cs_test_second', state: 'expired' } })
	const checkouts = deps.db.selectFrom('checkout_sessions').select(['attempt', 'expires_at']).where('order_id', '=', order.id)
	expect(await checkouts.orderBy('attempt').execute()).toEqual([
		{ attempt: 1, expires_at: minutesLater(order.created_at, 90) },
		{ attempt: 2, expires_at: minutesLater(order.created_at, 30) },
	])
})

test('a paid snapshot requested first but read last still counts', async () => {
	const { deps } = await makeTestDeps()
	const order = await makeOrder(deps)
	await apply(deps, order, openSnapshot(order, { asOf: minutesLater(order.created_at, 10) }))
	expect(await apply(deps, order, paidSnapshot(order))).toMatchObject({ outcome: 'applied', status: 'paid' })
})

test('the first consent that the provider reports is final, with its time', async () => {
	const { deps } = await makeTestDeps()
	const order = await makeOrder(deps)
	const paid = paidSnapshot(order)
	await apply(deps, order, paid)
	await apply(deps, order, { ...paid, waiverVersion: '2026-12-01', asOf: minutesLater(paid.asOf, 60) })
	expect(await deps.db.selectFrom('orders').select(['waiver_version', 'waiver_accepted_at']).executeTakeFirst()).toEqual({
		waiver_version: '2026-11-20',
		waiver_accepted_at: paid.asOf,
	})
})

test('a second payment of one order is flagged and unlocks nothing twice', async () => {
	const { deps } = await makeTestDeps()
	const order = await makeOrder(deps)
	const paid = paidSnapshot(order)
	await apply(deps, order, paid)
	await apply(deps, order, { ...paid, payments: paid.payments.map((payment) => ({ ...payment, id: 'pi_second' })) })
	expect(await countResults(deps)).toMatchObject({ entitlements: 1, receipts: 1, alerts: 1 })
	expect(await deps.db.selectFrom('order_alerts').select('kind').executeTakeFirst()).toEqual({ kind: 'duplicate_payment' })
})

test('a payment after its buyer was erased is recorded and gives no access', async () => {
	const { deps } = await makeTestDeps()
	const order = await makeOrder(deps, 'LAUNCH1')
	const erased = { email: null, buyer_key: null, person_erased_at: deps.now() }
	await deps.db.updateTable('orders').set(erased).where('id', '=', order.id).execute()
	const paid = paidSnapshot(order, { customerEmail: 'buyer@example.com' })
	const byCard = { ...paid, payments: paid.payments.map((payment) => ({ ...payment, card: 'visa 4242' })) }
	expect(await apply(deps, order, byCard)).toMatchObject({ status: 'paid' })
	expect(await countResults(deps)).toMatchObject({ entitlements: 0, receipts: 0, access: 0 })
	expect(await deps.db.selectFrom('payments').select(['amount_cents', 'card']).execute()).toEqual([{ amount_cents: 3760, card: null }])
})

test('a buyer gets the product, a receipt and access at the address from the provider', async () => {
	const { deps, clock } = await makeTestDeps()
	const order = await makeOrder(deps, 'LAUNCH1')
	clock.advance(60_000)
	await apply(deps, order, paidSnapshot(order))
	expect(
		await deps.db.selectFrom('entitlements').select(['order_id', 'product_code', 'user_id', 'email', 'state', 'granted_at']).execute(),
	).toEqual([
		{ order_id: order.id, product_code: order.product_code, user_id: null, email: order.email, state: 'active', granted_at: clock.now() },
	])
	expect(await deps.db.selectFrom('discount_redemptions').select(['code', 'email', 'redeemed_at']).execute()).toEqual([
		{ code: 'LAUNCH1', email: order.email, redeemed_at: clock.now() },
	])
	const mails = await deps.db.selectFrom('outbox_messages').select(['to_address', 'template', 'dedupe_key']).orderBy('id').execute()
	expect(mails).toEqual([
		{ to_address: order.email, template: 'order.receipt', dedupe_key: `receipt:${order.id}` },
		{ to_address: order.email, template: 'order.access', dedupe_key: `access:${order.id}` },
	])
})

const back = (order: OrderRow, status: RefundStatus): SnapshotRefund => ({
	id: `re_${order.id}`,
	paymentId: `pi_${order.id}`,
	amountCents: order.total_cents,
	currency: 'usd',
	status,
	requestRef: null,
	failureReason: null,
	createdAt: order.created_at,
})

const dispute = (order: OrderRow, status: string): SnapshotDispute => ({
	id: `dp_${order.id}`,
	paymentId: `pi_${order.id}`,
	amountCents: order.total_cents,
	currency: 'usd',
	status,
	reason: 'fraudulent',
	evidenceDueBy: null,
})

/** An open checkout, its payment, and later changes to the money, a minute apart. */
const afterPaying = (order: OrderRow, steps: readonly Partial<PaymentSnapshot>[]) => [
	openSnapshot(order),
	...[{}, ...steps].map((step, index) => paidSnapshot(order, { ...step, asOf: minutesLater(order.created_at, index + 1) })),
]

test('the access code still works after a won dispute, and isn’t replaced', async () => {
	const { deps } = await makeTestDeps()
	const order = await makeOrder(deps)
	const mailed = () => deps.db.selectFrom('auth.one_time_tokens').select(['id', 'link_hash']).execute()
	const [, paid, ...later] = afterPaying(order, [{ disputes: [dispute(order, 'needs_response')] }, { disputes: [dispute(order, 'won')] }])
	await apply(deps, order, paid!)
	const before = await mailed()
	expect(before).toHaveLength(1)
	for (const snapshot of later) await apply(deps, order, snapshot)
	expect(await statusOf(deps, order)).toBe('paid')
	expect(await mailed()).toEqual(before)
	expect(await countResults(deps)).toMatchObject({ receipts: 1, access: 1 })
})

/** Expected access at the end of each story. */
const ACCESS: Record<string, string> = { paid: 'active', partially_refunded: 'active', refunded: 'revoked', dispute_lost: 'revoked' }

/** The provider's successive snapshots of a purchase, per story. */
const STORIES: Record<string, (order: OrderRow) => PaymentSnapshot[]> = {
	paid: (order) => {
		const failed = {
			id: `pi_${order.id}`,
			amountCents: order.total_cents,
			currency: 'usd',
			status: 'failed',
			paidAt: null,
			failureCode: 'card_declined',
		} as const
		return [
			openSnapshot(order),
			openSnapshot(order, { payments: [failed], asOf: minutesLater(order.created_at, 1) }),
			paidSnapshot(order, { asOf: minutesLater(order.created_at, 2) }),
			paidSnapshot(order, { asOf: minutesLater(order.created_at, 3) }),
		]
	},
	expired: (order) => {
		const { checkout } = paidSnapshot(order)
		const expired = { ...checkout, state: 'expired', paymentStatus: 'unpaid' } as const
		return [openSnapshot(order), openSnapshot(order, { checkout: expired, asOf: minutesLater(order.created_at, 61) })]
	},
	refunded: (order) => afterPaying(order, [{ refunds: [back(order, 'pending')] }, { refunds: [back(order, 'succeeded')] }]),
	partially_refunded: (order) =>
		afterPaying(order, [
			{ refunds: [{ ...back(order, 'succeeded'), amountCents: 1000 }] },
			{ refunds: [{ ...back(order, 'succeeded'), amountCents: 1000 }] },
		]),
	'paid, for the refund failed': (order) =>
		afterPaying(order, [{ refunds: [back(order, 'succeeded')] }, { refunds: [back(order, 'failed')] }]),
	'paid, for it was an inquiry': (order) =>
		afterPaying(order, [{ disputes: [dispute(order, 'warning_needs_response')] }, { disputes: [dispute(order, 'warning_closed')] }]),
	'paid, for the appeal was won': (order) =>
		afterPaying(order, [{ disputes: [dispute(order, 'lost')] }, { disputes: [dispute(order, 'won')] }]),
	dispute_lost: (order) => afterPaying(order, [{ disputes: [dispute(order, 'needs_response')] }, { disputes: [dispute(order, 'lost')] }]),
	failed: (order) => {
		const { checkout, payments } = paidSnapshot(order)
		const slow = { checkout: { ...checkout, paymentStatus: 'unpaid' as const } }
		const pay = (status: 'processing' | 'failed', minutes: number) =>
			openSnapshot(order, {
				...slow,
				payments: payments.map((payment) => ({ ...payment, status, paidAt: null, failureCode: status === 'failed' ? 'bank' : null })),
				asOf: minutesLater(order.created_at, minutes),
			})
		return [openSnapshot(order), pay('processing', 5), pay('failed', 60)]
	},
}

test('the final state doesn’t depend on order, repetition or overlap of provider answers', async () => {
	const { deps } = await makeTestDeps()
	const deliveries = fc.constantFrom(...Object.keys(STORIES)).chain((story) =>
		fc.record({
			story: fc.constant(story),
			// Every snapshot at least once, in any order, some of them twice.
			order: fc
				.shuffledSubarray([0, 1, 2, 3, 0, 1, 2, 3], { minLength: 8 })
				.chain((twice) => fc.integer({ min: 0, max: 4 }).map((extra) => [...new Set(twice), ...twice.slice(0, extra)])),
			overlap: fc.boolean(),
		}),
	)
	await fc.assert(
		fc.asyncProperty(deliveries, async ({ story, order: picks, overlap }) => {
			const order = await makeOrder(deps)
			const answers = STORIES[story]?.(order) ?? []
			const chosen = picks.flatMap((index) => answers[index] ?? [])
			if (overlap) await Promise.all(chosen.map((answer) => apply(deps, order, answer)))
			else for (const answer of chosen) await apply(deps, order, answer)

			const [status = ''] = story.split(',')
			expect(await statusOf(deps, order)).toBe(status)
			const entitlements = await deps.db.selectFrom('entitlements').select('state').where('order_id', '=', order.id).execute()
			const receipts = await deps.db.selectFrom('outbox_messages').select('id').where('dedupe_key', '=', `receipt:${order.id}`).execute()
			const access = ACCESS[status]
			expect([entitlements, receipts.length]).toEqual(access === undefined ? [[], 0] : [[{ state: access }], 1])
		}),
		{ numRuns: isLong ? 80 : 30 },
	)
})
