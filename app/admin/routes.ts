import { route, type RouteConfig } from '@react-router/dev/routes'

import { consolePaths } from '#contracts/console-paths.ts'

/** Pages of the console. Permissions are on the server: `reactPage` with the same path in server/console. */
export default [
	route(consolePaths.today, 'routes/today.tsx'),

	route(consolePaths.search, 'routes/search/search.tsx'),

	route(consolePaths.learners, 'routes/learners/learners.tsx'),
	route(consolePaths.learnerImports, 'routes/imports/learner-imports.tsx'),
	route(`${consolePaths.learnerImports}/:import`, 'routes/imports/learner-import.tsx'),
	route(consolePaths.addLearner, 'routes/learners/add-learner.tsx'),
	route(`${consolePaths.learners}/:account`, 'routes/learners/learner.tsx'),
	route(`${consolePaths.learners}/:account/view`, 'routes/learners/view.tsx'),

	route(consolePaths.orders, 'routes/orders/orders.tsx'),
	route(`${consolePaths.orders}/:order`, 'routes/orders/order.tsx'),
	route(`${consolePaths.orders}/:order/correct-invoice`, 'routes/orders/correct-invoice.tsx'),
	route(consolePaths.overview, 'routes/overview/overview.tsx'),
	route(consolePaths.funnel, 'routes/overview/funnel.tsx'),

	route(consolePaths.coupons, 'routes/coupons/coupons.tsx'),
	route(`${consolePaths.coupons}/new-coupon`, 'routes/coupons/new-coupon.tsx'),
	route(`${consolePaths.coupons}/:coupon`, 'routes/coupons/coupon.tsx'),

	route(consolePaths.invoices, 'routes/invoices/invoices.tsx'),
	route(consolePaths.payouts, 'routes/payouts/payouts.tsx'),
	route(`${consolePaths.payouts}/:payout`, 'routes/payouts/payout.tsx'),

	route(consolePaths.tickets, 'routes/inbox/tickets.tsx'),
	route(`${consolePaths.tickets}/:ticket`, 'routes/inbox/ticket.tsx'),
	route(consolePaths.privacy, 'routes/inbox/privacy-requests.tsx'),
	route(consolePaths.applications, 'routes/inbox/applications.tsx'),
	route(`${consolePaths.applications}/:application`, 'routes/inbox/application.tsx'),
	route(consolePaths.feedback, 'routes/inbox/feedback.tsx'),
	route(consolePaths.earlyAccess, 'routes/inbox/early-access.tsx'),
	route(consolePaths.answers, 'routes/inbox/answers.tsx'),

	route(consolePaths.newsletter, 'routes/newsletter/issues.tsx'),
	route(consolePaths.newIssue, 'routes/newsletter/new-issue.tsx'),
	route(`${consolePaths.newsletter}/:issue`, 'routes/newsletter/issue.tsx'),
	route(consolePaths.lifecycle, 'routes/newsletter/automations.tsx'),

	route(consolePaths.messages, 'routes/messages/mails.tsx'),
	route(`${consolePaths.messages}/:message`, 'routes/messages/mail.tsx'),
	route(consolePaths.sms, 'routes/messages/sms.tsx'),
	route(consolePaths.suppressions, 'routes/messages/suppressions.tsx'),

	route(consolePaths.course, 'routes/outline/course.tsx'),
	route(consolePaths.content, 'routes/content/files.tsx'),
	route(`${consolePaths.contentBegin}/:kind`, 'routes/content/begin.tsx'),
	route(consolePaths.contentFile, 'routes/content/editor.tsx'),
	route(consolePaths.contentHistory, 'routes/content/history.tsx'),
	route(`${consolePaths.contentVersions}/:version`, 'routes/content/version.tsx'),
	route(consolePaths.contentSite, 'routes/content/site-preview.tsx'),
	route(consolePaths.contentEmails, 'routes/content/email-preview.tsx'),
	route(consolePaths.contentDocuments, 'routes/content/document-preview.tsx'),
	route(consolePaths.contentPublish, 'routes/content/publish.tsx'),
	route(consolePaths.contentReleases, 'routes/content/releases.tsx'),
	route(consolePaths.media, 'routes/media/library.tsx'),
	route(consolePaths.logo, 'routes/media/logo.tsx'),
	route(consolePaths.mediaImport, 'routes/media/import-pictures.tsx'),
	route(`${consolePaths.media}/:media`, 'routes/media/one-media.tsx'),
	route(consolePaths.subscribers, 'routes/subscribers/subscribers.tsx'),
	route(`${consolePaths.subscribers}/:subscription`, 'routes/subscribers/subscriber.tsx'),
	route(consolePaths.imports, 'routes/imports/imports.tsx'),
	route(`${consolePaths.imports}/:import`, 'routes/imports/one-import.tsx'),

	route(consolePaths.settings, 'routes/settings/settings.tsx'),
	route(consolePaths.team, 'routes/settings/team.tsx'),
	route(consolePaths.account, 'routes/account.tsx'),
	route(`${consolePaths.settings}/:subject`, 'routes/settings/subject.tsx'),
	route(consolePaths.health, 'routes/health/health.tsx'),
	route(consolePaths.deadJobs, 'routes/health/failed-jobs.tsx'),
	route(consolePaths.checklist, 'routes/health/checklist.tsx'),
	route(consolePaths.actions, 'routes/activity-log.tsx'),
	route(`${consolePaths.bulkJobs}/:job`, 'routes/bulk-job.tsx'),

	// Sign-in, second factor and refusals, at the paths of server/console/shell/entry.ts.
	route(consolePaths.entry, 'routes/entry/entry.tsx'),

	// Sandbox and development pages, at the paths of server/http/sandbox and server/http/dev.
	route('/sandbox', 'routes/sandbox/sandbox.tsx'),
	route('/dev', 'routes/dev/dev.tsx'),
	// A ticket as its sender sees it, at the path of server/http/requests.
	route('/requests', 'routes/requests/requests.tsx'),
	// The availability, at the path of server/http/status.
	route('/status', 'routes/status/status.tsx'),

	// Passes form submissions to their action, and loads pages and files outside this app as documents.
	route(`${consolePaths.root}/*`, 'routes/action.tsx'),
] satisfies RouteConfig
