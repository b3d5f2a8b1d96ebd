import { decimalsOf } from '#domain/pricing/money.ts'

const DAY_MS = 86_400_000
/** Largest value of the database column. */
const MAX = 2_147_483_647

/** State of an order to be paid by bank transfer. Times are milliseconds since 1970. */
export type TransferFacts = {
	amountCents: number
	/** Lower-case ISO 4217. */
	currency: string
	/** Time when the buyer agreed to the terms and saw the account; null before that. */
	acceptedAtMs: number | null
	expiresAtMs: number
	/** Set once a newer order of the same buyer replaced it. */
	closedAtMs: number | null
	paidAtMs: number | null
}

/** Entry of the bank statement, as the operator reads it. */
export type ReceivedTransfer = {
	amountCents: number
	currency: string
	atMs: number
	/** The operator accepts the money although the order is closed. */
	isTakenLate: boolean
}

export type TransferVerdict = 'accepted' | 'already_paid' | 'wrong_amount' | 'wrong_currency' | 'not_ordered' | 'expired' | 'replaced'

/** True if a transfer pays its order. Amount and currency come first: a second transfer of another amount is other money. */
export function checkTransfer(order: TransferFacts, received: ReceivedTransfer): TransferVerdict {
	if (order.acceptedAtMs === null) return 'not_ordered'
	if (received.currency !== order.currency) return 'wrong_currency'
	if (received.amountCents !== order.amountCents) return 'wrong_amount'
	if (order.paidAtMs !== null) return 'already_paid'
	if (received.isTakenLate) return 'accepted'
	if (order.closedAtMs !== null) return 'replaced'
	return received.atMs >= order.expiresAtMs ? 'expired' : 'accepted'
}

/** True if the buyer should be reminded now: some days after the order, while it is open. */
export const isReminderDue = (order: TransferFacts, { nowMs, days }: { nowMs: number; days: number }): boolean =>
	order.acceptedAtMs !== null &&
	order.paidAtMs === null &&
	order.closedAtMs === null &&
	nowMs >= order.acceptedAtMs + days * DAY_MS &&
	nowMs < order.expiresAtMs

/** `37.60`, `37,60` or `37`: no more decimals than the currency has, nothing else. @returns whole smallest units, or null */
export function parseAmount(text: string, currency: string): number | null {
	const [, whole = '', part = ''] = /^(\d{1,7})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? []
	const decimals = decimalsOf(currency)
	if (whole === '' || part.length > decimals) return null
	const amount = Number(whole + part.padEnd(decimals, '0'))
	return amount <= MAX ? amount : null
}
