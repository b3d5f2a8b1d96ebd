import { checkTransfer, type TransferFacts, type TransferVerdict } from '#domain/orders/check-transfer.ts'
import type { OrderStatus } from '#domain/orders/order-status.ts'
import { formatReference, parseReference } from '#domain/orders/transfer-reference.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { Transfer, TransferBook } from '#server/adapters/payments/port.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { closeUnpaidOrders } from '#server/services/commerce/checkout/close-checkouts.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { lockOrder } from '#server/services/commerce/orders/lock-order.ts'
import { applyLatestSnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

/** @throws ServiceError `transfers_off` (409) if payments don't use bank transfer */
export function requireTransfers({ payments }: Pick<ServiceContext, 'payments'>): TransferBook {
	if (payments.transfers !== null) return payments.transfers
	throw new ServiceError('conflict', 'transfers_off', 'Bank transfer isn’t switched on: set BANK_TRANSFER=1')
}

export async function listTransfers(ctx: ServiceContext): Promise<Transfer[]> {
	const now = ctx.now()
	return (await requireTransfers(ctx).listOpen(ctx.db)).filter(({ expiresAt }) => expiresAt > now)
}

export const toTransferFacts = ({ amountCents, currency, acceptedAt, expiresAt, closedAt, paidAt }: Transfer): TransferFacts => ({
	amountCents,
	currency,
	acceptedAtMs: acceptedAt?.getTime() ?? null,
	expiresAtMs: expiresAt.getTime(),
	closedAtMs: closedAt?.getTime() ?? null,
	paidAtMs: paidAt?.getTime() ?? null,
})

export type TransferConfirmation = {
	/** Payment reference as printed on the bank statement. */
	reference: string
	amountCents: number
	currency: string
	/** Name stored in the audit log. */
	operator: string
	/** True accepts the money even if the order is closed. */
	isTakenLate: boolean
	/** Records the decision in the same transaction. */
	note?: (tx: Tx) => Promise<unknown>
}

/** Result of marking a transfer. `already_paid`: an earlier call marked it; this one changed nothing. */
export type MarkOutcome = {
	outcome: 'marked' | 'already_paid'
	orderId: string
	status: OrderStatus
	paidAt: Date
	/** Number of the buyer's other unpaid orders for the same product that this call closed. */
	closed: number
}

/**
 * Describes the result for the operator. Only the bank statement can distinguish a transfer that is marked twice from a second
 * one of the same amount.
 */
export function describeMarkOutcome({ outcome, orderId, status, paidAt, closed }: MarkOutcome): string {
	const day = paidAt.toISOString().slice(0, 10)
	return [
		outcome === 'marked'
			? `Marked as paid: order ${orderId} is ${status}.`
			: `Nothing was changed: order ${orderId} was marked as paid on ${day} and is ${status}. If the money arrived a second time, send it back to the account it came from.`,
		...(closed > 0 ? [`Other open orders of this buyer that were closed: ${closed}.`] : []),
	].join('\n')
}

const SEND_BACK_OR_LATE = 'Send the money back, or accept it although the order is closed: the buyer then gets the course.'

const refusalMessages = (transfer: Transfer): Record<Exclude<TransferVerdict, 'accepted' | 'already_paid'>, string> => {
	const reference = formatReference(transfer.reference)
	const second = `The order with reference ${reference} is already paid, so this is a second transfer. Nothing was changed: send the money back to the account it came from.`
	const isPaid = transfer.paidAt !== null
	return {
		not_ordered: `The order with reference ${reference} was never placed, and its buyer never saw the account. Send the money back.`,
		wrong_currency: isPaid
			? second
			: `The order with reference ${reference} is in ${transfer.currency.toUpperCase()}. Send the money back.`,
		wrong_amount: isPaid
			? second
			: `The order with reference ${reference} costs ${formatMoney(transfer.amountCents, transfer.currency)}. Nothing was changed: send the money back, or ask the buyer for the rest and mark the whole amount.`,
		expired: `The order with reference ${reference} expired on ${transfer.expiresAt.toISOString().slice(0, 10)}. ${SEND_BACK_OR_LATE}`,
		replaced: `The buyer with reference ${reference} started a newer order, which replaced this one. ${SEND_BACK_OR_LATE}`,
	}
}

/** @throws ServiceError `transfer_no_buyer` (409) if the buyer's data was deleted */
async function requireBuyerExists(tx: Tx, { orderId, reference }: Transfer): Promise<void> {
	const order = await tx.selectFrom('orders').select('person_erased_at').where('id', '=', orderId).executeTakeFirstOrThrow()
	if (order.person_erased_at === null) return
	const message = `Nothing was changed, because the data of the buyer with reference ${formatReference(reference)} was deleted. Send the money back to the account it came from.`
	throw new ServiceError('conflict', 'transfer_no_buyer', message)
}

/** Checks and records the payment. Of two parallel calls, one marks it and the other returns `already_paid`. */
async function mark(ctx: ServiceContext, input: TransferConfirmation & { operator: string }) {
	const transfers = requireTransfers(ctx)
	const reference = parseReference(input.reference)
	const notFound = new ServiceError('not-found', 'transfer_not_found', `We can’t find an order with the reference ${input.reference}`)
	if (reference === null) throw notFound
	return inTransaction(ctx.db, async (tx) => {
		const now = ctx.now()
		const transfer = await transfers.lock(tx, reference)
		if (transfer === null) throw notFound
		const { amountCents, currency, isTakenLate } = input
		const verdict = checkTransfer(toTransferFacts(transfer), {
			amountCents,
			currency: currency.toLowerCase(),
			atMs: now.getTime(),
			isTakenLate,
		})
		if (verdict === 'already_paid') return { transfer: transfer, outcome: 'already_paid' as const, paidAt: transfer.paidAt ?? now }
		await requireBuyerExists(tx, transfer)
		if (verdict !== 'accepted') throw new ServiceError('conflict', `transfer_${verdict}`, refusalMessages(transfer)[verdict])
		await transfers.markPaid(tx, reference, now)
		await recordAudit(ctx, tx, {
			action: 'transfer_marked_paid',
			outcome: 'success',
			userId: null,
			detail: {
				order: transfer.orderId,
				reference,
				operator: input.operator,
				cents: amountCents,
				currency: transfer.currency,
				late: isTakenLate,
			},
		})
		await input.note?.(tx)
		return { transfer: transfer, outcome: 'marked' as const, paidAt: now }
	})
}

/** Closes the buyer's other unpaid orders for the product, so that no reminders are sent for them. */
async function closeOthers(ctx: ServiceContext, paid: OrderRow): Promise<number> {
	if (paid.buyer_key === null) return 0
	const others = await ctx.db
		.selectFrom('orders')
		.innerJoin('checkout_sessions', 'checkout_sessions.order_id', 'orders.id')
		.select(['orders.id as orderId', 'provider_session_id as sessionId'])
		.where('buyer_key', '=', paid.buyer_key)
		.where('product_code', '=', paid.product_code)
		.where('provider', '=', paid.provider)
		.where('orders.id', '<>', paid.id)
		.where('status', '=', 'pending')
		.execute()
	return closeUnpaidOrders(ctx, others)
}

/**
 * Confirms that the money for an order has arrived, and settles the order. Idempotent: a repeated call completes one that was
 * interrupted.
 * @throws ServiceError `transfer_not_found` (404), `transfer_wrong_amount`, `transfer_wrong_currency`, `transfer_expired`,
 * `transfer_replaced`, `transfer_not_ordered`, `transfer_no_buyer` (409), `operator_missing` (400), `transfers_off` (409)
 */
export async function markTransferPaid(ctx: ServiceContext, input: TransferConfirmation): Promise<MarkOutcome> {
	const operator = input.operator.trim()
	if (operator === '')
		throw new ServiceError('invalid', 'operator_missing', 'The name of the person who checked the bank statement is required')
	const { transfer, outcome, paidAt } = await mark(ctx, { ...input, operator })
	const { orderId, checkoutId: sessionId } = transfer
	const applied = await applyLatestSnapshot(ctx, { orderId, sessionId })
	if (applied.outcome === 'refused') throw new Error(`the data about order ${orderId} does not match it`)
	const order = await inTransaction(ctx.db, (tx) => lockOrder(tx, orderId))
	return { outcome, orderId, status: order.status, paidAt, closed: await closeOthers(ctx, order) }
}
