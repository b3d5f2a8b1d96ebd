import { Hono } from 'hono'

import { ActionPlanRequestSchema, EarlyAccessRequestSchema, FeedbackRequestSchema } from '#contracts/leads.ts'
import { NewsletterRequestSchema, UnsubscribeLinkRequestSchema } from '#contracts/newsletter.ts'
import { ApplicationRequestSchema, type ContactAccepted, ContactRequestSchema } from '#contracts/support.ts'
import { VisitReportSchema } from '#contracts/visits.ts'
import { type HttpContext, type HttpEnv, readJson } from '#server/http/environment.ts'
import { MAX_UPLOAD_BYTES, readCv } from '#server/http/forms/post-form.ts'
import { type FormLimits, limitBody, limitRate } from '#server/http/limits.ts'
import { requireAbuseCheck } from '#server/http/require-captcha.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { mailActionPlan } from '#server/services/people/leads/mail-action-plan.ts'
import { recordEarlyAccess, recordFeedback } from '#server/services/people/leads/record-module-forms.ts'
import { requestSubscription, sendUnsubscribeLink } from '#server/services/people/newsletter/newsletter-forms.ts'
import { openTicket } from '#server/services/people/support/open-ticket.ts'
import { fileTooLarge, receiveApplication } from '#server/services/people/support/receive-application.ts'
import { countStep } from '#server/services/people/visits/visit-counter.ts'

import { withActor } from './middleware.ts'

/** Creates `/api/leads`: forms that anyone may send, a few times an hour. */
export function createLeadsApi(limits: FormLimits): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.use(limitBody(16 * 1024), withActor)
		.post('/early-access', limitRate(limits.earlyAccess), async (c) => {
			const request = await readJson(c, EarlyAccessRequestSchema)
			await requireAbuseCheck(c, request.email)
			await recordEarlyAccess(c.var.ctx, request)
			return c.json({ accepted: true }, 201)
		})
		.post('/action-plan', limitRate(limits.actionPlan), async (c) => {
			const request = await readJson(c, ActionPlanRequestSchema)
			await requireAbuseCheck(c, request.email)
			await mailActionPlan(c.var.ctx, request)
			return c.json({ accepted: true }, 202)
		})
		.post('/feedback', limitRate(limits.feedback), async (c) => {
			await recordFeedback(c.var.ctx, await readJson(c, FeedbackRequestSchema))
			return c.json({ accepted: true }, 201)
		})
		.post('/newsletter', limitRate(limits.newsletter), async (c) => {
			const request = await readJson(c, NewsletterRequestSchema)
			await requireAbuseCheck(c, request.email)
			await requestSubscription(c.var.ctx, request)
			return c.json({ accepted: true }, 202)
		})
		.post('/newsletter/unsubscribe-link', limitRate(limits.unsubscribeLink), async (c) => {
			const request = await readJson(c, UnsubscribeLinkRequestSchema)
			await requireAbuseCheck(c, request.email)
			await sendUnsubscribeLink(c.var.ctx, request)
			return c.json({ accepted: true }, 202)
		})
}

/** Creates `/api/support`: messages that anyone may send, a few times an hour. */
export function createSupportApi(limits: FormLimits): Hono<HttpEnv> {
	return new Hono<HttpEnv>().use(withActor).post('/contact', limitBody(64 * 1024), limitRate(limits.contact), async (c) => {
		const message = await readJson(c, ContactRequestSchema)
		await requireAbuseCheck(c, message.email)
		const dueAt = await openTicket(c.var.ctx, message)
		return c.json({ accepted: true, dueAt: dueAt.toISOString() } satisfies ContactAccepted, 201)
	})
}

const limitUpload = limitBody(MAX_UPLOAD_BYTES, fileTooLarge)

/** @throws ServiceError bad_form (400) if the body isn't a form */
async function readForm(c: HttpContext) {
	try {
		return await c.req.parseBody()
	} catch {
		throw new ServiceError('invalid', 'bad_form', 'The body must be sent as multipart/form-data')
	}
}

export function createApplicationsApi(limits: FormLimits): Hono<HttpEnv> {
	return new Hono<HttpEnv>().post(
		'/applications',
		limitUpload,
		limitRate(limits.applications),
		limitRate(limits.applicationsDaily),
		async (c) => {
			const { cv: file, ...fields } = await readForm(c)
			const input = ApplicationRequestSchema.parse(fields)
			const cv = await readCv(file)
			await requireAbuseCheck(c, input.email, cv !== null)
			await receiveApplication(c.var.ctx, { ...input, cv })
			return c.json({ accepted: true }, 201)
		},
	)
}

/** Creates `/api/visits`. Browsers that send Do Not Track or Global Privacy Control are never counted. */
export function createVisitsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>().post('/', limitRate({ name: 'visits', points: 120, seconds: 600 }), limitBody(4 * 1024), async (c) => {
		const report = await readJson(c, VisitReportSchema)
		if (c.req.header('sec-gpc') !== '1' && c.req.header('dnt') !== '1') countStep(c.var.ctx, report)
		return c.body(null, 204)
	})
}
