/** What one attempt to hand a mail over has come to. */
export type AttemptOutcome =
	| { kind: 'accepted' }
	/** Certainly not taken, and trying again would not help. `bad-mailbox`: nobody reads mail at this address. */
	| { kind: 'refused'; refusal: 'bad-mailbox' | 'other' }
	/** Certainly not taken; may go later. */
	| { kind: 'later' }
	/** The text was handed over and the answer was lost: it may have been taken. */
	| { kind: 'unknown' }

export type NextStep = 'sent' | 'retry' | 'retry-in-doubt' | 'failed' | 'bounced' | 'unknown'

/** With pauses that double from 5 seconds to an hour: about 14 hours. */
export const MAX_ATTEMPTS = 24

export type Attempts = {
	/** Attempts so far, this one included. */
	attempts: number
	/** Earlier attempts whose answer was lost. */
	doubts: number
	/** A newsletter, not something that this person caused and waits for. */
	isBulk: boolean
}

/**
 * What becomes of a mail after an attempt. A lost answer is tried once more under the same Message-ID, so that a receipt
 * or a code is not lost and arrives twice at most; a newsletter never is (docs/decisions/0113).
 */
export function nextStep(outcome: AttemptOutcome, { attempts, doubts, isBulk }: Attempts): NextStep {
	if (outcome.kind === 'accepted') return 'sent'
	if (outcome.kind === 'refused') return outcome.refusal === 'bad-mailbox' ? 'bounced' : 'failed'
	if (outcome.kind === 'later') return attempts >= MAX_ATTEMPTS ? 'failed' : 'retry'
	return isBulk || doubts > 0 ? 'unknown' : 'retry-in-doubt'
}
