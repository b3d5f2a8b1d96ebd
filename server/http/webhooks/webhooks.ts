import { Hono } from 'hono'

import { escapeMarkup } from '#domain/markup/escape-markup.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitBody } from '#server/http/limits.ts'
import { presentOutages } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import { receivePaymentEvent } from '#server/services/commerce/settlement/process-event.ts'
import type { Deps } from '#server/services/context.ts'
import { receiveSms, receiveStatus } from '#server/services/messaging/sms/record-outcome.ts'

/** Formats webhook errors. Providers read only the status; the code is for their log. */
export const webhookErrors = presentOutages((error, c) => {
	const { requestId, log } = c.var.ctx
	if (error instanceof ServiceError) return c.json({ error: error.code }, HTTP_STATUS[error.kind])
	log.error('webhook failed', { path: c.req.path, error })
	return c.json({ error: 'internal', requestId }, 500)
})

const MAX_EVENT_BYTES = 256 * 1024

/**
 * Creates the payment webhook. The signature covers the raw bytes, so the body isn't parsed here; cookies and tokens are ignored. Emails
 * link to the configured address, because the provider's request doesn't show which address the buyer visits. Responds with 400 if the
 * provider didn't send the event, and with 5xx if the event isn't stored, so that the provider retries.
 */
export function createPaymentWebhookRoutes({ payments, config }: Pick<Deps, 'payments' | 'config'>): Hono<HttpEnv> {
	const path = `/${payments.code}`
	return new Hono<HttpEnv>()
		.onError(webhookErrors)
		.use(limitBody(MAX_EVENT_BYTES))
		.post(path, async (c) => {
			const rawBody = await c.req.text()
			const ctx = { ...c.var.ctx, config, actor: { type: 'webhook', source: payments.code } as const }
			const outcome = await receivePaymentEvent(ctx, { rawBody, headers: c.req.raw.headers })
			return c.json({ received: true, outcome })
		})
		.all(path, (c) => {
			c.header('Allow', 'POST')
			return c.json({ error: 'method_not_allowed' }, 405)
		})
		.all('*', (c) => c.json({ error: 'not_found' }, 404))
}

const MAX_FORM_BYTES = 64 * 1024

const twiml = (reply: string | null) =>
	`<?xml version="1.0" encoding="UTF-8"?><Response>${reply === null ? '' : `<Message>${escapeMarkup(reply)}</Message>`}</Response>`

/** Reads a form without trimming it, because the signature covers every byte. */
async function readForm(c: HttpContext) {
	const url = new URL(c.req.url)
	return {
		pathAndQuery: url.pathname + url.search,
		fields: [...new URLSearchParams(await c.req.text())],
		signature: c.req.header('x-twilio-signature') ?? null,
	}
}

const webhookContext = (c: HttpContext) => ({ ...c.var.ctx, actor: { type: 'webhook', source: 'twilio' } as const })

/**
 * Creates the webhooks for delivery reports and incoming messages. They respond with 403 if the provider didn't send the request, and with
 * 5xx if the provider should retry.
 */
export function createTwilioWebhooks(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(webhookErrors)
		.use(limitBody(MAX_FORM_BYTES))
		.post('/status', async (c) => {
			await receiveStatus(webhookContext(c), { form: await readForm(c), messageId: c.req.query('message') ?? '' })
			return c.body(null, 204)
		})
		.post('/inbound', async (c) => {
			const reply = await receiveSms(webhookContext(c), await readForm(c))
			return c.body(twiml(reply), 200, { 'Content-Type': 'text/xml; charset=utf-8' })
		})
		.all('*', (c) => {
			const isKnown = /\/(status|inbound)$/.test(c.req.path)
			if (isKnown) c.header('Allow', 'POST')
			return c.json({ error: isKnown ? 'method_not_allowed' : 'not_found' }, isKnown ? 405 : 404)
		})
}
