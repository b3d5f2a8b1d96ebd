import { decimalsOf } from '#domain/pricing/money.ts'

const DAY_MS = 86_400_000
/** Largest value of PostgreSQL's `integer`. */
const MAX = 2_147_483_647

/** An order to be paid by bank transfer. Times are milliseconds since 1970. */
export type TransferFacts = {
	amountCents: number
	/** ISO 4217, lower case. */
	currency: string
	/** Time when the buyer accepted the terms, which makes the bank details visible; null until then. */
	acceptedAtMs: number | null
	expiresAtMs: number
	/** Time when a newer order of the same buyer replaced this one; null if none did. */
	closedAtMs: number | null
	paidAtMs: number | null
}

/** A bank statement entry, as typed by the operator. */
export type ReceivedTransfer = {
	amountCents: number
	currency: string
	atMs: number
	/** True if the operator accepts the money although the order is closed or expired. */
	isTakenLate: boolean
}

export type TransferVerdict = 'accepted' | 'already_paid' | 'wrong_amount' | 'wrong_currency' | 'not_ordered' | 'expired' | 'replaced'

/**
 * Checks a received transfer. Compares amount and currency first, so that a second transfer of another amount isn't reported as a duplicate
 * payment.
 */
export function checkTransfer(order: TransferFacts, received: ReceivedTransfer): TransferVerdict {
	if (order.acceptedAtMs === null) return 'not_ordered'
	if (received.currency !== order.currency) return 'wrong_currency'
	if (received.amountCents !== order.amountCents) return 'wrong_amount'
	if (order.paidAtMs !== null) return 'already_paid'
	if (received.isTakenLate) return 'accepted'
	if (order.closedAtMs !== null) return 'replaced'
	return received.atMs >= order.expiresAtMs ? 'expired' : 'accepted'
}

/** True if at least `days` days have passed since the order was accepted, and it is neither paid, closed nor expired. */
export const isReminderDue = (order: TransferFacts, { nowMs, days }: { nowMs: number; days: number }): boolean =>
	order.acceptedAtMs !== null &&
	order.paidAtMs === null &&
	order.closedAtMs === null &&
	nowMs >= order.acceptedAtMs + days * DAY_MS &&
	nowMs < order.expiresAtMs

/**
 * Parses `37.60`, `37,60` or `37`. Refuses more decimals than the currency has.
 * @returns an integer in the smallest unit, or null
 */
export function parseTransferAmount(text: string, currency: string): number | null {
	const [, whole = '', part = ''] = /^(\d{1,7})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? []
	const decimals = decimalsOf(currency)
	if (whole === '' || part.length > decimals) return null
	const amount = Number(whole + part.padEnd(decimals, '0'))
	return amount <= MAX ? amount : null
}
