import { type ErrorHandler, Hono } from 'hono'

import { readLegacyEdits } from '#content/read-sources.server.ts'
import { CONSOLE_PAGES } from '#contracts/console-pages.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { SECURITY_LOG_DAYS } from '#domain/privacy/periods.ts'
import { findFailure } from '#server/console/shell/failed-form.ts'
import { consoleLinkMail, deleteExpiredLinks } from '#server/console/shell/mailed-link.ts'
import { grantFirstOperator, deleteExpiredConsoles } from '#server/console/shell/session.ts'
import { showProblem } from '#server/console/shell/show-problem.ts'
import { addSignedOutPages } from '#server/console/shell/signed-out-pages.ts'
import { renderConsolePage } from '#server/console/shell/visit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { isDataRequest, presentError } from '#server/http/react/answer-by-react.ts'
import { mountAssets } from '#server/http/react/assets.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import { deleteExpiredViews } from '#server/services/identity/sessions/learner-view.ts'
import { storeMissingOpeners } from '#server/services/learning/certificates/revoke-certificates.ts'
import { recordLessonRevisions } from '#server/services/learning/course/record-lesson-revisions.ts'
import { adoptEdits } from '#server/services/operations/releases/adopt-edits.ts'
import { declareTable, declareUserTable, declareSecretTable } from '#server/services/people/privacy/registry/table-rule.ts'

import { bulkRoutes } from './bulk/bulk.ts'
import { deleteExpiredJobs } from './bulk/delete-expired-jobs.ts'
import { contentRoutes } from './content/content.ts'
import { couponRoutes } from './coupons/coupons.ts'
import { healthRoutes } from './health/health.ts'
import { importRoutes } from './imports/imports.ts'
import { inboxRoutes } from './inbox/inbox.ts'
import { invoiceRoutes } from './invoices/invoices.ts'
import { learnerRoutes } from './learners/learners.ts'
import { lifecycleRoutes } from './lifecycle/lifecycle.ts'
import { listPreferenceRoutes } from './lists/list-actions.ts'
import { mediaRoutes } from './media/media.ts'
import { messageRoutes } from './messages/messages.ts'
import { audienceRoutes } from './newsletter/audiences.ts'
import { newsletterRoutes } from './newsletter/newsletter.ts'
import { orderRoutes } from './orders/orders.ts'
import { outlineRoutes } from './outline/outline.ts'
import { overviewRoutes } from './overview/overview.ts'
import { readLearnerFigures } from './overview/read-overview.ts'
import { payoutRoutes } from './payouts/payouts.ts'
import { PERSON_LINKS, activityLogRule } from './record/activity-log.ts'
import { actionFile } from './record/read-actions.ts'
import { searchForPalette } from './search/read-search.ts'
import { testMail } from './settings/service-checks.ts'
import { settingsRoutes } from './settings/settings.ts'
import { issueSetupLink } from './setup/set-up.ts'
import { mountSetup } from './setup/setup.ts'
import { type ConsoleRoute, fileRoute, mountRoutes, reactPage, wantsJson } from './shell/route.ts'
import { subscriberRoutes } from './subscribers/subscribers.ts'
import { accountRoutes } from './team/account.ts'
import { addInvitation, deleteExpiredInvitations, invitationMail } from './team/invitations.ts'
import { teamRoutes } from './team/team.ts'
import { todayRoutes } from './today/today.ts'
import { undoActions } from './undo/undo.ts'

const errors: ErrorHandler<HttpEnv> = (thrown, c) => {
	if (wantsJson(c)) {
		const { message, status } = presentError(c, thrown)
		return c.json({ message }, status)
	}
	if (!isDataRequest(c)) return showProblem(c, thrown)
	const { error, message, status } = presentError(c, thrown)
	return renderConsolePage(c, { refusal: error, submit: () => findFailure(c, error), presentError: () => ({ message, status }) })
}

export const routes: readonly ConsoleRoute[] = [
	...todayRoutes,
	...overviewRoutes,
	...orderRoutes,
	...couponRoutes,
	...invoiceRoutes,
	...payoutRoutes,
	...inboxRoutes,
	...messageRoutes,
	...subscriberRoutes,
	...importRoutes,
	...newsletterRoutes,
	...audienceRoutes,
	...lifecycleRoutes,
	...outlineRoutes,
	...contentRoutes,
	...mediaRoutes,
	...accountRoutes,
	...teamRoutes,
	...settingsRoutes,
	...healthRoutes,
	...learnerRoutes,
	fileRoute(consolePaths.find, 'support', searchForPalette),
	actionFile,
	...listPreferenceRoutes,
	...bulkRoutes,
	...undoActions,
	...CONSOLE_PAGES.map(([path, role]) => reactPage(path, role)),
	reactPage(`${consolePaths.root}/*`, 'support'),
]

const mediaRule = declareTable('media', {
	protection: 'personal',
	title: 'Media library',
	purpose: 'pictures and videos of the site, with who uploaded them',
	person: [{ column: 'uploader_id', holds: 'user-id' }],
	retention: { while: 'the site shows them' },
	exported: ['name', 'alt', 'created_at'],
	erased: { clear: { uploader_id: null } },
})

/** Rules for the files of a media item. Only the media row refers to the uploader. */
const MEDIA_FILE_RULES = {
	purpose: 'pictures and videos of the site',
	person: [{ column: 'media_id', of: 'media', key: 'id', rule: mediaRule }],
	retention: { while: 'the site shows them' },
	exported: 'The media library has them: they belong to the site.',
	erased: { keep: 'pictures and videos belong to the site, and no longer say who uploaded them' },
} as const

function createConsole(): Hono<HttpEnv> {
	const app = new Hono<HttpEnv>().onError(errors)
	mountAssets(app)
	// React Router ignores a trailing slash; the route table, which says who may see a page, doesn't.
	app.get(`${consolePaths.root}/*`, (c, next) => {
		// Encoded, unlike `c.req.path`, which may hold characters that no header may.
		const { pathname, search } = new URL(c.req.url)
		// The preview of the home page is at a path with a trailing slash.
		if (!pathname.endsWith('/') || pathname.startsWith(consolePaths.contentSiteFiles)) return next()
		return Promise.resolve(c.redirect(pathname.replace(/\/+$/, '') + search, 301))
	})
	mountSetup(app)
	addInvitation(app)
	addSignedOutPages(app)
	mountRoutes(app, routes)
	return app
}

/** The operator's console (docs/adr/0343). */
export const plugin: Plugin = {
	mount: (app) => void app.route('/', createConsole()),
	tables: [
		declareTable('auth.console_sessions', {
			protection: 'secret',
			title: 'Console sessions',
			purpose: 'keeps people signed in to the operator’s console',
			person: [{ column: 'session_id', of: 'auth.sessions', key: 'id' }],
			retention: { expires: 'half an hour after its last use' },
			exported: ['created_at', 'seen_at', 'proven_at'],
		}),
		declareUserTable('auth.console_links', {
			protection: 'secret',
			title: 'Console sign-in links',
			purpose: 'lets an operator sign in to the console by email',
			retention: { expires: 'a quarter of an hour after it was mailed' },
			exported: ['created_at', 'expires_at'],
		}),
		declareSecretTable('service_settings', 'Connected services', 'keys and addresses for payments, email and SMS, encrypted'),
		declareSecretTable('auth.console_setup', 'Academy setup', 'the hash of the one-time setup link'),
		declareTable('auth.console_invitations', {
			protection: 'secret',
			title: 'Invitations to the console',
			purpose: 'lets people who were invited join the team',
			person: [
				{ column: 'email', holds: 'email' },
				{ column: 'invited_by', holds: 'user-id' },
			],
			retention: { expires: 'a week after it was mailed' },
			exported: ['email', 'role', 'created_at', 'sent_at', 'expires_at'],
		}),
		declareTable('auth.learner_views', {
			protection: 'personal',
			title: 'Views of an account',
			purpose: 'lets an operator see a learner’s pages, read-only',
			person: [
				{ column: 'user_id', holds: 'user-id' },
				{ column: 'session_id', of: 'auth.sessions', key: 'id' },
			],
			retention: { expires: 'a quarter of an hour after it was opened' },
			exported: ['created_at', 'ends_at'],
		}),
		declareTable('queue_decisions', {
			protection: 'personal',
			title: 'Decisions on Today',
			purpose: 'remembers what was snoozed or marked as done',
			person: [
				{ column: 'user_id', holds: 'user-id' },
				{ column: 'decided_by', holds: 'user-id' },
			],
			retention: { days: SECURITY_LOG_DAYS, clock: 'decided_at' },
			exported: ['kind', 'state', 'until', 'decided_at'],
		}),
		activityLogRule,
		declareUserTable('list_preferences', {
			protection: 'personal',
			title: 'Console list columns',
			purpose: 'remembers which columns, in which order, and how many rows a team member wants to see',
			retention: { while: 'the account exists' },
			exported: ['list', 'hidden', 'column_order', 'page_rows'],
		}),
		declareUserTable('saved_views', {
			protection: 'personal',
			title: 'Saved console views',
			purpose: 'keeps named filters and columns of a list',
			retention: { while: 'the account exists' },
			exported: ['list', 'name', 'query', 'hidden', 'column_order', 'is_shared', 'created_at'],
		}),
		declareTable('bulk_rows', {
			protection: 'personal',
			title: 'Rows of bulk actions',
			purpose: 'records the result for each row of a bulk action',
			// Bulk jobs that add learners store their email addresses as row IDs.
			person: [...PERSON_LINKS, { column: 'object_id', holds: 'email' }],
			retention: { expires: 'with its bulk action' },
			exported: ['object_kind', 'outcome', 'note'],
		}),
		declareTable('bulk_jobs', {
			protection: 'personal',
			title: 'Bulk actions',
			purpose: 'applies one action to many rows of a list',
			person: [{ column: 'user_id', holds: 'user-id' }],
			retention: { expires: 'thirty days after it was prepared' },
			exported: ['action', 'reason', 'state', 'created_at', 'started_at', 'ended_at'],
			erased: { clear: { user_id: null, reason: null } },
		}),
		declareTable('content_versions', {
			protection: 'personal',
			title: 'Content versions',
			purpose: 'the history of the site’s texts, with who wrote them',
			person: [{ column: 'author_id', holds: 'user-id' }],
			retention: { while: 'the site can go back to an earlier text' },
			exported: ['path', 'body', 'created_at', 'published_at'],
			erased: { clear: { author_id: null } },
		}),
		declareTable('scheduled_releases', {
			protection: 'personal',
			title: 'Scheduled publications',
			purpose: 'publishes edits at a set time, with who scheduled it',
			person: [{ column: 'author_id', holds: 'user-id' }],
			retention: { while: 'the site can go back to an earlier text' },
			exported: ['created_at', 'due_at', 'ended_at', 'outcome'],
			erased: { clear: { author_id: null } },
		}),
		declareTable('media_chunks', { protection: 'personal', title: 'Media library: data', ...MEDIA_FILE_RULES }),
		declareTable('media_files', { protection: 'personal', title: 'Media library: files', ...MEDIA_FILE_RULES }),
		mediaRule,
		declareTable('content_releases', {
			protection: 'personal',
			title: 'Content releases',
			purpose: 'the published texts of the site, with who published them',
			person: [{ column: 'author_id', holds: 'user-id' }],
			retention: { while: 'the site can go back to an earlier text' },
			exported: ['number', 'note', 'created_at'],
			erased: { clear: { author_id: null } },
		}),
	],
	readFigures: readLearnerFigures,
	announce: async (ctx) => {
		const link = await issueSetupLink(ctx)
		return link === null ? [] : [`Set up your academy: ${link}`]
	},
	beforeServing: async (deps) => void (await adoptEdits(deps, readLegacyEdits())),
	whenStarted: async (ctx) => {
		await grantFirstOperator(ctx)
		// Must run before anyone changes a course in the console.
		await storeMissingOpeners(ctx)
		await recordLessonRevisions(ctx)
	},
	listMailSamples: ({ config, content }) => [
		consoleLinkMail(content, `${config.siteUrl}${consolePaths.mailedLink}?token=sample`),
		testMail(content),
		invitationMail(content, { link: `${config.siteUrl}${consolePaths.invitation}?token=sample`, role: 'support' }),
	],
	deleteExpired: async (ctx) => ({
		...(await deleteExpiredConsoles(ctx)),
		...(await deleteExpiredLinks(ctx)),
		...(await deleteExpiredInvitations(ctx)),
		learnerViews: await deleteExpiredViews(ctx),
		bulkJobs: await deleteExpiredJobs(ctx),
	}),
}
