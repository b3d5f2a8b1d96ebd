import { consolePaths } from '#contracts/console-paths.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'

import { listApplications, namePosition, readAskedApplications } from './read-applications.ts'
import { listFeedback, listRequests, readAskedLeads } from './read-leads.ts'

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
	ask: ({ db }, params) => ({ ...readAskedLeads(params), filters: {}, read: (asked) => listFeedback(db, asked).execute() }),
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
	ask: ({ db }, params) => ({ ...readAskedLeads(params), filters: {}, read: (asked) => listRequests(db, asked).execute() }),
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
	ask: ({ db, content }, params) => ({
		...readAskedApplications(params),
		filters: {},
		read: async (asked) =>
			(await listApplications(db, asked).execute()).map((row) => ({ ...row, title: namePosition(content, row.position) })),
	}),
})

export const leadFiles = [feedbackFile, earlyAccessFile, applicationFile]
