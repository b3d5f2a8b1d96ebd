/**
 * Statuses of an SMS: our own up to `sending`, then as reported by the provider. Each has a rank, and the status shown
 * in the learner's log, which has fewer statuses.
 */
const STATUSES = {
	queued: [0, 'queued'],
	sending: [1, 'queued'],
	/** The provider's response was lost. The message is never sent again. */
	unknown: [2, 'queued'],
	accepted: [3, 'queued'],
	sent: [4, 'sent'],
	delivered: [5, 'delivered'],
	undelivered: [5, 'undelivered'],
	failed: [5, 'failed'],
	/** Not sent because of an opt-out, a preference or a limit. */
	suppressed: [5, 'failed'],
} as const

export type SmsStatus = keyof typeof STATUSES
export type SmsLogStatus = (typeof STATUSES)[SmsStatus][1]

/** Returns the later of two statuses. Reports arrive out of order, and a final status never changes. */
export const laterStatus = (known: SmsStatus, reported: SmsStatus): SmsStatus =>
	STATUSES[reported][0] > STATUSES[known][0] ? reported : known

export const toLogStatus = (status: SmsStatus): SmsLogStatus => STATUSES[status][1]
