import { z } from 'zod'

/** Carries the token that opens `/dev` and `/sandbox` to programs on other machines and behind proxies. */
export const SANDBOX_TOKEN_HEADER = 'X-Sandbox-Token'

/** Query of `/dev/outbox` and `/dev/outbox.json`. */
export const OutboxQuery = z.object({
	to: z
		.string()
		.trim()
		.toLowerCase()
		.max(320)
		.regex(/^[^\0]*$/)
		.optional(),
})

/** One message as `/dev/outbox.json` lists it, newest first. `created_at` is RFC 3339, UTC. */
export type OutboxEntry = {
	channel: 'email' | 'sms'
	to: string
	subject: string
	body: string
	created_at: string
	/** `unknown`: sent, but the answer was lost. `suppressed`: not sent, because its address gets no such mail. */
	status: 'queued' | 'sending' | 'sent' | 'bounced' | 'failed' | 'suppressed' | 'unknown'
}
