import { expect, test } from 'vitest'

import { performCall } from '#server/sandbox/stripe/objects.ts'
import { expireSession } from '#server/sandbox/stripe/sessions.ts'
import { sendRefund } from '#server/services/commerce/settlement/send-refund.ts'
import { systemContext } from '#server/services/context.ts'
import { countResults, deliverWebhooks, openCheckout, payAtProvider } from '#tests/factories/checkout.ts'
import { askForRefund, buyAsLearner, readStand } from '#tests/factories/refund.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeOrder } from '#tests/factories/snapshot.ts'
import { runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { reconcilePayments } from './reconcile-payments.ts'

const HOUR_MS = 3_600_000

type Shop = Awaited<ReturnType<typeof openShop>>

const reconcile = (shop: Shop) => reconcilePayments(systemContext(shop.deps, 'reconcile'))

const statuses = async ({ deps }: Shop) =>
	(await deps.db.selectFrom('orders').select('status').orderBy('created_at').orderBy('id').execute()).map(({ status }) => status)

/** Pays a checkout whose webhooks were all lost. */
async function payWithoutWebhook(couponCode?: string) {
	const shop = await openShop()
	const { sessionId } = await openCheckout(shop.deps, { email: 'ada@example.com', ...(couponCode !== undefined && { couponCode }) })
	await payAtProvider(shop.deps, sessionId)
	return { shop, sessionId }
}

test('a payment whose webhooks were lost is found in one run, settled once, and raises an alert', async () => {
	const { shop } = await payWithoutWebhook('LAUNCH1')
	expect(await reconcile(shop)).toMatchObject({ missed: 3, foundPaid: 1, failed: 0 })
	expect(await statuses(shop)).toEqual(['paid'])
	expect(await reconcile(shop)).toMatchObject({ missed: 0, foundPaid: 0, checked: 0 })
	expect(await countResults(shop.deps)).toEqual({ entitlements: 1, receipts: 1, access: 1, redeemed: 1, alerts: 1 })
	expect(await shop.deps.db.selectFrom('order_alerts').select('kind').execute()).toEqual([{ kind: 'found_by_reconciler' }])
})

test('webhooks, success page and two reconcilers in parallel settle once', async () => {
	const { shop, sessionId } = await payWithoutWebhook()
	const tell = () => deliverWebhooks(shop.deps, (request) => shop.app.fetch(request))
	await Promise.all([reconcile(shop), tell(), shop.status(sessionId), reconcile(shop), tell(), shop.status(sessionId)])
	expect(await statuses(shop)).toEqual(['paid'])
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 1, receipts: 1, access: 1 })
})

test('the hourly job expires abandoned checkouts and gives up unopened ones', async () => {
	const shop = await openShop()
	await openCheckout(shop.deps, { email: 'ada@example.com' })
	await makeOrder(shop.deps)
	expect(await statuses(shop)).toEqual(['pending', 'pending'])
	shop.clock.advance(2 * HOUR_MS)
	await runTimedJob(shop.deps, 'reconcile-payments')
	expect((await statuses(shop)).toSorted()).toEqual(['canceled', 'expired'])
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 0, receipts: 0, redeemed: 0, alerts: 0 })
})

test('a failed event is retried by the next run', async () => {
	const { shop, sessionId } = await payWithoutWebhook()
	// If the cursor wrongly moved to the current time, it would now skip the failed events.
	shop.clock.advance(HOUR_MS)
	const away = { ...shop.deps, payments: { ...shop.deps.payments, fetchSnapshot: () => Promise.reject(new Error('away')) } }
	expect(await reconcilePayments(systemContext(away, 'reconcile'))).toMatchObject({ missed: 0, failed: 4 })
	expect(await statuses(shop)).toEqual(['pending'])
	shop.clock.advance(HOUR_MS)
	await performCall(shop.deps, (call) => expireSession(call, sessionId)).catch(() => null)
	expect(await reconcile(shop)).toMatchObject({ missed: 3, foundPaid: 1, failed: 0 })
	expect(await statuses(shop)).toEqual(['paid'])
})

test('if the provider can’t list events, the run fails, the cursor stays, and the next run catches up', async () => {
	const { shop } = await payWithoutWebhook()
	const listEvents = async function* () {
		await Promise.resolve()
		yield* [] as never[]
		throw new Error('away')
	}
	const away = { ...shop.deps, payments: { ...shop.deps.payments, listEvents } }
	await expect(reconcilePayments(systemContext(away, 'reconcile'))).rejects.toThrow('away')
	expect(await shop.deps.db.selectFrom('payment_event_cursors').selectAll().execute()).toEqual([])
	expect(await reconcile(shop)).toMatchObject({ foundPaid: 1 })
})

test('orders and events of the other mode (live or test) are ignored', async () => {
	const { shop } = await payWithoutWebhook()
	const live = { ...shop.deps, payments: { ...shop.deps.payments, isLive: true } }
	shop.clock.advance(HOUR_MS)
	expect(await reconcilePayments(systemContext(live, 'reconcile'))).toMatchObject({ foundPaid: 0, checked: 0 })
	expect(await statuses(shop)).toEqual(['pending'])
})

test('a refund that the provider sent, but never reported, is found', async () => {
	const { deps, clock } = await makeTestDeps()
	const bought = await buyAsLearner(deps)
	await askForRefund(deps, bought.learner, bought.orderId)
	const { id: requestId } = await deps.db.selectFrom('refund_requests').select('id').executeTakeFirstOrThrow()
	const createRefund: typeof deps.payments.createRefund = async (request) => {
		await deps.payments.createRefund(request)
		throw new Error('the connection was lost')
	}
	const payments = Object.assign(Object.create(deps.payments) as typeof deps.payments, {
		createRefund,
		async *listEvents() {},
	})
	const ctx = { ...systemContext(deps, 'test'), payments }
	await expect(sendRefund(ctx, { requestId })).rejects.toThrow('the connection was lost')
	expect(await readStand(deps, bought.orderId)).toBe('refund_pending, suspended, granted')
	clock.advance(HOUR_MS)
	expect(await reconcilePayments(ctx)).toMatchObject({ events: 0, checked: 1, failed: 0 })
	expect(await readStand(deps, bought.orderId)).toBe('refunded, revoked, settled')
})
