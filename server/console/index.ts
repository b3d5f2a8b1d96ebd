import { type ErrorHandler, Hono } from 'hono'
import { html } from 'hono/html'

import { RECORD_DAYS, SECURITY_LOG_DAYS } from '#domain/privacy/periods.ts'
import { addEntry } from '#server/console/shell/entry.ts'
import { findConsole } from '#server/console/shell/guard.ts'
import { readTypedForm, showTypedForm, showTypedTexts } from '#server/console/shell/kept-form.ts'
import { consoleLinkMail, deleteExpiredLinks } from '#server/console/shell/mailed-link.ts'
import { type Html, showEntry } from '#server/console/shell/page.ts'
import { places } from '#server/console/shell/places.ts'
import { appointFirst } from '#server/console/shell/role.ts'
import { type ConsoleRoute, mountRoutes, page } from '#server/console/shell/route.ts'
import { deleteExpiredConsoles } from '#server/console/shell/session.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import type { FindPage } from '#server/http/forms/answer-page.ts'
import { presentOutages } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import { deleteExpiredViews } from '#server/services/identity/sessions/learner-view.ts'
import { noteLessonTexts } from '#server/services/learning/course/note-lesson-texts.ts'
import { declare } from '#server/services/people/privacy/registry/table-rule.ts'
import type { Wing } from '#server/wings/wing.ts'

import { contentRoutes } from './content/content.ts'
import { healthRoutes } from './health/health.ts'
import { inboxRoutes } from './inbox/inbox.ts'
import { invoiceRoutes } from './invoices/invoices.ts'
import { learnerRoutes } from './learners/learners.ts'
import { letterRoutes } from './letters/letters.ts'
import { lifecycleRoutes } from './lifecycle/lifecycle.ts'
import { messageRoutes } from './messages/messages.ts'
import { orderRoutes } from './orders/orders.ts'
import { overviewRoutes } from './overview/overview.ts'
import { payoutRoutes } from './payouts/payouts.ts'
import { showActions } from './record/actions.ts'
import { searchRoutes } from './search/search.ts'
import { importRoutes } from './subscriber-imports/imports.ts'
import { subscriberRoutes } from './subscribers/subscribers.ts'
import { todayRoutes } from './today/today.ts'

const back = (c: HttpContext) => {
	const from = URL.parse(c.req.header('referer') ?? '')
	return from?.origin === c.var.ctx.config.siteUrl && from.pathname.startsWith(places.root) ? from.pathname + from.search : places.root
}

const NO_CODE = 'mfa_verification_failed'

/** The form that was refused, to be sent again without typing it once more. */
async function offerAgain(c: HttpContext, error: Error): Promise<Html> {
	const typed = await readTypedForm(c)
	if (!typed) return html`<p>Nothing was changed. <a href="${back(c)}">Go back</a></p>`
	if (!(error instanceof ServiceError))
		return html`<p><a href="${back(c)}">Go back</a></p>
			${showTypedTexts(typed)}`
	const session = await findConsole(c).catch(() => null)
	const formToken = session?.aal === 'aal2' ? session.formToken : null
	const first =
		formToken === null
			? html`<p>
					Nothing was changed. <a href="${places.signIn}" target="_blank">Sign in in a new tab</a>, then come back to this page and send the
					form again.
				</p>`
			: html`<p>Nothing was changed. <a href="${back(c)}">Go back</a>, or send the form again.</p>`
	return html`${first}${showTypedForm(typed, { formToken, asksCode: error.code === NO_CODE })}${showTypedTexts(typed)}`
}

const errors: ErrorHandler<HttpEnv> = presentOutages(async (error, c) => {
	const { log, requestId } = c.var.ctx
	const known = error instanceof ServiceError
	if (!known) log.error('request failed', { requestId, method: c.req.method, path: c.req.path, error })
	if (known && error.details.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.details.retryAfterSeconds))
	const text = known ? error.message : `Something went wrong on our side. The log has it under ${requestId}.`
	const content = html`<p class="problem" role="alert">${text}</p>
		${await offerAgain(c, error)}`
	return showEntry(c, { title: 'That did not work', content, status: known ? HTTP_STATUS[error.kind] : 500 })
})

/** Everything behind the sign-in. */
export const routes: readonly ConsoleRoute[] = [
	...todayRoutes,
	...overviewRoutes,
	...orderRoutes,
	...invoiceRoutes,
	...payoutRoutes,
	...inboxRoutes,
	...messageRoutes,
	...subscriberRoutes,
	...importRoutes,
	...letterRoutes,
	...lifecycleRoutes,
	...contentRoutes,
	...healthRoutes,
	...learnerRoutes,
	...searchRoutes,
	page(places.actions, 'operator', showActions),
]

function createConsole(findPage: FindPage): Hono<HttpEnv> {
	const app = new Hono<HttpEnv>().onError(errors)
	addEntry(app)
	mountRoutes(app, routes, findPage)
	return app
}

/** The operator's console (docs/decisions/0220). */
export const wing: Wing = {
	mount: (app, findPage) => void app.route('/', createConsole(findPage)),
	tables: [
		declare('auth.console_sessions', {
			title: 'Sessions of the console',
			purpose: 'who has opened the operator’s console',
			person: [{ column: 'session_id', of: 'auth.sessions', key: 'id' }],
			retention: { expires: 'half an hour after its last use' },
			exported: ['created_at', 'seen_at', 'proven_at'],
			erased: 'delete',
		}),
		declare('auth.console_links', {
			title: 'Links that open the console',
			purpose: 'lets an operator sign in to the console by mail',
			person: [{ column: 'user_id', holds: 'user-id' }],
			retention: { expires: 'a quarter of an hour after it was mailed' },
			exported: ['created_at', 'expires_at'],
			erased: 'delete',
		}),
		declare('auth.learner_views', {
			title: 'Views of an account',
			purpose: 'lets an operator look at a learner’s pages, read only',
			person: [
				{ column: 'user_id', holds: 'user-id' },
				{ column: 'session_id', of: 'auth.sessions', key: 'id' },
			],
			retention: { expires: 'a quarter of an hour after it was opened' },
			exported: ['created_at', 'ends_at'],
			erased: 'delete',
		}),
		declare('queue_choices', {
			title: 'Decisions about the queue of the console',
			purpose: 'what was put off or taken care of',
			person: [
				{ column: 'user_id', holds: 'user-id' },
				{ column: 'chosen_by', holds: 'user-id' },
			],
			retention: { days: SECURITY_LOG_DAYS, clock: 'chosen_at' },
			exported: ['kind', 'state', 'until', 'chosen_at'],
			erased: 'delete',
		}),
		declare('operator_actions', {
			title: 'What was done in the console',
			purpose: 'shows who changed what, and why',
			person: [{ column: 'actor_id', holds: 'user-id' }],
			retention: { days: RECORD_DAYS, clock: 'created_at' },
			exported: ['role', 'action', 'object_kind', 'object_id', 'reason', 'created_at'],
			erased: { clear: { actor_id: null } },
		}),
		declare('content_versions', {
			title: 'Edits of the content',
			purpose: 'the history of what the site says, with who wrote it',
			person: [{ column: 'author_id', holds: 'user-id' }],
			retention: { while: 'the site can go back to an earlier text' },
			exported: ['path', 'body', 'created_at', 'published_at'],
			erased: { clear: { author_id: null } },
		}),
		declare('content_publications', {
			title: 'Publications of the content',
			purpose: 'shows when edits became public, and who published them',
			person: [{ column: 'started_by', holds: 'user-id' }],
			retention: { while: 'the site can go back to an earlier text' },
			exported: ['started_at', 'ended_at', 'step'],
			erased: { clear: { started_by: null } },
		}),
	],
	whenStarted: async (ctx) => {
		await appointFirst(ctx)
		await noteLessonTexts(ctx)
	},
	listMailSamples: ({ config, content }) => [consoleLinkMail(content, `${config.siteUrl}${places.mailedLink}?token=sample`)],
	deleteExpired: async (ctx) => ({
		...(await deleteExpiredConsoles(ctx)),
		...(await deleteExpiredLinks(ctx)),
		learnerViews: await deleteExpiredViews(ctx),
	}),
}
