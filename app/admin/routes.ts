import { route, type RouteConfig } from '@react-router/dev/routes'

import { consolePaths } from '#contracts/console-paths.ts'

/** Pages of the console, one line each. The server says who may see them: `reactPage` with the same path in server/console. */
export default [
	route(consolePaths.today, 'routes/today.tsx'),

	route(consolePaths.messages, 'routes/messages/mails.tsx'),
	route(`${consolePaths.messages}/:message`, 'routes/messages/mail.tsx'),
	route(consolePaths.invoices, 'routes/invoices/invoices.tsx'),
	route(consolePaths.texts, 'routes/messages/texts.tsx'),
	route(consolePaths.suppressions, 'routes/messages/suppressions.tsx'),

	route(consolePaths.health, 'routes/health/health.tsx'),
	route(consolePaths.deadJobs, 'routes/health/failed-jobs.tsx'),
	route(consolePaths.checklist, 'routes/health/checklist.tsx'),
	route(consolePaths.actions, 'routes/activity-log.tsx'),

	// Signing in, the second factor and refusals, at the addresses of server/console/shell/entry.ts.
	route(consolePaths.entry, 'routes/entry/entry.tsx', { id: 'entry' }),

	// Sends what a form does to its action, and leads to pages and files that are not in this app.
	route(`${consolePaths.root}/*`, 'routes/action.tsx'),
] satisfies RouteConfig
