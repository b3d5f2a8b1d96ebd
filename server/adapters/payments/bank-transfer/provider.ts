import { randomBytes } from 'node:crypto'

import { makeReference } from '#domain/orders/transfer-reference.ts'
import { applyDiscount } from '#domain/pricing/apply-discount.ts'
import {
	CHECKOUT_ID_PLACEHOLDER,
	type CheckoutRequest,
	type PaymentProvider,
	type PaymentSnapshot,
	ProviderUnavailable,
	WebhookRejected,
} from '#server/adapters/payments/port.ts'
import type { Db } from '#server/db/database.ts'

import {
	createRefund,
	createTransferBook,
	fetchRefund,
	findTransferRow,
	listRefunds,
	toPaymentId,
	type TransferRow,
} from './transfer-book.ts'

type Options = {
	db: Db
	/** False in test mode, where transfers are simulated. */
	isLive: boolean
	payWithinMs: () => number
	now: () => Date
}

/** Time to read the terms and place the order. An abandoned checkout holds its discount code for another hour. */
const OPEN_FOR_MS = 60 * 60 * 1000

async function openTransfer({ db, isLive, now }: Options, request: CheckoutRequest) {
	const { orderId, attempt, product, discount } = request
	const price = applyDiscount(product.amountCents, discount?.off ?? null)
	await db
		.insertInto('bank_transfers')
		.values({
			checkout_id: `bt_${randomBytes(20).toString('hex')}`,
			order_id: orderId,
			attempt,
			reference: makeReference(randomBytes(8)),
			livemode: isLive,
			currency: product.currency,
			subtotal_cents: price.subtotalCents,
			discount_cents: price.discountCents,
			total_cents: price.totalCents,
			discount_code: discount?.code ?? null,
			created_at: now(),
			expires_at: request.expiresAt,
		})
		.onConflict((conflict) => conflict.columns(['order_id', 'attempt']).doNothing())
		.execute()
	const row = await db
		.selectFrom('bank_transfers')
		.select(['checkout_id', 'expires_at'])
		.where('order_id', '=', orderId)
		.where('attempt', '=', attempt)
		.executeTakeFirstOrThrow()
	return {
		checkoutId: row.checkout_id,
		url: request.urls.order.replace(CHECKOUT_ID_PLACEHOLDER, row.checkout_id),
		expiresAt: row.expires_at,
	}
}

async function closeTransfer({ db, now }: Options, checkoutId: string): Promise<boolean> {
	const closed = await db
		.updateTable('bank_transfers')
		.set({ closed_at: now() })
		.where('checkout_id', '=', checkoutId)
		.where('closed_at', 'is', null)
		.where('paid_at', 'is', null)
		.where('expires_at', '>', now())
		.returning('checkout_id')
		.executeTakeFirst()
	return closed !== undefined
}

function checkoutOf(row: TransferRow, asOf: Date): PaymentSnapshot['checkout'] {
	const { checkout_id: id, expires_at: expiresAt } = row
	// If a discount covers the whole price, there is nothing to pay.
	if (row.total_cents === 0 && row.accepted_at !== null) return { id, expiresAt, state: 'complete', paymentStatus: 'no_payment_required' }
	if (row.paid_at !== null) return { id, expiresAt, state: 'complete', paymentStatus: 'paid' }
	const isOver = row.closed_at !== null || asOf >= expiresAt
	return { id, expiresAt, state: isOver ? 'expired' : 'open', paymentStatus: 'unpaid' }
}

async function fetchSnapshot({ db, now }: Options, checkoutId: string): Promise<PaymentSnapshot> {
	const asOf = now()
	const row = await findTransferRow(db, checkoutId)
	if (row === null) throw new ProviderUnavailable('there is no such bank transfer')
	const { currency, paid_at: paidAt, total_cents: totalCents } = row
	const payment = { id: toPaymentId(row), amountCents: totalCents, currency, status: 'succeeded', paidAt, failureCode: null } as const
	return {
		asOf,
		isLive: row.livemode,
		currency,
		orderRef: row.order_id,
		checkout: checkoutOf(row, asOf),
		payments: paidAt === null ? [] : [payment],
		refunds: await listRefunds(db, row),
		// A bank transfer has no chargebacks and no fraud warnings.
		disputes: [],
		fraudWarnings: [],
		totals: { subtotalCents: row.subtotal_cents, discountCents: row.discount_cents, taxCents: 0, totalCents },
		discountCode: row.discount_code,
		customerEmail: null,
		customer: null,
		tax: null,
		waiverVersion: row.consent_version,
	}
}

async function* noEvents() {
	// Yields no events: when the operator records a transfer, the order is updated immediately.
}

/** Creates a payment provider without an API: the operator enters transfers from the bank statement. */
export const createBankTransfers = (options: Options): PaymentProvider => ({
	code: 'bank-transfer',
	name: 'Bank transfer',
	isLive: options.isLive,
	calculatesTax: false,
	openForMs: OPEN_FOR_MS,
	transfers: createTransferBook(options.isLive, options.payWithinMs),
	payouts: null,
	createCheckout: (request) => openTransfer(options, request),
	expireCheckout: (checkoutId) => closeTransfer(options, checkoutId),
	fetchSnapshot: (checkoutId) => fetchSnapshot(options, checkoutId),
	createRefund: (order) => createRefund(options.db, order, options.now()),
	fetchRefund: (refundId) => fetchRefund(options.db, refundId),
	listEvents: () => noEvents(),
	syncCatalog: () => Promise.resolve([]),
	verifyWebhook: () => Promise.reject(new WebhookRejected('a bank transfer has no webhooks')),
})
