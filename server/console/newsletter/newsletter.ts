import { consolePaths } from '#contracts/console-paths.ts'
import { action, guardedAction, fileRoute, reactPage } from '#server/console/shell/route.ts'

import { change, countAudience, draft, drop, preview, schedule, showLiveIssue, startLiveIssue, step, test } from './issue-actions.ts'
import { issueListFile } from './issue-list-file.ts'

const NEW = `${consolePaths.newsletter}/new`
const ISSUE = `${consolePaths.newsletter}/:issue`

/** Newsletter issues (app/admin/routes/newsletter). */
export const newsletterRoutes = [
	reactPage(consolePaths.newsletter, 'operator'),
	issueListFile,
	fileRoute(consolePaths.audience, 'operator', countAudience),
	reactPage(NEW, 'operator'),
	action(NEW, 'operator', draft),
	fileRoute(consolePaths.issuePreview, 'operator', startLiveIssue),
	action(consolePaths.issuePreview, 'operator', showLiveIssue),
	reactPage(ISSUE, 'operator'),
	action(ISSUE, 'operator', change),
	fileRoute(`${ISSUE}/preview`, 'operator', preview),
	action(`${ISSUE}/test`, 'operator', test),
	guardedAction(`${ISSUE}/schedule`, schedule),
	action(`${ISSUE}/step`, 'operator', step),
	action(`${ISSUE}/delete`, 'operator', drop),
]
