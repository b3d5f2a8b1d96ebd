import { Hono } from 'hono'

import { escapeMarkup } from '#domain/markup/escape-markup.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { receiveStatus, receiveSms } from '#server/services/messaging/sms/receive-report.ts'

import { webhookErrors } from './payments.ts'

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

/** Creates the webhooks for delivery reports and incoming messages. 403: not from the provider. 5xx: the provider retries. */
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
