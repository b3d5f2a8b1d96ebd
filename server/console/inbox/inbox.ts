import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { guardedAction, page, reactPage } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { openToWishes } from '#server/services/people/leads/tell-early-access.ts'

import { answerActions } from './answers.ts'
import { applicationActions, sendFile } from './application-actions.ts'
import { leadFiles } from './lead-files.ts'
import { ticketActions } from './ticket-actions.ts'
import { ticketFile } from './ticket-file.ts'

/** Emails everyone who waits for a module that it is open. */
async function tell(work: Work, fields: Readonly<Record<string, string>>) {
	const { c, ctx, params } = work
	const moduleId = Number(params.module)
	const count = Number(fields.count)
	await openToWishes(ctx, { moduleId, count })
	await recordAction(work, ctx.db, { action: 'early_access_told', object: { kind: 'letter', id: `module-${moduleId}` }, after: { count } })
	return c.redirect(`${places.earlyAccess}?said=early-access-told`, 303)
}

/** What people wrote to us (app/admin/routes/inbox). Applications are for operators: they are about our own staff. */
export const inboxRoutes = [
	reactPage(places.tickets, 'support'),
	ticketFile,
	reactPage(`${places.tickets}/:ticket`, 'support'),
	...ticketActions,
	reactPage(places.privacy, 'operator'),
	reactPage(places.applications, 'operator'),
	reactPage(`${places.applications}/:application`, 'operator'),
	page(`${places.applications}/:application/file`, 'operator', sendFile),
	...applicationActions,
	...leadFiles,
	reactPage(places.feedback, 'support'),
	reactPage(places.earlyAccess, 'support'),
	guardedAction(`${places.earlyAccess}/:module`, tell),
	reactPage(places.answers, 'support'),
	...answerActions,
]
