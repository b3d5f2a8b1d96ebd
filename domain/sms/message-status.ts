/** Life of a text message: ours up to `sending`, then as the provider reports it. */
export type SmsStatus =
	| 'queued'
	| 'sending'
	/** Handed over, but the answer was lost: never sent a second time. */
	| 'unknown'
	| 'accepted'
	| 'sent'
	| 'delivered'
	| 'undelivered'
	| 'failed'
	/** Withheld by us: opt-out, preference, cap. */
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

/** The later of the known and the reported status: reports come out of order, and a final status stays. */
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

/** As the learner's log shows it: sent or other. */
export const toLogStatus = (status: SmsStatus): SmsLogStatus => LOG_STATUS[status]
