/** Status of a text message: our own up to `sending`, then as reported by the provider. */
export type SmsStatus =
	| 'queued'
	| 'sending'
	/** The provider's response was lost. The message is never sent again. */
	| 'unknown'
	| 'accepted'
	| 'sent'
	| 'delivered'
	| 'undelivered'
	| 'failed'
	/** Not sent because of an opt-out, a preference or a limit. */
	| 'suppressed'

const RANK: Record<SmsStatus, number> = {
	queued: 0,
	sending: 1,
	unknown: 2,
	accepted: 3,
	sent: 4,
	delivered: 5,
	undelivered: 5,
	failed: 5,
	suppressed: 5,
}

/** Returns the later of two statuses. Reports arrive out of order, and a final status never changes. */
export const laterStatus = (known: SmsStatus, reported: SmsStatus): SmsStatus => (RANK[reported] > RANK[known] ? reported : known)

export type SmsLogStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed'

const LOG_STATUS: Record<SmsStatus, SmsLogStatus> = {
	queued: 'queued',
	sending: 'queued',
	unknown: 'queued',
	accepted: 'queued',
	sent: 'sent',
	delivered: 'delivered',
	undelivered: 'undelivered',
	failed: 'failed',
	suppressed: 'failed',
}

/** Maps a status to the smaller set in the learner's log. */
export const toLogStatus = (status: SmsStatus): SmsLogStatus => LOG_STATUS[status]
