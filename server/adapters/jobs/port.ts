import type { Tx } from '#server/db/database.ts'

export type JobPayloads = {
	'announce-articles': Record<string, never>
	'deliver-message': { messageId: string }
	'deliver-copies': { messageIds: readonly string[] }
	'deliver-sandbox-webhook': { eventId: string }
	'settle-sandbox-payment': { id: string }
	'send-refund': { requestId: string }
	'send-text': { messageId: string }
	'send-auth-sms': AuthSmsJob
	'run-bulk': { jobId: string }
	/** True if an operator requested it; absent for the monthly run. */
	'test-restore': { isAsked?: boolean }
}

export type AuthSmsJob = {
	messageId: string
	/** Phone number in digits, without the plus sign. */
	phone: string
	/** Encrypted text of the SMS, in base64. */
	sealed: string
	/** Time after which the message is not sent, in milliseconds since 1970. */
	goodUntil: number
	/** Keyed hashes (base64) whose limits the message also counts toward. Absent from jobs of older versions. */
	user?: string
	network?: string | null
	/** True if the message counts toward the limit for untrusted origins. */
	isStrangers?: boolean
}

export type JobName = keyof JobPayloads

export type EnqueueOptions = {
	delaySeconds?: number
	/** Jobs with a higher priority run first; the default is 0. */
	priority?: number
}

/** Job queue. A job is added in the caller's transaction, so it exists only if that transaction commits. */
export type JobQueue = {
	enqueue<N extends JobName>(tx: Tx, job: { name: N; payload: JobPayloads[N]; options?: EnqueueOptions }): Promise<void>
}
