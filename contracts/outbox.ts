import { z } from 'zod'

/** Header with a token, required for requests to `/dev` and `/sandbox` from other machines or through a proxy. */
export const SANDBOX_TOKEN_HEADER = 'X-Sandbox-Token'

/** Query of `/dev/outbox` and `/dev/outbox.json`. */
export const OutboxQuerySchema = z.object({
	to: z
		.string()
		.trim()
		.toLowerCase()
		.max(320)
		.regex(/^[^\0]*$/)
		.optional(),
})

/** A message in `/dev/outbox.json`, which lists the newest first. `created_at`: RFC 3339, UTC. */
export type OutboxEntry = {
	channel: 'email' | 'sms'
	to: string
	subject: string
	body: string
	created_at: string
	/** `unknown`: sent, but the response was lost. `suppressed`: not sent, because the address must not get this kind of email. */
	status: 'queued' | 'sending' | 'sent' | 'bounced' | 'failed' | 'suppressed' | 'unknown'
}
