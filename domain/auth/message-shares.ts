/** Requester of a message: from a trusted origin of the owner, or from elsewhere for a known or an unknown address. */
export type Asker = 'usual' | 'known' | 'stranger'

/** Messages sent in the current window, by the share that paid. */
export type Spent = Record<Asker, number>

export const NOTHING_SPENT: Spent = { usual: 0, known: 0, stranger: 0 }

/** This share of the mail budget is for addresses typed into a form; the rest signs people in. */
export const roomOfForms = (most: number): number => (most < 2 ? 0 : Math.ceil(most * 0.2))

/** Splits the server's budget: half is open to strangers, who cannot use up the rest. */
export function shareOut(most: number): Spent {
	const usual = Math.floor(most * 0.2)
	const known = Math.floor(most * 0.3)
	return { usual, known, stranger: most - usual - known }
}

/**
 * Requests from elsewhere draw on the open share while it lasts, whatever address they name: otherwise a caller could watch the remaining
 * budget and learn which addresses we know.
 */
const DRAWS_FROM: Record<Asker, readonly Asker[]> = {
	usual: ['usual', 'known', 'stranger'],
	known: ['stranger', 'known'],
	stranger: ['stranger'],
}

const fitsQuota = (most: number, spent: Spent, share: Asker) => spent[share] < shareOut(most)[share]

/** Share that pays for one more message; null when this asker's are used up. */
export const chooseShare = (most: number, spent: Spent, asker: Asker): Asker | null =>
	DRAWS_FROM[asker].find((share) => fitsQuota(most, spent, share)) ?? null

/**
 * True if strangers have any of their share left. If not, everyone elsewhere gets the same answer, so that it does not tell whose address
 * we know.
 */
export const isOpenToStrangers = (most: number, spent: Spent): boolean => fitsQuota(most, spent, 'stranger')

/** Used part of the open share from which a message for an untrusted requester costs a proof of work. */
const PRICED_FROM = 0.25
const MIN_FREE = 10

const CHEAPEST_BITS = 14
const DEAREST_BITS = 18

/**
 * Leading zero bits that a proof of work needs now: none while few strangers ask, then more the less of their share is left.
 * 14 bits take a phone about a tenth of a second, 18 bits about two.
 */
export const proofBits = (most: number, spent: Spent): number => bitsFor(shareOut(most).stranger, spent.stranger)

/** The same for any share of which so much is used. */
export function bitsFor(share: number, used: number): number {
	const free = Math.max(MIN_FREE, share * PRICED_FROM)
	if (used < free) return 0
	const urgency = Math.min(1, (used - free) / Math.max(1, share - free))
	return Math.round(CHEAPEST_BITS + urgency * (DEAREST_BITS - CHEAPEST_BITS))
}

const NEARLY_USED = 0.8
/** True if this is the message at which the operator is alerted. */
export const becomesNearlyUsed = (most: number, spent: Spent): boolean => isNearlyUsed(shareOut(most).stranger, spent.stranger)

/** The same for any share of which so much is used. */
export const isNearlyUsed = (share: number, used: number): boolean => used === Math.ceil(share * NEARLY_USED)
