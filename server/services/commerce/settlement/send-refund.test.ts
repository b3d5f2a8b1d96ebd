import { expect, test } from 'vitest'

import { RefundRefused } from '#server/adapters/payments/port.ts'
import { overrideRefund } from '#server/services/commerce/refunds/request-refund.ts'
import { systemContext } from '#server/services/context.ts'
import { askForRefund, buyAsLearner, listOrderAlerts, listRefundMails, readStand, reportChange } from '#tests/factories/refund.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps, type TestDeps } from '#tests/setup/test-deps.ts'

import { sendRefund } from './send-refund.ts'

const ctxOf = ({ deps }: TestDeps) => systemContext(deps, 'test')

type CreateRefund = TestDeps['deps']['payments']['createRefund']

/** Returns a context whose provider creates refunds with `createRefund`. */
const withRefunds = (made: TestDeps, createRefund: CreateRefund) => {
	const ctx = ctxOf(made)
	return { ...ctx, payments: Object.assign(Object.create(ctx.payments) as typeof ctx.payments, { createRefund }) }
}

test('a provider refusal after the money was sent changes nothing', async () => {
	const made = await makeTestDeps()
	const { deps } = made
	const bought = await buyAsLearner(deps)
	await askForRefund(deps, bought.learner, bought.orderId)
	const { id: requestId } = await deps.db.selectFrom('refund_requests').select('id').executeTakeFirstOrThrow()
	await sendRefund(
		withRefunds(made, async (request) => {
			await deps.payments.createRefund(request)
			throw new RefundRefused('disputed')
		}),
		{ requestId },
	)
	expect(await readStand(deps, bought.orderId)).toBe('refunded, revoked, settled')
	expect(await listRefundMails(deps)).toEqual(['requested', 'granted', 'settled'])
	expect(await listOrderAlerts(made.deps)).toEqual([])
})

test('a request for a payment that was refunded at the provider meanwhile is done, and the other payment keeps access open', async () => {
	const made = await makeTestDeps()
	const { deps } = made
	const bought = await buyAsLearner(deps)
	const { payments } = await deps.payments.fetchSnapshot(bought.sessionId)
	await reportChange(made, bought, { payments: payments.flatMap((payment) => [payment, { ...payment, id: 'pi_second' }]) })
	const request = await overrideRefund(ctxOf(made), { orderId: bought.orderId, operator: 'One', reason: 'paid twice' })
	const refund = { currency: 'usd', status: 'succeeded', requestRef: null, failureReason: null, createdAt: made.clock.now() }
	const byHand = { ...refund, id: 're_by_hand', paymentId: request.provider_payment_id, amountCents: request.amount_cents }
	await reportChange(made, bought, { refunds: [byHand] })
	expect(await readStand(deps, bought.orderId)).toBe('refund_pending, suspended, granted')
	const refuse = () => Promise.reject(new RefundRefused('already_refunded'))
	await sendRefund(withRefunds(made, refuse), { requestId: request.id })
	expect(await readStand(deps, bought.orderId)).toBe('paid, active, settled')
	expect(await listOrderAlerts(made.deps)).toEqual(['duplicate_payment'])
})

test('a permanent provider refusal fails the request, restores access and notifies buyer and operator', async () => {
	const made = await makeTestDeps()
	const { deps } = made
	const bought = await buyAsLearner(deps)
	await askForRefund(deps, bought.learner, bought.orderId)
	await deps.db.updateTable('refund_requests').set({ provider_payment_id: 'pi_unknown' }).execute()
	await runDueJobs(deps)
	expect(await readStand(deps, bought.orderId)).toBe('paid, active, failed')
	expect(await listRefundMails(deps)).toEqual(['requested', 'granted', 'failed'])
	expect(await listOrderAlerts(made.deps)).toEqual(['refund_failed'])
})
