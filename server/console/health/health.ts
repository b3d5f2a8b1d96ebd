import { UUID } from '#server/console/shell/look-up.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, actionAfterCall, reactPage } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { retryDead } from '#server/services/messaging/operator-alerts/retry-dead.ts'
import { runChecklist } from '#server/services/operations/launch-checklist/run-checklist.ts'

import { CHECKLIST, type ChecklistRun } from './read-health.ts'

async function retryJob(work: Work) {
	const { c, ctx, params } = work
	const id = params.job ?? ''
	const isDone = UUID.test(id) && (await retryDead(ctx, id)) === 'job'
	if (isDone) await recordAction(work, ctx.db, { action: 'job_retried', object: { kind: 'job', id } })
	return c.redirect(`${places.deadJobs}?said=${isDone ? 'job-retried' : 'job-unchanged'}`, 303)
}

/** The page shows the newest run from the activity log, whichever process made it. */
async function checkNow(work: Work) {
	const after: ChecklistRun = Object.fromEntries(
		(await runChecklist(work.ctx)).map(({ id, state, found, mend }) => [id, { state, found, mend }]),
	)
	return async (inside: Work) => {
		await recordAction(inside, inside.ctx.db, { action: 'checklist_run', object: CHECKLIST, after })
		return inside.c.redirect(places.checklist, 303)
	}
}

/** State of the server (app/admin/routes/health). */
export const healthRoutes = [
	reactPage(places.health, 'operator'),
	reactPage(places.checklist, 'operator'),
	actionAfterCall(places.checklist, 'operator', checkNow),
	reactPage(places.deadJobs, 'operator'),
	action(`${places.deadJobs}/:job/retry`, 'operator', retryJob),
]
