export type AttemptOutcome =
	| { kind: 'accepted' }
	/** The server refused the email for good. `bad-mailbox`: the mailbox doesn't exist. */
	| { kind: 'refused'; refusal: 'bad-mailbox' | 'other' }
	/** The server didn't accept the email; a retry may help. */
	| { kind: 'later' }
	/** The email was sent, but the reply was lost: it may have been accepted. */
	| { kind: 'unknown' }

export type DeliveryStep = 'sent' | 'retry' | 'retry-in-doubt' | 'failed' | 'bounced' | 'unknown'

/** Maximum delivery attempts: about 14 hours, with exponential backoff from 5 seconds to an hour. */
export const MAX_ATTEMPTS = 24

export type DeliveryAttempts = {
	/** Number of attempts, including the current one. */
	attempts: number
	/** Earlier attempts without a reply. */
	unconfirmed: number
	/** True for a newsletter, false for an email that the recipient waits for. */
	isBulk: boolean
}

/**
 * Decides what happens after an attempt. If the reply was lost, a receipt or code is sent once more with the same Message-ID, so it arrives
 * twice at most; a newsletter isn't sent again (docs/adr/0324).
 */
export function nextDeliveryStep(outcome: AttemptOutcome, { attempts, unconfirmed, isBulk }: DeliveryAttempts): DeliveryStep {
	if (outcome.kind === 'accepted') return 'sent'
	if (outcome.kind === 'refused') return outcome.refusal === 'bad-mailbox' ? 'bounced' : 'failed'
	if (outcome.kind === 'later') return attempts >= MAX_ATTEMPTS ? 'failed' : 'retry'
	return isBulk || unconfirmed > 0 ? 'unknown' : 'retry-in-doubt'
}
