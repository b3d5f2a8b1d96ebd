import { consolePaths } from '#contracts/console-paths.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import { COUNT_LIMIT } from '#server/console/shell/lists.ts'
import { action, actionAfterCall, fileRoute, guardedAction } from '#server/console/shell/route.ts'

import {
	autosave,
	deleteDraft,
	sendAudience,
	sendIssuePreview,
	saveIssueDraft,
	scheduleNewsletter,
	renderIssuePreview,
	sendEmptyPreview,
	advanceIssueState,
	sendTest,
	convertPicturesBefore,
} from './issue-actions.ts'
import { readIssueRows, readIssuesRequest } from './read-issues.ts'

type Row = Awaited<ReturnType<typeof readIssueRows>>[number]

const formatCount = (count: number | undefined) => (count === COUNT_LIMIT ? `${COUNT_LIMIT - 1}+` : (count ?? ''))

const issueListFile = exportList<Row>(consolePaths.newsletter, {
	kind: 'letter',
	columns: [
		['subject', (row) => row.subject],
		['state', (row) => row.state],
		['starts', (row) => formatTime(row.starts_at)],
		['recipients', (row) => row.recipients],
		['failed', ({ result }) => formatCount(result?.failed), 'recipients'],
		['held back', ({ result }) => formatCount(result?.heldBack), 'recipients'],
		['created', (row) => formatTime(row.created_at)],
	],
	openSource(ctx, params) {
		const { typed, ...listRequest } = readIssuesRequest(params)
		return { ...listRequest, filters: typed === '' ? {} : { search: true }, read: (part) => readIssueRows(ctx, { ...part, typed }) }
	},
})

const ISSUE = `${consolePaths.newsletter}/:issue`

export const newsletterRoutes = [
	issueListFile,
	fileRoute(consolePaths.audience, 'operator', sendAudience),
	fileRoute(consolePaths.issuePreview, 'operator', sendEmptyPreview),
	actionAfterCall(consolePaths.issuePreview, 'operator', convertPicturesBefore(renderIssuePreview)),
	actionAfterCall(ISSUE, 'operator', convertPicturesBefore(saveIssueDraft)),
	fileRoute(`${ISSUE}/preview`, 'operator', sendIssuePreview),
	actionAfterCall(`${ISSUE}/autosave`, 'operator', convertPicturesBefore(autosave)),
	action(`${ISSUE}/test`, 'operator', sendTest),
	guardedAction(`${ISSUE}/schedule`, scheduleNewsletter),
	action(`${ISSUE}/step`, 'operator', advanceIssueState),
	action(`${ISSUE}/delete`, 'operator', deleteDraft),
]
