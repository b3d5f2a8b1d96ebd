import { type ErrorHandler, Hono } from 'hono'

import { paths } from '#contracts/paths.ts'
import type { PledgeStep } from '#contracts/pledge-steps.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { presentOutages } from '#server/http/outages.ts'
import { createLimiter } from '#server/http/rate-limit.ts'
import { withFacts } from '#server/http/route-facts.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { agreeToSupport, refuseSupport } from './name-supporter.ts'
import { stopReminders } from './stop-reminders.ts'

const show = (c: HttpContext, step: PledgeStep) => c.redirect(paths.pledgeStep(step), 303)

/** A mail program follows no redirect and reads no page (RFC 8058): it gets a status. */
async function isOneClick(c: HttpContext): Promise<boolean> {
	const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
	return form['List-Unsubscribe'] === 'One-Click'
}

const errors: ErrorHandler<HttpEnv> = presentOutages((error, c) => {
	const { log, requestId } = c.var.ctx
	if (error instanceof ServiceError) {
		if (error.details.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.details.retryAfterSeconds))
		return c.text(error.message, HTTP_STATUS[error.kind])
	}
	log.error('request failed', { requestId, method: c.req.method, path: c.req.path, error })
	return c.text('Please try again later', 500)
})

const LIMIT = { name: 'pledge-links', points: 120, seconds: 3600 }

type Answer = { answer: (ctx: ServiceContext, token: string) => Promise<'done' | 'unknown'>; leadsTo: PledgeStep; said: string }

/** What the links of mails post, by the page that asks: a GET shows that page, so following a link changes nothing. */
const ANSWERS = {
	stop: { answer: stopReminders, leadsTo: 'stopped', said: 'The reminders are stopped.' },
	support: { answer: agreeToSupport, leadsTo: 'supporting', said: 'You get a line each week.' },
	unsupport: { answer: refuseSupport, leadsTo: 'unsupported', said: 'You get no more of these emails.' },
} as const satisfies Partial<Record<PledgeStep, Answer>>

export function createLinkPages(): Hono<HttpEnv> {
	const wrongLinks = createLimiter(LIMIT)
	const to = ({ answer, leadsTo, said }: Answer) =>
		withFacts(
			async (c: HttpContext) => {
				const outcome = await answer(c.var.ctx, c.req.query('token') ?? '')
				// Only what guesses counts: many readers of one network share it with whoever wants to keep them from stopping.
				if (outcome === 'unknown') await wrongLinks(c)
				if (await isOneClick(c)) return outcome === 'done' ? c.text(said) : c.text('This link is not one of ours.', 404)
				return show(c, outcome === 'done' ? leadsTo : 'expired')
			},
			{ limiters: [wrongLinks] },
		)
	const small = limitBody(16 * 1024)
	return new Hono<HttpEnv>()
		.onError(errors)
		.post('/pledge/stop', small, to(ANSWERS.stop))
		.post('/pledge/support', small, to(ANSWERS.support))
		.post('/pledge/unsupport', small, to(ANSWERS.unsupport))
}
