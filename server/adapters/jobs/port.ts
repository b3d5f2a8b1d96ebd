import type { Tx } from '#server/db/database.ts'

/** Jobs enqueued by services, with their payloads; all jobs are in server/jobs/jobs.ts. */
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

/** A text message of /auth/v1 to send. */
export type AuthSmsJob = {
	messageId: string
	/** Digits without a plus. */
	phone: string
	/** The text, sealed (base64). */
	sealed: string
	/** It is useless after this time (ms since 1970). */
	goodUntil: number
	/** Keyed hashes (base64) that the caps count the request under, besides the number. Absent from jobs of an older server. */
	user?: string
	network?: string | null
	/** True if it counts against the strangers' share. */
	isStrangers?: boolean
}

export type JobName = keyof JobPayloads

export type EnqueueOptions = {
	/** Seconds before the first attempt. */
	delaySeconds?: number
	/** A higher one is taken earlier; the usual one is 0. */
	priority?: number
}

/** Durable jobs. A job is written in the caller's transaction: it exists exactly when the fact that caused it exists. */
export type JobQueue = {
	enqueue<N extends JobName>(tx: Tx, job: { name: N; payload: JobPayloads[N]; options?: EnqueueOptions }): Promise<void>
	/** Many at once. A higher priority is taken earlier; the usual one is 0. */
	enqueueMany<N extends JobName>(tx: Tx, jobs: { name: N; payloads: readonly JobPayloads[N][]; priority: number }): Promise<void>
}
