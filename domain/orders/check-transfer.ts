const DAY_MS = 86_400_000

/** What is known of an order that is to be paid by bank transfer. Times are milliseconds since 1970. */
export type TransferFacts = {
	amountCents: number
	/** Lower-case ISO 4217. */
	currency: string
	/** When the buyer agreed to the terms and was told the account; null before that. */
	acceptedAtMs: number | null
	expiresAtMs: number
	/** When a newer order of the same buyer took its place. */
	closedAtMs: number | null
	paidAtMs: number | null
}

/** What the operator reads on the bank's statement. */
export type ReceivedTransfer = {
	amountCents: number
	currency: string
	atMs: number
	/** The operator takes the money although the order is no longer open. */
	isTakenLate: boolean
}

export type TransferVerdict = 'accepted' | 'already_paid' | 'wrong_amount' | 'wrong_currency' | 'not_ordered' | 'expired' | 'replaced'

/** Whether a transfer pays its order. Amount and currency come first: a second transfer of another amount is other money. */
export function checkTransfer(order: TransferFacts, received: ReceivedTransfer): TransferVerdict {
	if (order.acceptedAtMs === null) return 'not_ordered'
	if (received.currency !== order.currency) return 'wrong_currency'
	if (received.amountCents !== order.amountCents) return 'wrong_amount'
	if (order.paidAtMs !== null) return 'already_paid'
	if (received.isTakenLate) return 'accepted'
	if (order.closedAtMs !== null) return 'replaced'
	return received.atMs >= order.expiresAtMs ? 'expired' : 'accepted'
}

/** Whether the buyer is to be reminded now: some days after the order, while it is open. */
export const isReminderDue = (order: TransferFacts, { nowMs, days }: { nowMs: number; days: number }): boolean =>
	order.acceptedAtMs !== null &&
	order.paidAtMs === null &&
	order.closedAtMs === null &&
	nowMs >= order.acceptedAtMs + days * DAY_MS &&
	nowMs < order.expiresAtMs

/** `37.60`, `37,60` or `37`: at most two decimals, nothing else. @returns integer cents, or null */
export function parseAmount(text: string): number | null {
	const [, whole = '', cents = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
	return whole === '' ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}
