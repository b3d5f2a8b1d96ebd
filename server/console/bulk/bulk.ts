import { consolePaths } from '#contracts/console-paths.ts'
import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import { type ConsoleActionRequest, recordAction, requireReason } from '#server/console/shell/console-request.ts'
import { requireStepUp } from '#server/console/shell/guard.ts'
import { type Action, action, actionAfterCall, fileRoute, reactPage } from '#server/console/shell/route.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import { sendFile } from '#server/http/send-file.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { prepareBulkJob } from './prepare.ts'
import { requireJob } from './read-job.ts'

type Fields = Readonly<Record<string, string>>

type Found = Awaited<ReturnType<typeof requireJob>>

const BATCH = 5000

const redirectToJob = ({ c }: ConsoleActionRequest, id: string, notice: string) =>
	c.redirect(`${consolePaths.bulkJobs}/${id}?notice=${notice}`, 303)

/** Checks that the user may start the job: only its creator may, from the preview or after canceling it. */
async function prepareStart(request: ConsoleActionRequest, fields: Fields): Promise<Action> {
	const { by } = request
	const { job, action: bulk } = await requireJob(request)
	if (job.user_id !== by.userId)
		throw new ServiceError('forbidden', 'console_forbidden', 'Someone else prepared this. Select the rows yourself to start it.')
	if (bulk.role === 'operator' && by.role !== 'operator')
		throw new ServiceError('forbidden', 'console_forbidden', 'Only operators can do this. Your role is support.')
	const reason = bulk.needsReason ? requireReason(fields) : null
	if (bulk.isGuarded) await requireStepUp(request, fields)
	return (inside) => start(inside, { job, action: bulk, reason })
}

async function start(request: ConsoleActionRequest, { job, action: bulk, reason }: Found & { reason: string | null }) {
	const { ctx } = request
	const waiting = ctx.db.selectFrom('bulk_rows').select('place').where('job_id', '=', job.id).where('outcome', 'is', null)
	const started = await ctx.db
		.updateTable('bulk_jobs')
		.set({ state: 'running', started_at: ctx.now(), ended_at: null, reason })
		.where('id', '=', job.id)
		.where('state', 'in', ['preview', 'canceled'])
		.where((eb) => eb.exists(waiting))
		.returning('id')
		.executeTakeFirst()
	if (!started) return redirectToJob(request, job.id, 'bulk-unchanged')
	await bulk.onStart?.(ctx, job.options)
	await inTransaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, { name: 'run-bulk', payload: { jobId: job.id } }))
	await recordAction(request, ctx.db, {
		action: 'bulk_started',
		object: { kind: 'bulk-job', id: job.id },
		...(reason !== null && { reason }),
		after: { action: job.action },
	})
	return redirectToJob(request, job.id, 'bulk-started')
}

/** Cancels the job. Finished rows keep their changes; waiting rows stay unchanged. */
async function cancel(request: ConsoleActionRequest) {
	const { ctx } = request
	const { job } = await requireJob(request)
	const canceled = await ctx.db
		.updateTable('bulk_jobs')
		.set({ state: 'canceled', ended_at: ctx.now() })
		.where('id', '=', job.id)
		.where('state', 'in', ['preview', 'running'])
		.returning('id')
		.executeTakeFirst()
	if (!canceled) return redirectToJob(request, job.id, 'bulk-unchanged')
	await recordAction(request, ctx.db, { action: 'bulk_canceled', object: { kind: 'bulk-job', id: job.id }, before: { state: job.state } })
	return redirectToJob(request, job.id, 'bulk-canceled')
}

async function* writeResult(db: Db, { id, state }: Found['job']): AsyncGenerator<string> {
	yield CSV_START + csvLine(['row', 'kind', 'id', 'outcome', 'reason'])
	const waiting = state === 'canceled' ? 'not done' : 'waiting'
	for (let after: number | undefined = 0; after !== undefined;) {
		const rows = await db
			.selectFrom('bulk_rows')
			.select(['place', 'object_kind', 'object_id', 'outcome', 'note'])
			.where('job_id', '=', id)
			.where('place', '>', after)
			.orderBy('place')
			.limit(BATCH)
			.execute()
		yield rows.map((row) => csvLine([row.place, row.object_kind, row.object_id, row.outcome ?? waiting, row.note ?? ''])).join('')
		after = rows.length === BATCH ? rows.at(-1)?.place : undefined
	}
}

async function sendResult(request: ConsoleActionRequest) {
	const { job } = await requireJob(request)
	return sendFile(request.c, { name: `${job.action}-result.csv`, content: writeResult(request.ctx.db, job) })
}

const JOB = `${consolePaths.bulkJobs}/:job`

export const bulkRoutes = [
	action(consolePaths.bulkJobs, 'support', prepareBulkJob),
	reactPage(JOB, 'support'),
	fileRoute(`${JOB}/result.csv`, 'support', sendResult),
	actionAfterCall(`${JOB}/start`, 'support', prepareStart),
	action(`${JOB}/cancel`, 'support', cancel),
]
