import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { guardedAction, fileRoute, reactPage } from '#server/console/shell/route.ts'
import { openRequests } from '#server/services/people/leads/notify-early-access.ts'

import { answerActions } from './answers.ts'
import { applicationActions, sendFile } from './application-actions.ts'
import { leadFiles } from './lead-files.ts'
import { ticketActions } from './ticket-actions.ts'
import { ticketFile } from './ticket-file.ts'

/** Emails everyone on the early access list that the module is open. */
async function tell(request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) {
	const { c, ctx, params } = request
	const moduleId = Number(params.module)
	const count = Number(fields.count)
	await openRequests(ctx, { moduleId, count })
	await recordAction(request, ctx.db, {
		action: 'early_access_told',
		object: { kind: 'letter', id: `module-${moduleId}` },
		after: { count },
	})
	return c.redirect(`${consolePaths.earlyAccess}?notice=early-access-told`, 303)
}

export const inboxRoutes = [
	reactPage(consolePaths.tickets, 'support'),
	ticketFile,
	reactPage(`${consolePaths.tickets}/:ticket`, 'support'),
	...ticketActions,
	reactPage(consolePaths.privacy, 'operator'),
	reactPage(consolePaths.applications, 'operator'),
	reactPage(`${consolePaths.applications}/:application`, 'operator'),
	fileRoute(`${consolePaths.applications}/:application/file`, 'operator', sendFile),
	...applicationActions,
	...leadFiles,
	reactPage(consolePaths.feedback, 'support'),
	reactPage(consolePaths.earlyAccess, 'support'),
	guardedAction(`${consolePaths.earlyAccess}/:module`, tell),
	reactPage(consolePaths.answers, 'support'),
	...answerActions,
]
