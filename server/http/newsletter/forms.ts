import { type ErrorHandler, Hono } from 'hono'

import { type NewsletterStep, paths } from '#contracts/paths.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitBody, limitRate } from '#server/http/limits.ts'
import { presentOutages } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import { confirmSubscription, endSubscription } from '#server/services/people/newsletter/subscriptions.ts'

/** True for a one-click unsubscribe (RFC 8058). Mail clients follow no redirects and show no page, so they get only a status. */
export async function isOneClick(c: HttpContext): Promise<boolean> {
	const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
	return form['List-Unsubscribe'] === 'One-Click'
}

/**
 * Creates an error handler for routes that emailed links lead to.
 * @param show returns the page for a browser; null to send plain text, for endpoints that programs also call
 */
export const createLinkErrorHandler = (show: (c: HttpContext) => Response | null = () => null): ErrorHandler<HttpEnv> =>
	presentOutages((error, c) => {
		const { log } = c.var.ctx
		if (error instanceof ServiceError) {
			if (error.details.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.details.retryAfterSeconds))
			return show(c) ?? c.text(error.message, HTTP_STATUS[error.kind])
		}
		log.error('request failed', { method: c.req.method, path: c.req.path, error })
		return show(c) ?? c.text('Please try again later', 500)
	})

const show = (c: HttpContext, step: NewsletterStep) => c.redirect(paths.newsletterStep(step), 303)

const tokenOf = (c: HttpContext) => c.req.query('token') ?? ''

/** Mail clients call the unsubscribe URL, too, so errors are plain text there. */
const handleErrors = createLinkErrorHandler((c) => (c.req.path === paths.unsubscribe ? null : show(c, 'later')))

/**
 * Creates the routes of newsletter links, including the one-click unsubscribe endpoint for mail clients. A GET of the same URLs
 * only shows the page, so opening a link changes nothing.
 */
export function createNewsletterForms(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(handleErrors)
		.post('/newsletter/confirm', limitBody(16 * 1024), limitRate({ name: 'newsletter-confirm', points: 60, seconds: 3600 }), async (c) =>
			show(c, await confirmSubscription(c.var.ctx, tokenOf(c))),
		)
		.post('/unsubscribe', limitBody(16 * 1024), limitRate({ name: 'unsubscribe', points: 120, seconds: 3600 }), async (c) => {
			const outcome = await endSubscription(c.var.ctx, tokenOf(c))
			if (await isOneClick(c)) return outcome === 'ended' ? c.text('You’re unsubscribed.') : c.text('This link isn’t valid.', 404)
			return outcome === 'ended' ? c.redirect(paths.unsubscribed, 303) : show(c, 'expired')
		})
}
