import { expect, test } from 'vitest'

import { RefundRefused } from '#server/adapters/payments/port.ts'
import { deliverWebhooks, openCheckout, payAtProvider } from '#tests/factories/checkout.ts'
import { findOrderOf, movePayment } from '#tests/factories/money.ts'
import { openShop } from '#tests/factories/shop.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'

/** Opens a shop with one paid order, and a function that sends it webhooks. */
async function paidShop(card?: string) {
	const shop = await openShop()
	const { sessionId } = await openCheckout(shop.deps, { couponCode: 'LAUNCH1', email: 'ada@example.com' })
	await payAtProvider(shop.deps, sessionId, card === undefined ? {} : { card })
	const tell = () => deliverWebhooks(shop.deps, (request) => shop.app.fetch(request))
	await tell()
	const snapshot = await shop.deps.payments.fetchSnapshot(sessionId)
	const [payment] = snapshot.payments
	if (!payment) throw new Error('nothing was paid')
	const refund = (refundRequestId: string, amountCents: number) =>
		shop.deps.payments.createRefund({ refundRequestId, paymentId: payment.id, amountCents, reason: 'requested_by_customer' })
	return { shop, tell, refund, sessionId, paymentId: payment.id, read: () => findOrderOf(shop.deps, sessionId) }
}

test('a refund webhook updates order, access and entitlement in one step', async () => {
	const { refund, tell, read } = await paidShop()
	expect(await refund('request-1', 3760)).toMatchObject({ status: 'succeeded', amountCents: 3760, requestRef: 'request-1' })
	expect(await read()).toEqual({ status: 'paid', access: 'active' })
	await tell()
	expect(await read()).toEqual({ status: 'refunded', access: 'revoked' })
})

test('a partial refund keeps access, a full one ends it', async () => {
	const { refund, tell, read } = await paidShop()
	await refund('request-1', 1000)
	await tell()
	expect(await read()).toEqual({ status: 'partially_refunded', access: 'active' })
	await refund('request-2', 2760)
	await tell()
	expect(await read()).toEqual({ status: 'refunded', access: 'revoked' })
})

test('parallel and repeated refund requests send money once, even after the idempotency key expired', async () => {
	const { shop, refund } = await paidShop()
	const made = await Promise.all(Array.from({ length: 10 }, () => refund('request-1', 3760)))
	await shop.deps.db.deleteFrom('sandbox_stripe.idempotency_keys').execute()
	made.push(await refund('request-1', 3760))
	expect(new Set(made.map(({ id }) => id)).size).toBe(1)
	expect(await shop.deps.payments.fetchRefund(made[0]?.id ?? '')).toMatchObject({ status: 'succeeded', amountCents: 3760 })
})

test.each([
	{ what: 'more than was paid', amountCents: 3761, reason: 'too_much' },
	{ what: 'an unknown payment', amountCents: 1, paymentId: 'pi_none', reason: 'unknown_payment' },
])('$what is permanently refused as $reason', async ({ amountCents, paymentId, reason }) => {
	const { shop, paymentId: own } = await paidShop()
	const order = { refundRequestId: 'request-1', paymentId: paymentId ?? own, amountCents, reason: 'requested_by_customer' } as const
	const refusal: unknown = await shop.deps.payments.createRefund(order).catch((error: unknown) => error)
	expect(refusal).toBeInstanceOf(RefundRefused)
	expect((refusal as RefundRefused).reason).toBe(reason)
})

test('money already refunded or charged back isn’t sent again', async () => {
	const { refund } = await paidShop()
	await refund('request-1', 3760)
	await expect(refund('request-2', 1)).rejects.toMatchObject({ reason: 'already_refunded' })
	const disputed = await paidShop('4000 0000 0000 0259')
	await expect(disputed.refund('request-1', 1)).rejects.toMatchObject({ reason: 'disputed' })
})

test('a refund that fails at the bank restores access and raises an alert', async () => {
	const { shop, refund, tell, read } = await paidShop('4000 0000 0000 5126')
	await refund('request-1', 3760)
	await tell()
	expect(await read()).toEqual({ status: 'refunded', access: 'revoked' })
	shop.clock.advance(60_000)
	await runDueJobs(shop.deps)
	await tell()
	expect(await read()).toEqual({ status: 'paid', access: 'active' })
	expect(await shop.deps.db.selectFrom('order_alerts').select('kind').execute()).toContainEqual({ kind: 'refund_failed' })
})

test('a pending refund suspends access until it succeeds', async () => {
	const { shop, refund, tell, read } = await paidShop('4000 0000 0000 7726')
	expect(await refund('request-1', 3760)).toMatchObject({ status: 'pending' })
	await tell()
	expect(await read()).toEqual({ status: 'refund_pending', access: 'suspended' })
	shop.clock.advance(60_000)
	await runDueJobs(shop.deps)
	await tell()
	expect(await read()).toEqual({ status: 'refunded', access: 'revoked' })
})

test('inquiries and fraud warnings change nothing; a dispute suspends, a loss revokes, a won appeal restores', async () => {
	const inquiry = await paidShop('4000 0000 0000 1976')
	expect(await inquiry.read()).toEqual({ status: 'paid', access: 'active' })
	const warned = await paidShop('4000 0000 0000 5423')
	expect(await warned.read()).toEqual({ status: 'paid', access: 'active' })
	expect(await warned.shop.deps.db.selectFrom('order_alerts').select('kind').execute()).toEqual([{ kind: 'early_fraud_warning' }])

	const { shop, tell, read, paymentId } = await paidShop('4000 0000 0000 0259')
	expect(await read()).toEqual({ status: 'disputed', access: 'suspended' })
	const steps = [
		{ to: 'lost', status: 'dispute_lost', access: 'revoked' },
		{ to: 'appeal_under_review', status: 'disputed', access: 'suspended' },
		{ to: 'won', status: 'paid', access: 'active' },
	] as const
	for (const { to, ...expected } of steps) {
		shop.clock.advance(60_000)
		await movePayment(shop.deps, paymentId, to)
		await tell()
		expect(await read()).toEqual(expected)
	}
})

test.each([
	{ account: '000123456789', status: 'paid', access: 'active' },
	{ account: '000111111116', status: 'failed', access: null },
])('a bank debit is pending first and ends $status', async ({ account, status, access }) => {
	const shop = await openShop()
	const { sessionId } = await openCheckout(shop.deps, { email: 'ada@example.com' })
	await payAtProvider(shop.deps, sessionId, { card: account })
	const tell = () => deliverWebhooks(shop.deps, (request) => shop.app.fetch(request))
	await tell()
	expect(await findOrderOf(shop.deps, sessionId)).toEqual({ status: 'processing', access: null })
	shop.clock.advance(60_000)
	await runDueJobs(shop.deps)
	await tell()
	expect(await findOrderOf(shop.deps, sessionId)).toEqual({ status, access })
})
