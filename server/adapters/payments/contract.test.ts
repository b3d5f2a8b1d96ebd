import { expect, test } from 'vitest'

import type { Deps } from '#server/services/context.ts'
import { openCheckout, payAtProvider } from '#tests/factories/checkout.ts'
import { placeTransfer, sendMoney } from '#tests/factories/transfer.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { CHECKOUT_ID_PLACEHOLDER, type CheckoutRequest, ProviderUnavailable, RefundRefused, WebhookRejected } from './port.ts'

/** Payment providers to test. All must meet the same requirements, no matter how they take and report payments. */
const PROVIDERS: readonly {
	code: string
	env: Record<string, string>
	/** Simulates everything that happens until the money has arrived. */
	pay: (deps: Deps, checkoutId: string) => Promise<unknown>
}[] = [
	{ code: 'stripe', env: {}, pay: (deps, checkoutId) => payAtProvider(deps, checkoutId) },
	{
		code: 'bank-transfer',
		env: { BANK_TRANSFER: '1' },
		async pay(deps, checkoutId) {
			await placeTransfer(deps, checkoutId)
			await sendMoney(deps, checkoutId)
		},
	},
]

async function open({ env, pay }: (typeof PROVIDERS)[number]) {
	const { deps, clock } = await makeTestDeps({ env })
	const { payments } = deps
	const checkout = await openCheckout(deps, { email: 'ada@example.com', browserKey: 'ada', couponCode: 'LAUNCH1' })
	const { id: orderId } = await deps.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
	const request: CheckoutRequest = {
		orderId,
		attempt: 2,
		product: { code: 'dim', name: 'Digital Income Mastery', description: 'All of it.', amountCents: 4700, currency: 'usd', taxCode: null },
		discount: { code: 'LAUNCH1', off: { percent: 20 }, expiresAt: null },
		enterableDiscounts: [],
		email: 'ada@example.com',
		asksForInvoice: false,
		consent: { version: '2026-11-22', label: 'Open it at once.', note: 'Money back for 30 days.' },
		expiresAt: new Date(clock.now().getTime() + payments.openForMs),
		urls: {
			success: `http://shop.test/paid?id=${CHECKOUT_ID_PLACEHOLDER}`,
			cancel: `http://shop.test/canceled?id=${CHECKOUT_ID_PLACEHOLDER}`,
			order: `http://shop.test/orders/${CHECKOUT_ID_PLACEHOLDER}`,
		},
	}
	return { deps, clock, payments, checkoutId: checkout.sessionId, orderId, request, pay: () => pay(deps, checkout.sessionId) }
}

const refundOf = (paymentId: string, amountCents: number, refundRequestId = '0198f3a0-0000-7000-8000-00000000000a') =>
	({ refundRequestId, paymentId, amountCents, reason: 'requested_by_customer' }) as const

const reasonOf = async (refund: Promise<unknown>) => {
	const error: unknown = await refund.catch((thrown: unknown) => thrown)
	return error instanceof RefundRefused ? error.reason : error
}

test.each(PROVIDERS)('$code opens a checkout that is open, unpaid and on our terms', async (provider) => {
	const { payments, checkoutId, orderId } = await open(provider)
	expect([payments.code, payments.isLive]).toEqual([provider.code, false])
	expect(await payments.fetchSnapshot(checkoutId)).toMatchObject({
		isLive: false,
		currency: 'usd',
		orderRef: orderId,
		checkout: { id: checkoutId, state: 'open', paymentStatus: 'unpaid' },
		payments: [],
		refunds: [],
		totals: { subtotalCents: 4700, discountCents: 940, totalCents: 3760 },
		discountCode: 'LAUNCH1',
	})
})

test.each(PROVIDERS)('$code returns the same checkout for ten parallel requests of one order and attempt', async (provider) => {
	const { payments, request } = await open(provider)
	const opened = await Promise.all(Array.from({ length: 10 }, () => payments.createCheckout(request)))
	expect(new Set(opened.map(({ checkoutId }) => checkoutId)).size).toBe(1)
	expect(new Set(opened.map(({ url }) => url)).size).toBe(1)
	expect(opened[0]?.url).not.toContain(CHECKOUT_ID_PLACEHOLDER)
})

test.each(PROVIDERS)('$code closes an open checkout once, and never a paid one', async (provider) => {
	const { payments, checkoutId } = await open(provider)
	expect([await payments.expireCheckout(checkoutId), await payments.expireCheckout(checkoutId)]).toEqual([true, false])
	expect(await payments.fetchSnapshot(checkoutId)).toMatchObject({ checkout: { state: 'expired', paymentStatus: 'unpaid' }, payments: [] })
	const paid = await open(provider)
	await paid.pay()
	expect(await paid.payments.expireCheckout(paid.checkoutId)).toBe(false)
})

test.each(PROVIDERS)('$code reports one payment of the full amount, the accepted terms, and the time of the snapshot', async (provider) => {
	const { payments, checkoutId, clock, pay } = await open(provider)
	await pay()
	const snapshot = await payments.fetchSnapshot(checkoutId)
	expect(snapshot).toMatchObject({
		asOf: clock.now(),
		checkout: { state: 'complete', paymentStatus: 'paid' },
		payments: [{ amountCents: 3760, currency: 'usd', status: 'succeeded', failureCode: null }],
		waiverVersion: '2026-11-22',
		disputes: [],
	})
	expect(snapshot.payments[0]?.paidAt).toBeInstanceOf(Date)
})

test.each(PROVIDERS)('$code makes one refund for repeated and parallel requests', async (provider) => {
	const { payments, checkoutId, pay } = await open(provider)
	await pay()
	const [payment] = (await payments.fetchSnapshot(checkoutId)).payments
	const made = await Promise.all(Array.from({ length: 10 }, () => payments.createRefund(refundOf(payment?.id ?? '', 1000))))
	expect(new Set(made.map(({ id }) => id)).size).toBe(1)
	const { refunds } = await payments.fetchSnapshot(checkoutId)
	expect(refunds).toMatchObject([
		{ paymentId: payment?.id, amountCents: 1000, currency: 'usd', requestRef: refundOf('', 1).refundRequestId },
	])
	expect(await payments.fetchRefund(made[0]?.id ?? '')).toEqual(refunds[0])
})

test.each(PROVIDERS)('$code permanently refuses what can’t be refunded', async (provider) => {
	const { payments, checkoutId, pay } = await open(provider)
	await pay()
	const id = (await payments.fetchSnapshot(checkoutId)).payments[0]?.id ?? ''
	expect(await reasonOf(payments.createRefund(refundOf('pi_nobody', 1, 'a')))).toBe('unknown_payment')
	expect(await reasonOf(payments.createRefund(refundOf(id, 3761, 'b')))).toBe('too_much')
	await payments.createRefund(refundOf(id, 3760, 'c'))
	expect(await reasonOf(payments.createRefund(refundOf(id, 1, 'd')))).toBe('already_refunded')
})

test.each(PROVIDERS)('$code throws ProviderUnavailable for an unknown checkout or refund', async ({ env }) => {
	const { deps } = await makeTestDeps({ env })
	await expect(deps.payments.fetchSnapshot('cs_test_aaaaaaaaaaaaaaaaaaaaaaaa')).rejects.toBeInstanceOf(ProviderUnavailable)
	await expect(deps.payments.fetchRefund('re_none')).rejects.toBeInstanceOf(ProviderUnavailable)
})

test.each(PROVIDERS)('$code rejects a webhook without its signature', async ({ env }) => {
	const { deps } = await makeTestDeps({ env })
	for (const headers of [new Headers(), new Headers({ 'stripe-signature': 't=1,v1=00' })])
		await expect(deps.payments.verifyWebhook('{"id":"evt_1"}', headers)).rejects.toBeInstanceOf(WebhookRejected)
})
