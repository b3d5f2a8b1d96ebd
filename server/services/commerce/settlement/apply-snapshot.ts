import { findMismatches, type Mismatch } from '#domain/orders/match-terms.ts'
import { deriveOrderStatus, isSettled, type OrderStatus, deriveAccess } from '#domain/orders/order-status.ts'
import { applyDiscount } from '#domain/pricing/apply-discount.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { PaymentSnapshot } from '#server/adapters/payments/port.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { findDiscount, isEnterableAtProvider } from '#server/services/commerce/discounts/find-discount.ts'
import { releaseDiscount } from '#server/services/commerce/discounts/record-redemption.ts'
import { taxTermsAtPurchase } from '#server/services/commerce/invoices/issue-invoice.ts'
import { issueMissingInvoices } from '#server/services/commerce/invoices/issue-missing-invoices.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { lockOrder } from '#server/services/commerce/orders/lock-order.ts'
import {
	findForeignParts,
	type OrderAlertKind,
	readServerFacts,
	recordAlert,
	storeFacts,
} from '#server/services/commerce/orders/store-facts.ts'
import { updateRefundRequests } from '#server/services/commerce/refunds/decide-refund.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'

import { settleOrder } from './settle-order.ts'

export const inUtc = (time: Date) =>
	`${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`

type News = { orderId: string; snapshot: PaymentSnapshot; succeededPaymentIds: readonly string[] }

/** Alerts the operator, once each, to facts that match the order but still need a person, such as a duplicate payment. */
export async function raiseAlerts(ctx: ServiceContext, tx: Tx, { orderId, snapshot, succeededPaymentIds }: News): Promise<void> {
	const raise = (kind: OrderAlertKind, detail: Record<string, string>, facts?: Record<string, string>) =>
		recordAlert(ctx, tx, { orderId, kind, detail, ...(facts && { facts }) })
	if (succeededPaymentIds.length > 1) await raise('duplicate_payment', { payments: succeededPaymentIds.toSorted().join(' ') })
	for (const { id, status, reason, amountCents, evidenceDueBy } of snapshot.disputes)
		await raise(
			'dispute',
			{ dispute: id, status, reason },
			{
				amount: formatMoney(amountCents, snapshot.currency),
				answerBefore: evidenceDueBy ? inUtc(evidenceDueBy) : 'no response is required',
			},
		)
	for (const { id, kind } of snapshot.fraudWarnings) await raise('early_fraud_warning', { warning: id, kind })
	for (const { id, status, failureReason, amountCents } of snapshot.refunds) {
		const amount = formatMoney(amountCents, snapshot.currency)
		if (status === 'failed') await raise('refund_failed', { refund: id, reason: failureReason ?? 'unknown' }, { amount })
	}
}

type Checkout = { orderId: string; sessionId: string }

export const applyLatestSnapshot = async (ctx: ServiceContext, { orderId, sessionId }: Checkout): Promise<ApplyOutcome> =>
	applySnapshot(ctx, orderId, await ctx.payments.fetchSnapshot(sessionId))

/**
 * Updates an order from the provider.
 * @returns null if the snapshot doesn't match the order, which raises an alert
 */
export async function syncOrder(ctx: ServiceContext, session: Checkout): Promise<OrderStatus | null> {
	const result = await applyLatestSnapshot(ctx, session)
	return result.outcome === 'applied' ? result.status : null
}

/** Result of applying a snapshot. `settledNow` is true if this call is the first to find the order paid. */
type ApplyOutcome = { outcome: 'applied'; status: OrderStatus; settledNow: boolean } | { outcome: 'refused'; mismatches: Mismatch[] }

type Found = { order: OrderRow; snapshot: PaymentSnapshot }
type Price = { discountCode: string | null; subtotalCents: number; discountCents: number; totalCents: number }

/** Returns the price that the snapshot should have: buyers can remove or enter a code on the provider's page. */
async function expectedPrice({ content }: ServiceContext, tx: Tx, { order, snapshot: { discountCode } }: Found): Promise<Price> {
	const orderPrice: Price = {
		discountCode: order.discount_code,
		subtotalCents: order.subtotal_cents,
		discountCents: order.discount_cents,
		totalCents: order.total_cents,
	}
	if (discountCode === order.discount_code) return orderPrice
	// The buyer removed the code on the provider's page.
	if (discountCode === null) return { discountCode: null, ...applyDiscount(order.subtotal_cents, null) }
	const discount = await findDiscount(content, tx, discountCode)
	if (!discount || !isEnterableAtProvider(content, discount) || !discount.offerCodes.includes(order.product_code)) return orderPrice
	return { discountCode, ...applyDiscount(order.subtotal_cents, discount.off) }
}

async function findAllMismatches(
	tx: Tx,
	order: OrderRow,
	{ snapshot, price }: { snapshot: PaymentSnapshot; price: Price },
): Promise<Mismatch[]> {
	const { orderRef, currency, isLive, payments, refunds, totals } = snapshot
	const expected = { orderRef: order.id, currency: order.currency, isLive: order.livemode, ...price }
	const foreign = await findForeignParts(tx, order.id, snapshot)
	return [
		...findMismatches(expected, { orderRef, currency, isLive, ...totals, payments, refunds }),
		...foreign.map((id) => ({ field: 'belongs to another order', expected: order.id, reported: id })),
	]
}

async function recordMismatches(
	ctx: ServiceContext,
	tx: Tx,
	{ order, mismatches }: { order: OrderRow; mismatches: Mismatch[] },
): Promise<ApplyOutcome> {
	const detail = Object.fromEntries(mismatches.map(({ field, expected, reported }) => [field, `expected ${expected}, got ${reported}`]))
	await recordAlert(ctx, tx, { orderId: order.id, kind: 'terms_mismatch', detail })
	ctx.log.error('payment does not match its order; nothing changed', { orderId: order.id, mismatches })
	return { outcome: 'refused', mismatches }
}

/** Returns the buyer's email address. A guest may have entered a different one at the provider, which then takes precedence. */
const emailOf = (order: OrderRow, { checkout, customerEmail }: PaymentSnapshot) =>
	checkout.state === 'complete' && customerEmail !== null && (order.user_id === null || order.email === null) ? customerEmail : order.email

/** Returns the consent to store. The first reported consent is final: later snapshots can't change its time or version. */
const waiverOf = (order: OrderRow, { waiverVersion, asOf }: PaymentSnapshot) =>
	waiverVersion !== null && order.waiver_version === null ? { waiver_version: waiverVersion, waiver_accepted_at: asOf } : {}

const settledPrice = (price: Price, { totals }: PaymentSnapshot) => ({
	discount_code: price.discountCode,
	discount_cents: price.discountCents,
	tax_cents: totals.taxCents,
	total_cents: price.totalCents,
})

/**
 * Updates an order from a provider snapshot: the only place where a payment changes an order. Idempotent, and safe in parallel
 * and out of order, because the status is derived from all merged facts.
 * @returns `refused` if amount, currency, mode or owner don't match: nothing changes and an alert is raised
 */
export async function applySnapshot(ctx: ServiceContext, orderId: string, snapshot: PaymentSnapshot): Promise<ApplyOutcome> {
	await prepareKeys(ctx)
	return inTransaction(ctx.db, async (tx) => {
		const order = await lockOrder(tx, orderId)
		const price = await expectedPrice(ctx, tx, { order, snapshot })
		const mismatches = await findAllMismatches(tx, order, { snapshot, price })
		if (mismatches.length > 0) return recordMismatches(ctx, tx, { order, mismatches })

		await storeFacts(tx, order, snapshot)
		const isComplete = snapshot.checkout.state === 'complete'
		const { facts, paidAt, succeededPaymentIds } = await readServerFacts(
			tx,
			isComplete ? { ...order, total_cents: price.totalCents } : order,
		)
		const status = deriveOrderStatus(facts)
		const settled = isSettled(facts)
		const updated = await tx
			.updateTable('orders')
			.set({
				status,
				email: emailOf(order, snapshot),
				paid_at: settled ? (order.paid_at ?? paidAt ?? ctx.now()) : order.paid_at,
				updated_at: ctx.now(),
				...(settled && isComplete && settledPrice(price, snapshot)),
				...waiverOf(order, snapshot),
			})
			.where('id', '=', order.id)
			.returningAll()
			.executeTakeFirstOrThrow()
		const settledNow = settled && order.paid_at === null
		const first = settledNow ? taxTermsAtPurchase(ctx, updated, snapshot) : null
		const terms = first === 'tax-unknown' ? null : first
		// If the status is unchanged, its effects were already written, in the same transaction as the status.
		const isChanged = order.paid_at === null || order.status !== status
		if (settled && isChanged)
			await settleOrder(ctx, tx, {
				order: updated,
				sessionId: snapshot.checkout.id,
				access: deriveAccess(status) ?? 'suspended',
				hasInvoice: terms !== null,
			})
		if (status === 'expired' || status === 'canceled' || status === 'failed') await releaseDiscount(tx, order.id)
		await updateRefundRequests(ctx, tx, updated)
		await raiseAlerts(ctx, tx, { orderId: order.id, snapshot, succeededPaymentIds })
		if (first === 'tax-unknown') await recordAlert(ctx, tx, { orderId: order.id, kind: 'tax_unknown', detail: {} })
		// This comes last, because it locks the number series that all payments share.
		if (settled) await issueMissingInvoices(ctx, tx, { order: updated, facts, first: terms })
		return { outcome: 'applied', status, settledNow }
	})
}
