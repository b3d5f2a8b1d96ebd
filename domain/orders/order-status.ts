/** Facts about an order that the provider reported, as stored in child tables of the order. */
export type OrderFacts = {
	totalCents: number
	/** True if a newer checkout of the same buyer replaced this order. */
	abandoned: boolean
	sessions: readonly { state: 'open' | 'complete' | 'expired'; paymentStatus: 'unpaid' | 'paid' | 'no_payment_required' }[]
	payments: readonly { status: 'processing' | 'succeeded' | 'failed'; amountCents: number }[]
	refunds: readonly { amountCents: number; status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled' }[]
	/** `status` is the provider's. An unknown status counts as an open dispute. */
	disputes: readonly { status: string; amountCents: number }[]
}

const ORDER_STATUSES = [
	'pending',
	'processing',
	'paid',
	'failed',
	'expired',
	'canceled',
	'partially_refunded',
	'refund_pending',
	'refunded',
	'disputed',
	'dispute_lost',
] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Reasons why an order is pending, other than an open checkout: the buyer promised a bank transfer, or a payment was declined. */
export type PendingReason = 'awaiting_transfer' | 'declined'

/**
 * Filters of the order list, named as by `toDisplayedOrderStatus`: `awaiting_transfer` and `declined` are reasons of pending
 * orders; `given` and `ended` are complimentary access.
 */
export const ORDER_FILTERS = ['awaiting_transfer', 'declined', ...ORDER_STATUSES, 'given', 'ended'] as const

export type OrderFilter = (typeof ORDER_FILTERS)[number]

const FILTER_WORDS: Partial<Record<OrderFilter, string>> = { given: 'free access', ended: 'free access ended' }

/** Words for a filter, on the badge of an order and in the list of filters. */
export const describeOrderFilter = (filter: OrderFilter): string => FILTER_WORDS[filter] ?? filter.replaceAll('_', ' ')

const WITHOUT_MONEY_BACK = new Set(['refund_pending', 'refunded', 'disputed', 'dispute_lost'])

/**
 * True if the order cost something and we may still owe a refund on request: it is neither disputed nor (about to be)
 * refunded in full.
 */
export const promisesMoneyBack = (status: string, totalCents: number): boolean => totalCents > 0 && !WITHOUT_MONEY_BACK.has(status)

/** True if a dispute doesn't affect access. An inquiry moves no money, and after `prevented` and `won` we keep it. */
export const isHarmlessDispute = (status: string) => status.startsWith('warning_') || status === 'won' || status === 'prevented'

/** True if the order was ever paid or had no price, even if it was refunded later. */
export const isSettled = ({ sessions, payments }: OrderFacts) =>
	payments.some(({ status }) => status === 'succeeded') ||
	sessions.some(({ state, paymentStatus }) => state === 'complete' && paymentStatus !== 'unpaid')

function unsettledStatus({ abandoned, sessions, payments }: OrderFacts): OrderStatus {
	if (sessions.some(({ state }) => state === 'complete'))
		return payments.some(({ status }) => status === 'failed') && !payments.some(({ status }) => status === 'processing')
			? 'failed'
			: 'processing'
	if (abandoned) return 'canceled'
	// A declined card leaves the checkout open, so the buyer can try another one.
	if (sessions.length > 0 && sessions.every(({ state }) => state === 'expired')) return 'expired'
	return 'pending'
}

const sumOf = (entries: readonly { status: string; amountCents: number }[], ...statuses: string[]) =>
	entries.filter(({ status }) => statuses.includes(status)).reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Returns the amounts received (the order's total until a payment is reported) and given back by refunds or lost disputes. */
export const moneyOf = ({ totalCents, payments, refunds, disputes }: OrderFacts) => ({
	received: sumOf(payments, 'succeeded') || totalCents,
	returned: sumOf(refunds, 'succeeded') + sumOf(disputes, 'lost'),
})

/** Returns the refund status, based on the remaining money: an order that was paid twice and refunded once is paid. */
function refundStatus(facts: OrderFacts): OrderStatus {
	const { totalCents, refunds } = facts
	const { received, returned } = moneyOf(facts)
	const underway = sumOf(refunds, 'pending', 'requires_action')
	if (returned > 0 && returned >= received) return 'refunded'
	if (underway > 0 && returned + underway >= received) return 'refund_pending'
	return received - returned < totalCents ? 'partially_refunded' : 'paid'
}

/** Derives the status from all facts, never from a single event. Precedence: dispute_lost, disputed, not settled, refunds, paid. */
export function deriveOrderStatus(facts: OrderFacts): OrderStatus {
	if (facts.disputes.some(({ status }) => status === 'lost')) return 'dispute_lost'
	if (facts.disputes.some(({ status }) => !isHarmlessDispute(status))) return 'disputed'
	return isSettled(facts) ? refundStatus(facts) : unsettledStatus(facts)
}

/** Returns the state of an order's access; null if the order hasn't unlocked anything yet. An open dispute suspends access. */
export function deriveAccess(status: OrderStatus): 'active' | 'suspended' | 'revoked' | null {
	switch (status) {
		case 'paid':
		case 'partially_refunded':
			return 'active'
		case 'refund_pending':
		case 'disputed':
			return 'suspended'
		case 'refunded':
		case 'dispute_lost':
			return 'revoked'
		default:
			return null
	}
}

/**
 * Returns the status to show: `given` or `ended` for complimentary access, otherwise why it's pending, or the order status.
 * @param order.ended true if the end of the order's access has passed
 */
export function toDisplayedOrderStatus({
	status,
	provider,
	reason,
	ended = false,
}: {
	status: OrderStatus
	provider: string
	reason: PendingReason | null
	ended?: boolean
}): OrderFilter {
	if (provider !== 'operator') return reason ?? status
	return status === 'paid' && !ended ? 'given' : 'ended'
}
