import { expect, test } from 'vitest'

import { reconcilePayments } from '#server/services/commerce/checkout/reconcile-payments.ts'
import { overrideRefund } from '#server/services/commerce/refunds/request-refund.ts'
import { systemContext } from '#server/services/context.ts'
import { countResults, openCheckout } from '#tests/factories/checkout.ts'
import { findOrderOf } from '#tests/factories/money.ts'
import { placeTransfer, sendMoney } from '#tests/factories/transfer.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { markRefundSent } from './mark-refund-sent.ts'
import { listTransfers, describeMarkOutcome } from './mark-transfer-paid.ts'
import { remindTransfers } from './transfer-mails.ts'

const DAY_MS = 86_400_000

/** Opens a shop that takes bank transfers, with one placed order. */
async function openBank(input: { couponCode?: string } = {}) {
	const { deps, clock } = await makeTestDeps({ env: { BANK_TRANSFER: '1' } })
	const { sessionId } = await openCheckout(deps, { browserKey: 'ada', ...input })
	await placeTransfer(deps, sessionId)
	const operator = systemContext(deps, 'operator')
	const audit = async () => {
		const rows = await deps.db.selectFrom('auth.audit_log_entries').select('action').orderBy('created_at').execute()
		return rows.filter(({ action }) => action.includes('marked'))
	}
	const mails = async (template: string) =>
		(await deps.db.selectFrom('outbox_messages').select('id').where('template', '=', template).execute()).length
	return { deps, clock, sessionId, operator, audit, mails, read: () => findOrderOf(deps, sessionId) }
}

const codeOf = async (work: Promise<unknown>) => {
	const error: unknown = await work.catch((thrown: unknown) => thrown)
	return error instanceof Error && 'code' in error ? error.code : error
}

test('a received transfer pays its order like a card, with one audit log entry', async () => {
	const { deps, sessionId, audit, read, mails } = await openBank({ couponCode: 'LAUNCH1' })
	expect(await read()).toEqual({ status: 'pending', access: null })
	expect(await mails('order.transfer-asked')).toBe(1)
	expect(await sendMoney(deps, sessionId)).toMatchObject({ outcome: 'marked', status: 'paid', closed: 0 })
	expect(await read()).toEqual({ status: 'paid', access: 'active' })
	expect(await countResults(deps)).toEqual({ entitlements: 1, receipts: 1, access: 1, redeemed: 1, alerts: 0 })
	expect(await audit()).toHaveLength(1)
	const order = await deps.db.selectFrom('orders').select(['waiver_version', 'total_cents', 'provider']).executeTakeFirstOrThrow()
	expect(order).toEqual({ waiver_version: '2026-11-22', total_cents: 3760, provider: 'bank-transfer' })
})

test('a transfer marked ten times in parallel and once more is paid once', async () => {
	const { deps, sessionId, audit } = await openBank()
	const outcomes = await Promise.all(Array.from({ length: 10 }, () => sendMoney(deps, sessionId)))
	expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([...Array.from({ length: 9 }, () => 'already_paid'), 'marked'])
	expect(await sendMoney(deps, sessionId)).toMatchObject({ outcome: 'already_paid', status: 'paid' })
	expect(await countResults(deps)).toMatchObject({ entitlements: 1, receipts: 1, access: 1, alerts: 0 })
	expect(await audit()).toHaveLength(1)
})

test('a second transfer with the same reference is reported as to be sent back', async () => {
	const { deps, clock, sessionId } = await openBank()
	expect(describeMarkOutcome(await sendMoney(deps, sessionId))).toMatch(/^Marked as paid: order [\w-]+ is paid\.$/)
	const day = clock.now().toISOString().slice(0, 10)
	clock.advance(2 * DAY_MS)
	const again = describeMarkOutcome(await sendMoney(deps, sessionId))
	expect(again).toMatch(/^Nothing was changed: .* send it back to the account it came from\.$/)
	expect(again).toContain(`was marked as paid on ${day} and is paid`)
	for (const changes of [{ amountCents: 5 }, { currency: 'eur' }])
		await expect(sendMoney(deps, sessionId, changes)).rejects.toThrow(
			/is already paid, so this is a second transfer\..* send the money back/,
		)
})

test.each([
	{ what: 'a cent less', changes: { amountCents: 4699 }, code: 'transfer_wrong_amount' },
	{ what: 'a cent more', changes: { amountCents: 4701 }, code: 'transfer_wrong_amount' },
	{ what: 'the right number in another currency', changes: { currency: 'EUR' }, code: 'transfer_wrong_currency' },
	{ what: 'an unknown reference', changes: { reference: 'LW-0000-0000' }, code: 'transfer_not_found' },
	{ what: 'an invalid reference', changes: { reference: "' or 1=1" }, code: 'transfer_not_found' },
	{ what: 'an empty name', changes: { operator: ' ' }, code: 'operator_missing' },
])('$what changes nothing ($code)', async ({ changes, code }) => {
	const { deps, sessionId, read, audit } = await openBank()
	expect(await codeOf(sendMoney(deps, sessionId, changes))).toBe(code)
	expect(await read()).toEqual({ status: 'pending', access: null })
	expect(await audit()).toEqual([])
})

test('an order that wasn’t placed can’t be marked as paid', async () => {
	const { deps } = await makeTestDeps({ env: { BANK_TRANSFER: '1' } })
	const { sessionId } = await openCheckout(deps)
	expect(await codeOf(sendMoney(deps, sessionId))).toBe('transfer_not_ordered')
	expect(await codeOf(sendMoney(deps, sessionId, { isTakenLate: true }))).toBe('transfer_not_ordered')
})

test('an order expires after fourteen days; later money is refused unless the operator accepts it', async () => {
	const { deps, clock, sessionId, operator, read } = await openBank({ couponCode: 'LAUNCH1' })
	clock.advance(14 * DAY_MS - 60_000)
	await reconcilePayments(operator)
	expect(await read()).toEqual({ status: 'pending', access: null })
	clock.advance(60_000)
	expect(await codeOf(sendMoney(deps, sessionId))).toBe('transfer_expired')
	clock.advance(15 * 60_000)
	await reconcilePayments(operator)
	expect(await read()).toEqual({ status: 'expired', access: null })
	expect(await listTransfers(operator)).toEqual([])
	expect(await codeOf(sendMoney(deps, sessionId))).toBe('transfer_expired')
	expect(await sendMoney(deps, sessionId, { isTakenLate: true })).toMatchObject({ outcome: 'marked', status: 'paid' })
	expect(await read()).toEqual({ status: 'paid', access: 'active' })
	expect(await countResults(deps)).toMatchObject({ entitlements: 1, receipts: 1, redeemed: 1 })
})

/** Opens a shop with a single-use code. `open` opens a checkout with the code in another browser. */
async function openLimited() {
	const made = await makeTestDeps({ env: { BANK_TRANSFER: '1' } })
	const { deps } = made
	const code = { code: 'ONLY', percent: 10, offer_codes: ['digital-income-mastery-lifetime'], total_limit: 1 }
	await deps.db.insertInto('discount_codes').values(code).execute()
	const open = (browserKey: string) => openCheckout(deps, { couponCode: 'ONLY', browserKey })
	return { ...made, operator: systemContext(deps, 'operator'), open }
}

test('an unplaced order closes after an hour, and releases a limited code after two', async () => {
	const { deps, clock, operator, open } = await openLimited()
	const { sessionId } = await open('stranger')
	expect(await codeOf(open('ada'))).toBe('discount_used_up')
	clock.advance(60 * 60_000)
	expect(await codeOf(placeTransfer(deps, sessionId, { browserKey: 'stranger' }))).toBe('order_closed')
	// The hold ends with its grace period even if no one opens the page; the reconciler frees the code at once.
	clock.advance(60 * 60_000)
	const { sessionId: adas } = await open('ada')
	expect(await codeOf(open('grace'))).toBe('discount_used_up')
	clock.advance(61 * 60_000)
	await reconcilePayments(operator)
	expect(await findOrderOf(deps, sessionId)).toEqual({ status: 'expired', access: null })
	expect(await findOrderOf(deps, adas)).toEqual({ status: 'expired', access: null })
	await open('grace')
})

test('a placed order holds its code for fourteen days, and then releases it', async () => {
	const { deps, clock, operator, open } = await openLimited()
	const { sessionId } = await open('ada')
	clock.advance(30 * 60_000)
	await placeTransfer(deps, sessionId)
	const open14 = new Date(clock.now().getTime() + 14 * DAY_MS)
	expect(await deps.db.selectFrom('checkout_sessions').select('expires_at').execute()).toEqual([{ expires_at: open14 }])
	clock.advance(2 * 60 * 60_000)
	await reconcilePayments(operator)
	// The Buy button leads back to this order, instead of opening a new one that would replace it.
	expect((await open('ada')).sessionId).toBe(sessionId)
	clock.advance(14 * DAY_MS - 2 * 60 * 60_000 - 60_000)
	await reconcilePayments(operator)
	expect(await findOrderOf(deps, sessionId)).toEqual({ status: 'pending', access: null })
	expect(await codeOf(open('grace'))).toBe('discount_used_up')
	clock.advance(60 * 60_000)
	await reconcilePayments(operator)
	expect(await findOrderOf(deps, sessionId)).toEqual({ status: 'expired', access: null })
	await open('grace')
})

test('ordering again returns the same order; on other terms a newer one replaces it', async () => {
	const { deps, sessionId, read } = await openBank()
	expect((await openCheckout(deps, { browserKey: 'ada' })).sessionId).toBe(sessionId)
	const newer = await openCheckout(deps, { browserKey: 'ada', couponCode: 'LAUNCH1' })
	expect(newer.sessionId).not.toBe(sessionId)
	expect(await read()).toEqual({ status: 'canceled', access: null })
	await placeTransfer(deps, newer.sessionId)
	expect(await codeOf(sendMoney(deps, sessionId))).toBe('transfer_replaced')
	// The buyer has paid this order, so the other one must be closed instead of waiting for money.
	expect(await sendMoney(deps, sessionId, { isTakenLate: true })).toMatchObject({ outcome: 'marked', status: 'paid', closed: 1 })
	expect(await read()).toEqual({ status: 'paid', access: 'active' })
	expect(await findOrderOf(deps, newer.sessionId)).toEqual({ status: 'canceled', access: null })
	expect(await listTransfers(systemContext(deps, 'operator'))).toEqual([])
})

test('a paid transfer closes the buyer’s other open orders for the product, not for another product or of another buyer', async () => {
	const { deps, sessionId } = await openBank()
	const { id: _, ...row } = await deps.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
	const checkout = await deps.db.selectFrom('checkout_sessions').selectAll().executeTakeFirstOrThrow()
	const transfer = await deps.db.selectFrom('bank_transfers').selectAll().executeTakeFirstOrThrow()
	const others = { same: {}, product: { product_code: 'another' }, buyer: { buyer_key: 'another' } }
	for (const [name, change] of Object.entries(others)) {
		const { id } = await deps.db
			.insertInto('orders')
			.values({ ...row, ...change })
			.returning('id')
			.executeTakeFirstOrThrow()
		const checkoutId = `bt_${name}`
		await deps.db
			.insertInto('checkout_sessions')
			.values({ ...checkout, order_id: id, provider_session_id: checkoutId })
			.execute()
		await deps.db
			.insertInto('bank_transfers')
			.values({ ...transfer, order_id: id, checkout_id: checkoutId, reference: `LW0000000${name.length}` })
			.execute()
	}
	expect(await sendMoney(deps, sessionId)).toMatchObject({ outcome: 'marked', closed: 1 })
	const status = async (name: string) => (await findOrderOf(deps, `bt_${name}`)).status
	expect([await status('same'), await status('product'), await status('buyer')]).toEqual(['canceled', 'pending', 'pending'])
})

test('an order marked as paid during a second checkout is either paid or replaced, never both', async () => {
	const { deps, sessionId, read } = await openBank()
	const [marked, second] = await Promise.allSettled([
		sendMoney(deps, sessionId),
		openCheckout(deps, { browserKey: 'ada', couponCode: 'LAUNCH1' }),
	])
	expect(second.status).toBe('fulfilled')
	expect(await read()).toEqual(marked.status === 'fulfilled' ? { status: 'paid', access: 'active' } : { status: 'canceled', access: null })
	const { entitlements } = (await countResults(deps)) ?? {}
	expect(entitlements).toBe(marked.status === 'fulfilled' ? 1 : 0)
})

test('a code for the full price opens the course after the terms are accepted, without payment', async () => {
	const { deps } = await makeTestDeps({ env: { BANK_TRANSFER: '1' } })
	await deps.db
		.insertInto('discount_codes')
		.values({ code: 'GIFT', percent: 100, offer_codes: ['digital-income-mastery-lifetime'] })
		.execute()
	const { sessionId } = await openCheckout(deps, { browserKey: 'ada', couponCode: 'GIFT' })
	const receipt = await placeTransfer(deps, sessionId)
	expect(receipt).toMatchObject({ status: 'paid', access: 'active', transfer: null })
	expect(await countResults(deps)).toMatchObject({ entitlements: 1, receipts: 1 })
})

test('the buyer is reminded once, after three days, and not if paid', async () => {
	const { deps, clock, sessionId, operator, mails } = await openBank()
	clock.advance(3 * DAY_MS - 1)
	expect(await remindTransfers(operator)).toBe(0)
	clock.advance(1)
	expect(await Promise.all([remindTransfers(operator), remindTransfers(operator)])).toContain(1)
	expect(await remindTransfers(operator)).toBe(0)
	expect(await mails('order.transfer-reminder')).toBe(1)
	await sendMoney(deps, sessionId)

	const paid = await openBank()
	await sendMoney(paid.deps, paid.sessionId)
	paid.clock.advance(4 * DAY_MS)
	expect(await remindTransfers(paid.operator)).toBe(0)
})

test('a refund asks the operator to send the money, and is done once marked as sent', async () => {
	const { deps, clock, sessionId, operator, read, audit, mails } = await openBank()
	const { orderId } = await sendMoney(deps, sessionId)
	const request = await overrideRefund(operator, { orderId, operator: 'Ada', reason: 'asked' })
	await runDueJobs(deps)
	expect(await read()).toEqual({ status: 'refund_pending', access: 'suspended' })
	expect(await mails('refund.settled')).toBe(0)
	const alerts = await deps.db.selectFrom('order_alerts').select(['kind', 'detail']).execute()
	expect(alerts).toEqual([{ kind: 'refund_by_hand', detail: { request: request.id } }])

	clock.advance(DAY_MS)
	expect(await codeOf(markRefundSent(operator, { requestId: request.id, operator: '' }))).toBe('operator_missing')
	expect(await codeOf(markRefundSent(operator, { requestId: orderId, operator: 'Ada' }))).toBe('refund_not_found')
	expect(await codeOf(markRefundSent(operator, { requestId: 'nonsense', operator: 'Ada' }))).toBe('refund_not_found')
	expect(await read()).toEqual({ status: 'refund_pending', access: 'suspended' })
	expect(await markRefundSent(operator, { requestId: request.id, operator: 'Ada' })).toEqual({ orderId, isNew: true })
	expect(await markRefundSent(operator, { requestId: request.id, operator: 'Ada' })).toEqual({ orderId, isNew: false })
	expect(await read()).toEqual({ status: 'refunded', access: 'revoked' })
	expect(await mails('refund.settled')).toBe(1)
	expect((await audit()).map(({ action }) => action)).toEqual(['transfer_marked_paid', 'refund_marked_sent'])
})

test('without BANK_TRANSFER the operator’s commands report that it is off', async () => {
	const { deps } = await makeTestDeps()
	const operator = systemContext(deps, 'operator')
	expect(await codeOf(listTransfers(operator))).toBe('transfers_off')
	expect(await codeOf(markRefundSent(operator, { requestId: '0198f3a0-0000-7000-8000-00000000000a', operator: 'Ada' }))).toBe(
		'transfers_off',
	)
	expect(await remindTransfers(operator)).toBe(0)
})
