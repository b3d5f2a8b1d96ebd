/** The outcome of one attempt to hand a mail over. */
export type AttemptOutcome =
	| { kind: 'accepted' }
	/** Certainly not accepted, and a retry would not help. `bad-mailbox`: the address has no mailbox. */
	| { kind: 'refused'; refusal: 'bad-mailbox' | 'other' }
	/** Certainly not accepted; a retry may help. */
	| { kind: 'later' }
	/** The text was handed over and the answer was lost: it may have been accepted. */
	| { kind: 'unknown' }

export type NextStep = 'sent' | 'retry' | 'retry-in-doubt' | 'failed' | 'bounced' | 'unknown'

/** About 14 hours, with pauses that double from 5 seconds to an hour. */
export const MAX_ATTEMPTS = 24

export type Attempts = {
	/** Attempts so far, including this one. */
	attempts: number
	/** Earlier attempts whose answer was lost. */
	unconfirmed: number
	/** A newsletter, not a mail that this person caused and waits for. */
	isBulk: boolean
}

/**
 * Decides about a mail after an attempt. After a lost answer it is sent once more under the same Message-ID, so that a receipt or a code is
 * not lost and arrives at most twice; a newsletter is not (docs/adr/0324).
 */
export function nextStep(outcome: AttemptOutcome, { attempts, unconfirmed, isBulk }: Attempts): NextStep {
	if (outcome.kind === 'accepted') return 'sent'
	if (outcome.kind === 'refused') return outcome.refusal === 'bad-mailbox' ? 'bounced' : 'failed'
	if (outcome.kind === 'later') return attempts >= MAX_ATTEMPTS ? 'failed' : 'retry'
	return isBulk || unconfirmed > 0 ? 'unknown' : 'retry-in-doubt'
}
