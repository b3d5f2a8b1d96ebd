import { Hono } from 'hono'

import { paths, type PledgeStep } from '#contracts/paths.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { isOneClick, mailedLinkErrors } from '#server/http/newsletter/forms.ts'
import { createLimiter } from '#server/http/rate-limit.ts'
import { withFacts } from '#server/http/route-facts.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { agreeToSupport, refuseSupport } from './name-supporter.ts'
import { stopReminders } from './stop-reminders.ts'

const show = (c: HttpContext, step: PledgeStep) => c.redirect(paths.pledgeStep(step), 303)

const LIMIT = { name: 'pledge-links', points: 120, seconds: 3600 }

type Answer = { answer: (ctx: ServiceContext, token: string) => Promise<'done' | 'unknown'>; leadsTo: PledgeStep; said: string }

/** Actions of emailed links, by page. A GET only shows the page, so opening a link changes nothing. */
const ANSWERS = {
	stop: { answer: stopReminders, leadsTo: 'stopped', said: 'The reminders are stopped.' },
	support: { answer: agreeToSupport, leadsTo: 'supporting', said: 'You’ll get a weekly update.' },
	unsupport: { answer: refuseSupport, leadsTo: 'unsupported', said: 'You won’t get these emails anymore.' },
} as const satisfies Partial<Record<PledgeStep, Answer>>

export function createLinkPages(): Hono<HttpEnv> {
	const wrongLinks = createLimiter(LIMIT)
	const to = ({ answer, leadsTo, said }: Answer) =>
		withFacts(
			async (c: HttpContext) => {
				const outcome = await answer(c.var.ctx, c.req.query('token') ?? '')
				// Count only wrong tokens: a network may have many readers along with an attacker.
				if (outcome === 'unknown') await wrongLinks(c)
				if (await isOneClick(c)) return outcome === 'done' ? c.text(said) : c.text('This link isn’t valid.', 404)
				return show(c, outcome === 'done' ? leadsTo : 'expired')
			},
			{ limiters: [wrongLinks] },
		)
	const small = limitBody(16 * 1024)
	return new Hono<HttpEnv>()
		.onError(mailedLinkErrors())
		.post('/pledge/stop', small, to(ANSWERS.stop))
		.post('/pledge/support', small, to(ANSWERS.support))
		.post('/pledge/unsupport', small, to(ANSWERS.unsupport))
}
