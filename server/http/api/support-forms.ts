import { type ErrorHandler, Hono } from 'hono'
import { ZodError } from 'zod'

import { paths } from '#contracts/paths.ts'
import { ContactRequestSchema } from '#contracts/support.ts'
import { ServiceError } from '#server/errors.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { openTicket } from '#server/services/support/open-ticket.ts'

/** The browser is shown a page of the site whatever went wrong. */
const contactErrors: ErrorHandler<HttpEnv> = (error, c) => {
	const { log, requestId } = c.var.ctx
	if (error instanceof ZodError) return c.redirect(paths.contactStep('invalid'), 303)
	if (error instanceof ServiceError) return c.redirect(paths.contactStep(error.kind === 'too-large' ? 'invalid' : 'later'), 303)
	log.error('request failed', { requestId, method: c.req.method, path: c.req.path, error })
	return c.redirect(paths.contactStep('later'), 303)
}

/** `POST /contact`: what the contact page posts where our code does not run. */
export function createContactForm(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(contactErrors)
		.post('/contact', limitBody(64 * 1024), limitRate({ name: 'contact-form', points: 10, seconds: 3600 }), async (c) => {
			await openTicket(c.var.ctx, ContactRequestSchema.parse(await c.req.parseBody()))
			return c.redirect(paths.contactStep('sent'), 303)
		})
}
