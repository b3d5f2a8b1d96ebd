/** Requester of a message: from a trusted origin of the account (`usual`), or from elsewhere for a known or unknown address. */
export type Requester = 'usual' | 'known' | 'stranger'

/** Messages sent in the current window, by the share that was charged. */
export type SharesUsed = Record<Requester, number>

export const NO_SHARES_USED: SharesUsed = { usual: 0, known: 0, stranger: 0 }

/** Returns the part of the email budget for public forms, 0 if the budget is less than two. The rest is for sign-in emails. */
export const formMailBudget = (most: number): number => (most < 2 ? 0 : Math.ceil(most * 0.2))

/** Splits the message budget. Half of it is open to strangers, who can't use up the rest. */
export function splitBudget(most: number): SharesUsed {
	const usual = Math.floor(most * 0.2)
	const known = Math.floor(most * 0.3)
	return { usual, known, stranger: most - usual - known }
}

/**
 * Shares that a requester may use, in this order. Untrusted origins use the open share first, even for known addresses. Otherwise
 * the remaining budget would reveal which addresses have an account.
 */
const USABLE_SHARES: Record<Requester, readonly Requester[]> = {
	usual: ['usual', 'known', 'stranger'],
	known: ['stranger', 'known'],
	stranger: ['stranger'],
}

const fitsQuota = (most: number, spent: SharesUsed, share: Requester) => spent[share] < splitBudget(most)[share]

/** Returns the share to charge for the next message; null if all shares of this requester are used up. */
export const chooseShare = (most: number, spent: SharesUsed, requester: Requester): Requester | null =>
	USABLE_SHARES[requester].find((share) => fitsQuota(most, spent, share)) ?? null

/**
 * True if the strangers' share isn't used up. Once it is, all untrusted origins get the same response, which doesn't reveal which
 * addresses have an account.
 */
export const isOpenToStrangers = (most: number, spent: SharesUsed): boolean => fitsQuota(most, spent, 'stranger')

/** Used fraction of the open share from which untrusted origins need a proof of work. */
const PROOF_REQUIRED_FROM = 0.25
const MIN_FREE = 10

const CHEAPEST_BITS = 14
const DEAREST_BITS = 18

/**
 * Returns the required difficulty of a proof of work, in leading zero bits: 0 while few strangers request messages, then more as
 * their share is used up. 14 bits take a phone about a tenth of a second, 18 bits about two.
 */
export const proofBits = (most: number, spent: SharesUsed): number => bitsFor(splitBudget(most).stranger, spent.stranger)

/** Like `proofBits`, for any share. `used`: messages sent from it. */
export function bitsFor(share: number, used: number): number {
	const free = Math.max(MIN_FREE, share * PROOF_REQUIRED_FROM)
	if (used < free) return 0
	const urgency = Math.min(1, (used - free) / Math.max(1, share - free))
	return Math.round(CHEAPEST_BITS + urgency * (DEAREST_BITS - CHEAPEST_BITS))
}

const NEARLY_USED = 0.8
/** True only for the message that brings the strangers' share to 80%, so that the operator is alerted once. */
export const isStrangerShareNearlyUsed = (most: number, spent: SharesUsed): boolean =>
	isNearlyUsed(splitBudget(most).stranger, spent.stranger)

/** True if exactly 80% of a share is used (rounded up), so that the operator is alerted once. */
export const isNearlyUsed = (share: number, used: number): boolean => used === Math.ceil(share * NEARLY_USED)
