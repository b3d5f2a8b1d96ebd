import { type ErrorHandler, Hono } from 'hono'

import type { NewsletterStep } from '#contracts/newsletter-steps.ts'
import { paths } from '#contracts/paths.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { presentOutages } from '#server/http/outages.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import { confirmSubscription } from '#server/services/people/newsletter/confirm-subscription.ts'
import { endSubscription } from '#server/services/people/newsletter/end-subscription.ts'

const show = (c: HttpContext, step: NewsletterStep) => c.redirect(paths.newsletterStep(step), 303)

/** A mail program follows no redirect and reads no page (RFC 8058): it gets a status. */
async function isOneClick(c: HttpContext): Promise<boolean> {
	const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
	return form['List-Unsubscribe'] === 'One-Click'
}

const tokenOf = (c: HttpContext) => c.req.query('token') ?? ''

/** The browser gets a page of the site for every error. */
const formErrors: ErrorHandler<HttpEnv> = presentOutages((error, c) => {
	const { log, requestId } = c.var.ctx
	if (error instanceof ServiceError) {
		if (error.details.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.details.retryAfterSeconds))
		return c.req.path === paths.unsubscribe ? c.text(error.message, HTTP_STATUS[error.kind]) : show(c, 'later')
	}
	log.error('request failed', { requestId, method: c.req.method, path: c.req.path, error })
	return c.req.path === paths.unsubscribe ? c.text('Please try again later', 500) : show(c, 'later')
})

/**
 * What the pages behind a newsletter mail post, and the one-click endpoint that mail programs call. A GET of the same
 * addresses is the page itself, so following a link changes nothing.
 */
export function createNewsletterForms(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(formErrors)
		.post('/newsletter/confirm', limitBody(16 * 1024), limitRate({ name: 'newsletter-confirm', points: 60, seconds: 3600 }), async (c) =>
			show(c, await confirmSubscription(c.var.ctx, tokenOf(c))),
		)
		.post('/unsubscribe', limitBody(16 * 1024), limitRate({ name: 'unsubscribe', points: 120, seconds: 3600 }), async (c) => {
			const outcome = await endSubscription(c.var.ctx, tokenOf(c))
			if (await isOneClick(c)) return outcome === 'ended' ? c.text('You are unsubscribed.') : c.text('This link is not one of ours.', 404)
			return outcome === 'ended' ? c.redirect(paths.unsubscribed, 303) : show(c, 'expired')
		})
}
