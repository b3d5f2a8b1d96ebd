import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, recordAction } from '#server/console/shell/console-request.ts'
import { UUID_PATTERN } from '#server/console/shell/look-up.ts'
import { action, actionAfterCall } from '#server/console/shell/route.ts'
import { inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { retryDead } from '#server/services/messaging/operator-alerts/retry-dead.ts'
import { findDrillObstacle } from '#server/services/operations/backup-drill/test-restore.ts'
import { runChecklist } from '#server/services/operations/launch-checklist/run-checklist.ts'
import { createBackupStatus } from '#server/services/platform/backups/record-backup.ts'

import { CHECKLIST_OBJECT, type ChecklistRun } from './read-health.ts'

async function retryJob(request: ConsoleActionRequest) {
	const { c, ctx, params } = request
	const id = params.job ?? ''
	const isDone = UUID_PATTERN.test(id) && (await retryDead(ctx, id)) === 'job'
	if (isDone) await recordAction(request, ctx.db, { action: 'job_retried', object: { kind: 'job', id } })
	return c.redirect(`${consolePaths.deadJobs}?notice=${isDone ? 'job-retried' : 'job-unchanged'}`, 303)
}

const redirectToHealth = ({ c }: ConsoleActionRequest, notice: string) => c.redirect(`${consolePaths.health}?notice=${notice}#backups`, 303)

/** @throws ServiceError backups_off (409) */
function requireBackups({ ctx }: ConsoleActionRequest) {
	const holder = ctx.state.of(createBackupStatus)
	if (holder.control === null) throw new ServiceError('conflict', 'backups_off', 'This server takes no backups. Nothing was started.')
	return { ...holder, works: holder.control }
}

async function backUpNow(request: ConsoleActionRequest) {
	const { works } = requireBackups(request)
	await recordAction(request, request.ctx.db, { action: 'backup_started', object: { kind: 'backup', id: 'full' } })
	request.afterCommit(() => Promise.resolve(works.takeNow()))
	return redirectToHealth(request, 'backup-started')
}

/** @throws ServiceError backups_off, drill_impossible (409) */
async function testRestoreNow(request: ConsoleActionRequest) {
	const { ctx } = request
	const { works, running } = requireBackups(request)
	const obstacle = findDrillObstacle(works)
	if (obstacle !== null) throw new ServiceError('conflict', 'drill_impossible', obstacle)
	if (running.drill !== null) return redirectToHealth(request, 'restore-test-started')
	await inTransaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, { name: 'test-restore', payload: { isAsked: true } }))
	await recordAction(request, ctx.db, { action: 'restore_test_started', object: { kind: 'backup', id: 'drill' } })
	return redirectToHealth(request, 'restore-test-started')
}

/** Runs the launch checklist. The page shows the latest run from the activity log, whichever process made it. */
async function checkNow(request: ConsoleActionRequest) {
	const after: ChecklistRun = Object.fromEntries(
		(await runChecklist(request.ctx)).map(({ id, state, found, howToFix }) => [id, { state, found, howToFix }]),
	)
	return async (inside: ConsoleActionRequest) => {
		await recordAction(inside, inside.ctx.db, { action: 'checklist_run', object: CHECKLIST_OBJECT, after })
		return inside.c.redirect(consolePaths.checklist, 303)
	}
}

export const healthRoutes = [
	actionAfterCall(consolePaths.checklist, 'operator', checkNow),
	action(`${consolePaths.deadJobs}/:job/retry`, 'operator', retryJob),
	action(consolePaths.backupNow, 'operator', backUpNow),
	action(consolePaths.restoreTest, 'operator', testRestoreNow),
]
