/**
 * Requester of a message: a trusted origin of the account (`usual`), or another origin, for an address with an account (`known`) or
 * without one (`stranger`).
 */
export type Requester = 'usual' | 'known' | 'stranger'

/** Messages sent in the current window, by the share of the budget that they were charged to. */
export type MessageShares = Record<Requester, number>

export const NO_MESSAGES_SENT: MessageShares = { usual: 0, known: 0, stranger: 0 }

/** Returns the part of the email budget that public forms may use, 0 if the budget is below two. The rest is for sign-in emails. */
export const formMailBudget = (most: number): number => (most < 2 ? 0 : Math.ceil(most * 0.2))

/**
 * Splits the message budget into shares. Strangers can only use the open share (`stranger`), which is half of it, so they can't use up the
 * rest.
 */
export function splitMessageBudget(most: number): MessageShares {
	const usual = Math.floor(most * 0.2)
	const known = Math.floor(most * 0.3)
	return { usual, known, stranger: most - usual - known }
}

/**
 * Shares that a requester may use, in this order. Untrusted origins first use the open share, even for known addresses; otherwise, the
 * remaining budget would reveal which addresses have an account.
 */
const USABLE_SHARES: Record<Requester, readonly Requester[]> = {
	usual: ['usual', 'known', 'stranger'],
	known: ['stranger', 'known'],
	stranger: ['stranger'],
}

const fitsQuota = (most: number, spent: MessageShares, share: Requester) => spent[share] < splitMessageBudget(most)[share]

/** Returns the share to charge for the next message; null if all shares of this requester are used up. */
export const chooseShare = (most: number, spent: MessageShares, requester: Requester): Requester | null =>
	USABLE_SHARES[requester].find((share) => fitsQuota(most, spent, share)) ?? null

/**
 * True if the open share isn't used up. Once it is, all untrusted origins get the same response, which doesn't reveal which addresses have
 * an account.
 */
export const isOpenToStrangers = (most: number, spent: MessageShares): boolean => fitsQuota(most, spent, 'stranger')

/** Fraction of the open share that can be used before untrusted origins need a proof of work. */
const PROOF_REQUIRED_FROM = 0.25
const MIN_FREE = 10

const CHEAPEST_BITS = 14
const DEAREST_BITS = 18

/**
 * Returns the required difficulty of a proof of work, in leading zero bits. It is 0 while strangers request few messages, and rises as the
 * open share is used up. 14 bits take a phone about a tenth of a second, 18 bits about two seconds.
 */
export const proofBits = (most: number, spent: MessageShares): number => bitsFor(splitMessageBudget(most).stranger, spent.stranger)

/**
 * Like `proofBits`, for a share of any size.
 * @param used messages of this share that were already sent
 */
export function bitsFor(share: number, used: number): number {
	const free = Math.max(MIN_FREE, share * PROOF_REQUIRED_FROM)
	if (used < free) return 0
	const urgency = Math.min(1, (used - free) / Math.max(1, share - free))
	return Math.round(CHEAPEST_BITS + urgency * (DEAREST_BITS - CHEAPEST_BITS))
}

const NEARLY_USED = 0.8
/** True only for the message that brings the open share to 80%, so that the operator gets one alert. */
export const isStrangerShareAtWarningLevel = (most: number, spent: MessageShares): boolean =>
	isAtWarningLevel(splitMessageBudget(most).stranger, spent.stranger)

/** True if exactly 80% of a share, rounded up, is used, so that the operator gets one alert. */
export const isAtWarningLevel = (share: number, used: number): boolean => used === Math.ceil(share * NEARLY_USED)
