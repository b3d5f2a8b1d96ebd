/** Life of a text message: ours up to `sending`, then the provider's word (PAYMENTS_MESSAGING §4.3). */
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
	/** Held back by us: opt-out, preference, cap. */
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

/** The later of what we know and what is reported: reports come out of order, and what is final stays (S6). */
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

/** As the learner's log shows it (spec B §3: sent or other). */
export const toLogStatus = (status: SmsStatus): SmsLogStatus => LOG_STATUS[status]
