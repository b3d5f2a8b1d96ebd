import { expect, test } from 'vitest'

import { createStripePayments } from '#server/adapters/payments/stripe/provider.ts'
import { createSandboxApi } from '#server/sandbox/stripe/api.ts'
import { overrideRefund } from '#server/services/commerce/refunds/request-refund.ts'
import { type ServiceContext, systemContext } from '#server/services/context.ts'
import { openCheckout, payAtProvider } from '#tests/factories/checkout.ts'
import { askForRefund, buyAsLearner } from '#tests/factories/refund.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { reconcilePayout } from './reconcile-payout.ts'

async function read(ctx: ServiceContext, id: string) {
	const found = await reconcilePayout(ctx, id)
	if (found === 'away') throw new Error('the provider is away')
	return found
}

const DAYS = 86_400_000
const CHARGED = { category: 'charge', grossCents: 4700, feeCents: 166, netCents: 4534, currency: 'usd' }

/** Sells two orders, refunds one, and waits for their payout. */
async function sellTwice() {
	const { deps, clock } = await makeTestDeps()
	const back = await buyAsLearner(deps)
	await askForRefund(deps, back.learner, back.orderId)
	await runDueJobs(deps)
	const kept = await buyAsLearner(deps)
	clock.advance(4 * DAYS)
	return { deps, clock, ctx: systemContext(deps, 'test'), back, kept }
}

test('a payout adds up: each line has its order, and the fees match', async () => {
	const { ctx, back, kept } = await sellTwice()
	const payouts = (await ctx.payments.payouts?.list(20)) ?? []
	expect(payouts).toMatchObject([{ amountCents: 4368, currency: 'usd', status: 'paid', isLive: false, contents: 'known' }])
	const found = await read(ctx, payouts[0]?.id ?? '')
	expect(found).toMatchObject({ sums: { grossCents: 4700, feeCents: 332, netCents: 4368 }, addsUp: true, isWhole: true })
	expect(found?.lines.toSorted((one, other) => one.netCents - other.netCents)).toMatchObject([
		{ category: 'refund', grossCents: -4700, feeCents: 0, netCents: -4700, orderId: back.orderId, fault: null },
		{ ...CHARGED, fault: null },
		{ ...CHARGED, fault: null },
	])
	expect(new Set(found?.lines.map(({ orderId }) => orderId))).toEqual(new Set([back.orderId, kept.orderId]))
	expect([await read(ctx, 'po_none'), await read(ctx, '../charges'), await read(ctx, '\0')]).toEqual([null, null, null])
})

test('foreign payments, wrong amounts and unknown refunds are flagged', async () => {
	const { deps, clock } = await makeTestDeps()
	const { orderId, learner, sessionId } = await buyAsLearner(deps)
	await askForRefund(deps, learner, orderId)
	await runDueJobs(deps)
	const other = await openCheckout(deps)
	await payAtProvider(deps, other.sessionId)
	await deps.db.updateTable('payments').set({ amount_cents: 4600 }).where('order_id', '=', orderId).execute()
	await deps.db.deleteFrom('refunds').where('order_id', '=', orderId).execute()
	const [payment] = (await deps.payments.fetchSnapshot(sessionId)).payments
	clock.advance(4 * DAYS)
	const [payout] = (await deps.payments.payouts?.list(20)) ?? []
	const found = await read(systemContext(deps, 'test'), payout?.id ?? '')
	const faults = found?.lines.map(({ category, paymentId, fault }) => [category, paymentId === payment?.id, fault])
	expect(faults?.toSorted((one, two) => String(one).localeCompare(String(two)))).toEqual([
		['charge', false, 'not in our records'],
		['charge', true, 'different amount in our records'],
		['refund', true, 'a refund that isn’t in our records'],
	])
	expect(found?.addsUp).toBe(true)
})

test('a partial refund matches our records', async () => {
	const { deps, clock } = await makeTestDeps()
	const { orderId } = await buyAsLearner(deps)
	const ctx = systemContext(deps, 'test')
	await overrideRefund(ctx, { orderId, operator: 'Operator One', reason: 'Goodwill', amountCents: 1000 })
	await runDueJobs(deps)
	clock.advance(4 * DAYS)
	const [payout] = (await deps.payments.payouts?.list(20)) ?? []
	const found = await read(ctx, payout?.id ?? '')
	expect(found?.lines.toSorted((one, other) => one.netCents - other.netCents)).toMatchObject([
		{ category: 'refund', grossCents: -1000, orderId, fault: null },
		{ ...CHARGED, orderId, fault: null },
	])
	expect(found?.addsUp).toBe(true)
})

test('a provider without automatic payouts has none', async () => {
	const { deps } = await makeTestDeps({ env: { BANK_TRANSFER: '1' } })
	expect([deps.payments.payouts, await read(systemContext(deps, 'test'), 'po_1')]).toEqual([null, null])
})

/** Opens the sandbox behind a proxy that changes the responses to `path`. */
async function withAnswers(change: (path: string, body: Record<string, unknown>) => object) {
	const sold = await sellTwice()
	const api = createSandboxApi(sold.deps)
	const asked: string[] = []
	const send = async (url: string | URL | Request, init?: RequestInit) => {
		const address = new URL(url instanceof Request ? url.url : url)
		const { pathname, search } = address
		asked.push(pathname + search)
		// One line per page, so that there are several pages.
		const answer = await api.fetch(new Request(address.href.replace('limit=100', 'limit=1'), init))
		return Response.json(change(pathname, (await answer.json()) as Record<string, unknown>), { status: answer.status })
	}
	const config = { secretKey: 'sk_test_sandbox', livemode: false, send, now: sold.deps.now }
	const payments = createStripePayments({ ...config, webhookSecrets: () => Promise.resolve([]) })
	return { asked, ctx: { ...sold.ctx, payments }, id: (await sold.ctx.payments.payouts?.list(1))?.[0]?.id ?? '' }
}

test('all pages are read, and a sum that differs from the payout is reported', async () => {
	const { asked, ctx, id } = await withAnswers((path, body) => (path.startsWith('/v1/payouts/') ? { ...body, amount: 5000 } : body))
	expect(await read(ctx, id)).toMatchObject({ addsUp: false, sums: { netCents: 4368 }, lines: [{}, {}, {}] })
	expect(asked.filter((each) => each.includes('starting_after=txn_'))).toHaveLength(3)
	expect(asked.filter((each) => each.startsWith('/v1/balance_transactions'))[0]).toContain('data.source')
})

test('a manual payout isn’t queried, and one in progress isn’t judged', async () => {
	const byHand = await withAnswers((_path, body) => ({ ...body, automatic: false, reconciliation_status: 'not_applicable' }))
	expect(await read(byHand.ctx, byHand.id)).toMatchObject({ addsUp: null, lines: [], payout: { contents: 'never' } })
	expect(byHand.asked.filter((each) => each.startsWith('/v1/balance_transactions'))).toEqual([])
	const early = await withAnswers((path, body) =>
		path.startsWith('/v1/payouts/') ? { ...body, reconciliation_status: 'in_progress' } : body,
	)
	expect(await read(early.ctx, early.id)).toMatchObject({ addsUp: null, payout: { contents: 'later' } })
})

test('a provider fee has no order', async () => {
	const own = { amount: -200, fee: 0, net: -200, type: 'stripe_fee', reporting_category: 'fee', source: null }
	const { ctx, id } = await withAnswers((path, body) => {
		if (path.startsWith('/v1/payouts/')) return { ...body, amount: 4168 }
		const [moved] = (body as { data?: Record<string, unknown>[] }).data ?? []
		return moved?.type === 'payout' ? { ...body, data: [{ ...moved, ...own, id: moved.id }] } : body
	})
	const found = await read(ctx, id)
	expect(found).toMatchObject({ addsUp: true, sums: { grossCents: 4700, feeCents: 532, netCents: 4168 } })
	expect(found?.lines[0]).toMatchObject({ category: 'fee', orderId: null, paymentId: null, fault: null })
})

test('an amount converted to another currency isn’t compared', async () => {
	const inEuro = (moved: Record<string, unknown>) => (moved['type'] === 'charge' ? { ...moved, currency: 'eur', amount: 4300 } : moved)
	const { ctx, id } = await withAnswers((path, body) =>
		path.startsWith('/v1/balance_transactions') ? { ...body, data: (body['data'] as Record<string, unknown>[]).map(inEuro) } : body,
	)
	const charges = (await read(ctx, id))?.lines.filter(({ category }) => category === 'charge')
	expect(charges).toMatchObject([
		{ currency: 'eur', grossCents: 4300, fault: null },
		{ currency: 'eur', grossCents: 4300, fault: null },
	])
})
