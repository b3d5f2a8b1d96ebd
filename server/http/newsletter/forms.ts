import { Hono } from 'hono'

import type { NewsletterStep } from '#contracts/newsletter-steps.ts'
import { paths } from '#contracts/paths.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { confirmSubscription } from '#server/services/people/newsletter/confirm-subscription.ts'
import { endSubscription } from '#server/services/people/newsletter/end-subscription.ts'

import { isOneClick, mailedLinkErrors } from './mailed-links.ts'

const show = (c: HttpContext, step: NewsletterStep) => c.redirect(paths.newsletterStep(step), 303)

const tokenOf = (c: HttpContext) => c.req.query('token') ?? ''

/** The browser gets a page of the site for every error. */
const formErrors = mailedLinkErrors((c) => (c.req.path === paths.unsubscribe ? null : show(c, 'later')))

/**
 * Form posts of the pages behind a newsletter mail, and the one-click endpoint for mail programs. A GET of the same addresses is the page
 * itself, so following a link changes nothing.
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
