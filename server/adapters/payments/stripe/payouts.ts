import type Stripe from 'stripe'

import { type Payout, type PayoutTransaction, ProviderProtocolError } from '#server/adapters/payments/port.ts'

import { isStripeError } from './stripe-error.ts'

const PAGE = 100

const idOf = (value: string | { id: string } | null | undefined) => (typeof value === 'string' ? value : (value?.id ?? null))
const toDate = (seconds: number) => new Date(seconds * 1000)

/** Returns the state of a payout's transaction list. Stripe doesn't list the transactions of manual payouts. */
const contentsOf = ({ automatic, reconciliation_status: status }: Stripe.Payout): Payout['contents'] =>
	!automatic || status === 'not_applicable' ? 'never' : status === 'in_progress' ? 'later' : 'known'

function toPayout(payout: Stripe.Payout): Payout {
	if (payout.object !== 'payout' || !payout.id) throw new ProviderProtocolError('The payment provider did not return a payout')
	return {
		id: payout.id,
		amountCents: payout.amount,
		currency: payout.currency,
		status: payout.status,
		createdAt: toDate(payout.created),
		arrivesAt: toDate(payout.arrival_date),
		isLive: payout.livemode,
		contents: contentsOf(payout),
	}
}

/** Returns the payment and refund of a transaction. Both are null for a fee. */
function sourceOf({ source }: Stripe.BalanceTransaction): Pick<PayoutTransaction, 'paymentId' | 'refundId'> {
	if (source === null || typeof source === 'string') return { paymentId: null, refundId: null }
	const paymentId = 'payment_intent' in source ? idOf(source.payment_intent) : null
	return { paymentId, refundId: source.object === 'refund' ? source.id : null }
}

function toTransaction(transaction: Stripe.BalanceTransaction): PayoutTransaction {
	if (transaction.object !== 'balance_transaction') throw new ProviderProtocolError('The payment provider did not return transactions')
	return {
		id: transaction.id,
		category: transaction.reporting_category,
		description: transaction.description,
		grossCents: transaction.amount,
		feeCents: transaction.fee,
		netCents: transaction.net,
		currency: transaction.currency,
		createdAt: toDate(transaction.created),
		...sourceOf(transaction),
	}
}

export async function listPayouts(stripe: Stripe, limit: number): Promise<Payout[]> {
	const answer = await stripe.payouts.list({ limit: limit })
	if (answer.object !== 'list' || !Array.isArray(answer.data)) throw new ProviderProtocolError('The payment provider did not return a list')
	return answer.data.map(toPayout)
}

export async function findPayout(stripe: Stripe, payoutId: string): Promise<Payout | null> {
	// Only a valid ID may become part of the URL of the API call.
	if (!/^po_\w{1,100}$/.test(payoutId)) return null
	try {
		return toPayout(await stripe.payouts.retrieve(payoutId))
	} catch (error) {
		if (isStripeError(error) && error.code === 'resource_missing') return null
		throw error
	}
}

/**
 * Lists a payout's transactions. Stripe's list also contains the payout itself as a negative amount, which is left out: with it, every sum
 * would be zero.
 */
export async function listTransactions(stripe: Stripe, payoutId: string, limit: number): Promise<PayoutTransaction[]> {
	const found: PayoutTransaction[] = []
	for await (const transaction of stripe.balanceTransactions.list({ payout: payoutId, limit: PAGE, expand: ['data.source'] })) {
		if (transaction.type !== 'payout') found.push(toTransaction(transaction))
		if (found.length === limit) break
	}
	return found
}
