import type { Tx } from '#server/db/database.ts'

/** Payloads of the jobs that services enqueue; server/jobs/jobs.ts lists all jobs. */
export type JobPayloads = {
	'announce-articles': Record<string, never>
	'deliver-message': { messageId: string }
	'deliver-sandbox-webhook': { eventId: string }
	'settle-sandbox-payment': { id: string }
	'send-refund': { requestId: string }
	'send-text': { messageId: string }
	'send-auth-sms': AuthSmsJob
	'run-bulk': { jobId: string }
}

/** An SMS of /auth/v1 to send. */
export type AuthSmsJob = {
	messageId: string
	/** Digits without the plus sign. */
	phone: string
	/** Encrypted text (base64). */
	sealed: string
	/** Expiry of the message (ms since 1970): it is not sent later. */
	goodUntil: number
	/**
	 * Keyed hashes (base64) of the user and network, whose limits the request also counts toward. Absent from jobs written by an
	 * older version of the server.
	 */
	user?: string
	network?: string | null
	/** True if the message counts toward the limit for untrusted origins. */
	isStrangers?: boolean
}

export type JobName = keyof JobPayloads

export type EnqueueOptions = {
	/** Delay before the first attempt, in seconds. */
	delaySeconds?: number
	/** Jobs with a higher priority run first; the default is 0. */
	priority?: number
}

/** Durable job queue. A job is written in the caller's transaction, so it exists only if that transaction commits. */
export type JobQueue = {
	enqueue<N extends JobName>(tx: Tx, job: { name: N; payload: JobPayloads[N]; options?: EnqueueOptions }): Promise<void>
	/** Enqueues many jobs at once. Jobs with a higher priority run first; the default is 0. */
	enqueueMany<N extends JobName>(tx: Tx, jobs: { name: N; payloads: readonly JobPayloads[N][]; priority: number }): Promise<void>
}
