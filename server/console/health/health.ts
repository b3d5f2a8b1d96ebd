import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { UUID } from '#server/console/shell/look-up.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, actionAfterCall, reactPage } from '#server/console/shell/route.ts'
import { retryDead } from '#server/services/messaging/operator-alerts/retry-dead.ts'
import { runChecklist } from '#server/services/operations/launch-checklist/run-checklist.ts'

import { CHECKLIST, type ChecklistRun } from './read-health.ts'

async function retryJob(request: ConsoleActionRequest) {
	const { c, ctx, params } = request
	const id = params.job ?? ''
	const isDone = UUID.test(id) && (await retryDead(ctx, id)) === 'job'
	if (isDone) await recordAction(request, ctx.db, { action: 'job_retried', object: { kind: 'job', id } })
	return c.redirect(`${consolePaths.deadJobs}?notice=${isDone ? 'job-retried' : 'job-unchanged'}`, 303)
}

/** Runs the launch checklist. The page shows the latest run from the activity log, whichever process made it. */
async function checkNow(request: ConsoleActionRequest) {
	const after: ChecklistRun = Object.fromEntries(
		(await runChecklist(request.ctx)).map(({ id, state, found, howToFix }) => [id, { state, found, howToFix }]),
	)
	return async (inside: ConsoleActionRequest) => {
		await recordAction(inside, inside.ctx.db, { action: 'checklist_run', object: CHECKLIST, after })
		return inside.c.redirect(consolePaths.checklist, 303)
	}
}

export const healthRoutes = [
	reactPage(consolePaths.health, 'operator'),
	reactPage(consolePaths.checklist, 'operator'),
	actionAfterCall(consolePaths.checklist, 'operator', checkNow),
	reactPage(consolePaths.deadJobs, 'operator'),
	action(`${consolePaths.deadJobs}/:job/retry`, 'operator', retryJob),
]
