import { Hono } from 'hono'

import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { presentOutages } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import { receivePaymentEvent } from '#server/services/commerce/settlement/process-event.ts'
import type { Deps } from '#server/services/context.ts'

/** Formats errors of webhooks. Providers read only the status; the code is for their log. */
export const webhookErrors = presentOutages((error, c) => {
	const { requestId, log } = c.var.ctx
	if (error instanceof ServiceError) return c.json({ error: error.code }, HTTP_STATUS[error.kind])
	log.error('webhook failed', { path: c.req.path, error })
	return c.json({ error: 'internal', requestId }, 500)
})

const MAX_EVENT_BYTES = 256 * 1024

/**
 * Creates the payment webhook. The signature covers the raw bytes, so the body isn't parsed here; cookies and tokens are ignored.
 * 400: not from the provider. 5xx: not stored, the provider retries.
 */
export function createPaymentWebhookRoutes({ payments }: Pick<Deps, 'payments'>): Hono<HttpEnv> {
	const path = `/${payments.code}`
	return new Hono<HttpEnv>()
		.onError(webhookErrors)
		.use(limitBody(MAX_EVENT_BYTES))
		.post(path, async (c) => {
			const rawBody = await c.req.text()
			const ctx = { ...c.var.ctx, actor: { type: 'webhook', source: payments.code } as const }
			const outcome = await receivePaymentEvent(ctx, { rawBody, headers: c.req.raw.headers })
			return c.json({ received: true, outcome })
		})
		.all(path, (c) => {
			c.header('Allow', 'POST')
			return c.json({ error: 'method_not_allowed' }, 405)
		})
		.all('*', (c) => c.json({ error: 'not_found' }, 404))
}
