import { sql } from 'kysely'

import { type Payout, type PayoutTransaction, ProviderUnavailable } from '#server/adapters/payments/port.ts'
import type { Db } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

const NEWEST = 20

async function orUnavailable<T>({ log }: ServiceContext, callProvider: () => Promise<T>): Promise<T | 'away'> {
	try {
		return await callProvider()
	} catch (error) {
		if (!(error instanceof ProviderUnavailable)) throw error
		log.warn('payouts could not be read', { error })
		return 'away'
	}
}

/** Lists the twenty newest payouts. Null if buyers pay straight into the operator's account; `away` if the provider is down. */
export const listPayouts = (ctx: ServiceContext): Promise<Payout[] | null | 'away'> =>
	orUnavailable(ctx, async () => (await ctx.payments.payouts?.list(NEWEST)) ?? null)

/** Maximum transactions of a payout to reconcile. The provider would take minutes to list more. */
export const MAX_LINES = 5000

export type PayoutLine = PayoutTransaction & {
	orderId: string | null
	fault: string | null
}

export type ReconciledPayout = {
	payout: Payout
	lines: PayoutLine[]
	isWhole: boolean
	sums: { grossCents: number; feeCents: number; netCents: number }
	/** True if the transactions add up to the payout. Null if there are more than `MAX_LINES`, or the provider doesn't list them. */
	addsUp: boolean | null
}

type Known = { id: string; order_id: string; amount_cents: number; currency: string }

async function readKnown(db: Db, transactions: readonly PayoutTransaction[]): Promise<Map<string, Known>> {
	const payments = transactions.flatMap(({ paymentId }) => paymentId ?? [])
	const refunds = transactions.flatMap(({ refundId }) => refundId ?? [])
	const { rows } = await sql<Known>`
		select provider_payment_id as id, order_id, amount_cents, currency from payments join orders on orders.id = order_id
		where provider_payment_id = any(${payments}::text[])
		union all
		select provider_refund_id, order_id, amount_cents, currency from refunds join orders on orders.id = order_id
		where provider_refund_id = any(${refunds}::text[])`.execute(db)
	return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns the mismatch between a payout line and our records, or null. Amounts are compared only if the provider didn't convert
 * the currency.
 */
function findMismatch(transaction: PayoutTransaction, payment: Known | undefined, refund: Known | undefined): string | null {
	if (transaction.paymentId === null) return null
	if (payment === undefined) return 'not in our records'
	if (transaction.refundId !== null && refund === undefined) return 'a refund that isn’t in our records'
	const ours =
		transaction.category === 'charge' ? payment.amount_cents : transaction.category === 'refund' && refund ? -refund.amount_cents : null
	const isSame = ours === null || transaction.currency !== payment.currency || transaction.grossCents === ours
	return isSame ? null : 'different amount in our records'
}

/** Sums up a payout. A fee line of the provider counts as a fee, not as a charge. */
function sumPayout(lines: readonly PayoutTransaction[]): ReconciledPayout['sums'] {
	const sums = { grossCents: 0, feeCents: 0, netCents: 0 }
	for (const { category, grossCents, feeCents, netCents } of lines) {
		const isFee = category === 'fee'
		sums.grossCents += isFee ? 0 : grossCents
		sums.feeCents += isFee ? -netCents : feeCents
		sums.netCents += netCents
	}
	return sums
}

/** Compares a payout's transactions with our records. Null if there is no such payout; `away` if the provider is unavailable. */
export const reconcilePayout = (ctx: ServiceContext, payoutId: string): Promise<ReconciledPayout | null | 'away'> =>
	orUnavailable(ctx, () => reconcile(ctx, payoutId))

async function reconcile({ db, payments }: ServiceContext, payoutId: string): Promise<ReconciledPayout | null> {
	const payout = (await payments.payouts?.find(payoutId)) ?? null
	if (payments.payouts === null || payout === null) return null
	const listed = payout.contents === 'never' ? [] : await payments.payouts.listTransactions(payoutId, MAX_LINES + 1)
	const isWhole = listed.length <= MAX_LINES
	const transactions = listed.slice(0, MAX_LINES)
	const known = await readKnown(db, transactions)
	const lines = transactions.map((transaction) => {
		const payment = known.get(transaction.paymentId ?? '')
		return {
			...transaction,
			orderId: payment?.order_id ?? null,
			fault: findMismatch(transaction, payment, known.get(transaction.refundId ?? '')),
		}
	})
	const sums = sumPayout(lines)
	const addsUp = isWhole && payout.contents === 'known' ? sums.netCents === payout.amountCents : null
	return { payout, lines, isWhole, sums, addsUp }
}
