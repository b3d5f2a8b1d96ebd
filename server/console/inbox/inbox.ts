import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, recordAction } from '#server/console/shell/console-request.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import { fileRoute, guardedAction, withOwnTransaction } from '#server/console/shell/route.ts'
import { notifyModuleOpen } from '#server/services/people/leads/notify-early-access.ts'

import { applicationActions, listApplications, nameJobPosition, readApplicationsRequest, sendApplicationFile } from './applications.ts'
import { eraseAddress } from './erase-address.ts'
import { listFeedback, listRequests, readLeadsRequest } from './read-leads.ts'
import { ticketFile } from './read-tickets.ts'
import { savedReplyRoutes, ticketActions } from './ticket-actions.ts'

type RowOf<List extends (...args: never[]) => { execute: () => Promise<unknown[]> }> = Awaited<
	ReturnType<ReturnType<List>['execute']>
>[number]

const feedbackFile = exportList<RowOf<typeof listFeedback>>(consolePaths.feedback, {
	kind: 'list',
	columns: [
		['module', (row) => row.module_id],
		['helpful', (row) => (row.is_helpful ? 'yes' : 'no')],
		['suggestion', (row) => row.suggestion ?? ''],
		['from', (row) => row.email ?? ''],
		['when', (row) => formatTime(row.created_at)],
	],
	openSource: ({ db }, params) => ({
		...readLeadsRequest(params),
		filters: {},
		read: (listRequest) => listFeedback(db, listRequest).execute(),
	}),
})

const earlyAccessFile = exportList<RowOf<typeof listRequests>>(consolePaths.earlyAccess, {
	kind: 'list',
	columns: [
		['email', (row) => row.email],
		['module', (row) => row.module_id],
		['has account', (row) => (row.has_account ? 'yes' : 'no')],
		['requested', (row) => formatTime(row.created_at)],
		['emailed', (row) => formatTime(row.notified_at)],
	],
	openSource: ({ db }, params) => ({
		...readLeadsRequest(params),
		filters: {},
		read: (listRequest) => listRequests(db, listRequest).execute(),
	}),
})

const applicationFile = exportList<RowOf<typeof listApplications> & { title?: string }>(consolePaths.applications, {
	kind: 'application',
	columns: [
		['name', (row) => row.name],
		['email', (row) => row.email],
		['position', (row) => row.title ?? ''],
		['state', (row) => row.status],
		['received', (row) => formatTime(row.created_at)],
		['file in bytes', (row) => row.size_bytes ?? '', 'file'],
	],
	openSource: ({ db, content }, params) => ({
		...readApplicationsRequest(params),
		filters: {},
		read: async (listRequest) =>
			(await listApplications(db, listRequest).execute()).map((row) => ({ ...row, title: nameJobPosition(content, row.position) })),
	}),
})

const leadFiles = [feedbackFile, earlyAccessFile, applicationFile]

/** Emails everyone on the early access list that the module is open. */
async function announceModule(request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) {
	const { c, ctx, params } = request
	const moduleId = Number(params.module)
	const count = Number(fields.count)
	await notifyModuleOpen(ctx, { moduleId, count })
	await recordAction(request, ctx.db, {
		action: 'early_access_told',
		object: { kind: 'letter', id: `module-${moduleId}` },
		after: { count },
	})
	return c.redirect(`${consolePaths.earlyAccess}?notice=early-access-told`, 303)
}

export const inboxRoutes = [
	ticketFile,
	...ticketActions,
	fileRoute(`${consolePaths.applications}/:application/file`, 'operator', sendApplicationFile),
	...applicationActions,
	...leadFiles,
	guardedAction(`${consolePaths.earlyAccess}/:module`, announceModule),
	...savedReplyRoutes,
	withOwnTransaction(guardedAction(`${consolePaths.privacy}/erase`, eraseAddress)),
]
