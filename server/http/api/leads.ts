import { Hono } from 'hono'

import { ActionPlanRequestSchema, EarlyAccessRequestSchema, FeedbackRequestSchema } from '#contracts/leads.ts'
import { NewsletterRequestSchema, UnsubscribeLinkRequestSchema } from '#contracts/newsletter.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import type { FormLimits } from '#server/http/form-limits.ts'
import { readJson } from '#server/http/json-body.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { requireAbuseCheck } from '#server/http/require-captcha.ts'
import { mailActionPlan } from '#server/services/people/leads/mail-action-plan.ts'
import { recordEarlyAccess, recordFeedback } from '#server/services/people/leads/record-module-forms.ts'
import { requestSubscription } from '#server/services/people/newsletter/request-subscription.ts'
import { sendUnsubscribeLink } from '#server/services/people/newsletter/send-unsubscribe-link.ts'

import { apiErrors } from './errors.ts'
import { withActor } from './with-actor.ts'

/** Creates `/api/leads`: forms that anyone may send, a few times an hour. */
export function createLeadsApi(limits: FormLimits): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.use(limitBody(16 * 1024), withActor)
		.post('/early-access', limitRate(limits.earlyAccess), async (c) => {
			const wish = await readJson(c, EarlyAccessRequestSchema)
			await requireAbuseCheck(c, wish.email)
			await recordEarlyAccess(c.var.ctx, wish)
			return c.json({ accepted: true }, 201)
		})
		.post('/action-plan', limitRate(limits.actionPlan), async (c) => {
			const wish = await readJson(c, ActionPlanRequestSchema)
			await requireAbuseCheck(c, wish.email)
			await mailActionPlan(c.var.ctx, wish)
			return c.json({ accepted: true }, 202)
		})
		.post('/feedback', limitRate(limits.feedback), async (c) => {
			await recordFeedback(c.var.ctx, await readJson(c, FeedbackRequestSchema))
			return c.json({ accepted: true }, 201)
		})
		.post('/newsletter', limitRate(limits.newsletter), async (c) => {
			const wish = await readJson(c, NewsletterRequestSchema)
			await requireAbuseCheck(c, wish.email)
			await requestSubscription(c.var.ctx, wish)
			return c.json({ accepted: true }, 202)
		})
		.post('/newsletter/unsubscribe-link', limitRate(limits.unsubscribeLink), async (c) => {
			const wish = await readJson(c, UnsubscribeLinkRequestSchema)
			await requireAbuseCheck(c, wish.email)
			await sendUnsubscribeLink(c.var.ctx, wish)
			return c.json({ accepted: true }, 202)
		})
}
