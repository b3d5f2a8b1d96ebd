import { type ErrorHandler, Hono } from 'hono'

import { paths, type PledgeStep } from '#contracts/paths.ts'
import { type CalendarAddress, SavePledgeRequestSchema, NameSupporterSchema, type PledgeResponse } from '#contracts/pledge.ts'
import { RECORD_DAYS } from '#domain/privacy/periods.ts'
import { withLearner } from '#server/http/api/middleware.ts'
import { type HttpContext, type HttpEnv, readJson } from '#server/http/environment.ts'
import { createLimiter, limitBody, limitRate, withRouteMetadata } from '#server/http/limits.ts'
import { isOneClick, createLinkErrorHandler } from '#server/http/newsletter/forms.ts'
import { presentOutages } from '#server/http/outages.ts'
import { cacheControl } from '#server/http/security-headers.ts'
import { sendFile } from '#server/http/send-file.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { declareTable, declareUserTable, OWNED_BY_USER_ID } from '#server/services/people/privacy/registry/table-rule.ts'

import { makeCalendar, readCalendar, revokeCalendar } from './calendar.ts'
import { endSupport, nameSupporter, agreeToSupport, refuseSupport } from './name-supporter.ts'
import { sampleReminder, sampleSupporterMails } from './pledge-mails.ts'
import { forgetSupport, deleteUnansweredInvitations } from './pledge-rows.ts'
import { findUpdateBlocker, queueSupporterUpdates } from './queue-supporter-updates.ts'
import { findReminderBlocker, remindLearners, stopReminders } from './remind.ts'
import { endPledge, savePledge, readPledge } from './save-pledge.ts'

const redirectToStep = (c: HttpContext, step: PledgeStep) => c.redirect(paths.pledgeStep(step), 303)

const LIMIT = { name: 'pledge-links', points: 120, seconds: 3600 }

type Answer = { answer: (ctx: ServiceContext, token: string) => Promise<'done' | 'unknown'>; leadsTo: PledgeStep; message: string }

/** Actions of emailed links, by page. A GET only shows the page, so opening a link changes nothing. */
const ANSWERS = {
	stop: { answer: stopReminders, leadsTo: 'stopped', message: 'The reminders are stopped.' },
	support: { answer: agreeToSupport, leadsTo: 'supporting', message: 'You’ll get a weekly update.' },
	unsupport: { answer: refuseSupport, leadsTo: 'unsupported', message: 'You won’t get these emails anymore.' },
} as const satisfies Partial<Record<PledgeStep, Answer>>

function createLinkPages(): Hono<HttpEnv> {
	const wrongLinks = createLimiter(LIMIT)
	const to = ({ answer, leadsTo, message }: Answer) =>
		withRouteMetadata(
			async (c: HttpContext) => {
				const outcome = await answer(c.var.ctx, c.req.query('token') ?? '')
				// Only wrong tokens count toward the limit: many readers may share a network with an attacker.
				if (outcome === 'unknown') await wrongLinks(c)
				if (await isOneClick(c)) return outcome === 'done' ? c.text(message) : c.text('This link isn’t valid.', 404)
				return redirectToStep(c, outcome === 'done' ? leadsTo : 'expired')
			},
			{ limiters: [wrongLinks] },
		)
	const small = limitBody(16 * 1024)
	return new Hono<HttpEnv>()
		.onError(createLinkErrorHandler())
		.post('/pledge/stop', small, to(ANSWERS.stop))
		.post('/pledge/support', small, to(ANSWERS.support))
		.post('/pledge/unsupport', small, to(ANSWERS.unsupport))
}

/** Creates `/api/pledge`. Learners can access only their own pledge. */
function createPledgeApi() {
	const changes = limitRate(createLimiter({ name: 'pledge-change', points: 120, seconds: 600 }))
	return new Hono<HttpEnv>()
		.use(limitBody(), withLearner)
		.get('/', limitRate({ name: 'pledge', points: 600, seconds: 600 }), async (c) =>
			c.json((await readPledge(c.var.ctx)) satisfies PledgeResponse),
		)
		.put('/', changes, async (c) =>
			c.json((await savePledge(c.var.ctx, await readJson(c, SavePledgeRequestSchema))) satisfies PledgeResponse),
		)
		.post('/calendar', changes, async (c) => c.json((await makeCalendar(c.var.ctx)) satisfies CalendarAddress))
		.delete('/calendar', changes, async (c) => c.json((await revokeCalendar(c.var.ctx)) satisfies PledgeResponse))
		.put('/supporter', changes, async (c) =>
			c.json((await nameSupporter(c.var.ctx, await readJson(c, NameSupporterSchema))) satisfies PledgeResponse),
		)
		.delete('/supporter', changes, async (c) => c.json((await endSupport(c.var.ctx)) satisfies PledgeResponse))
		.delete('/', changes, async (c) => c.json((await endPledge(c.var.ctx)) satisfies PledgeResponse))
}

/** Handles errors of calendars. The URL contains a secret, so it must not be logged. */
const calendarErrors: ErrorHandler<HttpEnv> = presentOutages((error, c) => {
	const { log } = c.var.ctx
	if (!(error instanceof ServiceError)) {
		log.error('calendar failed', { error })
		return c.text('Please try again later', 500)
	}
	if (error.details.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.details.retryAfterSeconds))
	return c.text(error.message, HTTP_STATUS[error.kind])
})

/** Creates `/calendar`. The URL is the only credential. The limit is high, because many calendar programs share a network. */
const createCalendars = () =>
	new Hono<HttpEnv>()
		.onError(calendarErrors)
		.get('/:file', limitRate({ name: 'calendar', points: 600, seconds: 600 }), cacheControl('private, no-cache'), async (c) => {
			const { text, etag } = await readCalendar(c.var.ctx, c.req.param('file'))
			c.header('ETag', etag)
			c.header('X-Robots-Tag', 'noindex')
			if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304)
			return sendFile(c, { name: 'course-evenings.ics', content: text, type: 'text/calendar; charset=utf-8' })
		})

/**
 * Sends due reminders and weekly updates. Failing reminders don't stop the updates.
 * @throws the first failure
 */
async function sendDueMails(ctx: ServiceContext): Promise<Record<string, number>> {
	const [reminders, updates] = [await settle(remindLearners(ctx)), await settle(queueSupporterUpdates(ctx))]
	if (reminders.status === 'rejected') throw reminders.reason
	if (updates.status === 'rejected') throw updates.reason
	return { pledgeReminders: reminders.value, supporterUpdates: updates.value }
}

const settle = async <T>(work: Promise<T>) => (await Promise.allSettled([work]))[0]

/** Plugin for a learner's planned evenings and weekly goal, with reminders. */
export const plugin: Plugin = {
	mount: (app) => void app.route('/api/pledge', createPledgeApi()).route('/calendar', createCalendars()).route('/', createLinkPages()),
	bodies: { 'PUT /api/pledge': SavePledgeRequestSchema, 'PUT /api/pledge/supporter': NameSupporterSchema },
	openToViews: ['GET /api/pledge'],
	workWhenDue: sendDueMails,
	findReminderBlocker: async (ctx, tx, mail) => (await findReminderBlocker(ctx, tx, mail)) ?? findUpdateBlocker(ctx, tx, mail),
	listMailSamples: ({ config, content }) => [sampleReminder(content, config), ...sampleSupporterMails(content, config)],
	deleteExpired: deleteUnansweredInvitations,
	tables: [
		declareTable('pledge_supporters', {
			protection: 'personal',
			title: 'Supporter of a pledge',
			purpose: 'gets one email a week, to which both agreed',
			person: [...OWNED_BY_USER_ID, { column: 'email', holds: 'email' }],
			retention: { expires: 'with the pledge, or 14 days after an unanswered request' },
			exported: ['email', 'asked_at', 'agreed_at', 'line_at'],
			erased: { by: forgetSupport },
		}),
		declareTable('supporter_requests', {
			protection: 'personal',
			title: 'Requests to supporters',
			purpose: 'limits how often a person is asked; a refusal is stored as a keyed hash, so that the address is not asked again',
			person: OWNED_BY_USER_ID,
			retention: { expires: 'after 30 days; a refusal once we no longer send emails' },
			exported: ['asked_at'],
			erased: { clear: { user_id: null } },
		}),
		declareUserTable('pledges', {
			protection: 'learning',
			title: 'Weekly pledge',
			purpose: 'shows the evenings that a learner picked, and whether they were kept',
			retention: { days: RECORD_DAYS, clock: 'changed_at' },
			exported: [
				'evenings',
				'minute_of_day',
				'zone',
				'weekly_goal',
				'since',
				'reminds',
				'remind_at',
				'reminders_ended',
				'feed_made_at',
				'supporter_ended',
				'changed_at',
			],
		}),
	],
}
