import { consolePaths } from '#contracts/console-paths.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'

import { listIssues, readAskedIssues } from './read-issues.ts'

type Row = Awaited<ReturnType<ReturnType<typeof listIssues>['execute']>>[number]

export const issueListFile = exportList<Row>(consolePaths.newsletter, {
	kind: 'letter',
	columns: [
		['subject', (row) => row.subject],
		['state', (row) => row.state],
		['starts', (row) => formatTime(row.starts_at)],
		['queued', (row) => row.queued],
		['created', (row) => formatTime(row.created_at)],
	],
	ask: ({ db }, params) => ({ ...readAskedIssues(params), filters: {}, read: (asked) => listIssues(db, asked).execute() }),
})
