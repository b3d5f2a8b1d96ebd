import { consolePaths } from '#contracts/console-paths.ts'
import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import { type ConsoleActionRequest, recordAction, requireReason } from '#server/console/shell/console-request.ts'
import { requireStepUp } from '#server/console/shell/guard.ts'
import { type Action, action, actionAfterCall, fileRoute, reactPage } from '#server/console/shell/route.ts'
import { inTransaction } from '#server/db/database.ts'
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

async function sendResult(request: ConsoleActionRequest) {
	const { c, ctx } = request
	const { job } = await requireJob(request)
	const encoder = new TextEncoder()
	let after = 0
	const body = new ReadableStream<Uint8Array>(
		{
			start: (controller) => controller.enqueue(encoder.encode(CSV_START + csvLine(['row', 'kind', 'id', 'outcome', 'reason']))),
			async pull(controller) {
				const rows = await ctx.db
					.selectFrom('bulk_rows')
					.select(['place', 'object_kind', 'object_id', 'outcome', 'note'])
					.where('job_id', '=', job.id)
					.where('place', '>', after)
					.orderBy('place')
					.limit(BATCH)
					.execute()
				const waiting = job.state === 'canceled' ? 'not done' : 'waiting'
				const lines = rows.map((row) => csvLine([row.place, row.object_kind, row.object_id, row.outcome ?? waiting, row.note ?? '']))
				if (rows.length > 0) controller.enqueue(encoder.encode(lines.join('')))
				after = rows.at(-1)?.place ?? after
				if (rows.length < BATCH) controller.close()
			},
		},
		{ highWaterMark: 1 },
	)
	c.header('Content-Type', 'text/csv; charset=utf-8')
	c.header('Content-Disposition', `attachment; filename="${job.action}-result.csv"`)
	return c.body(body)
}

const JOB = `${consolePaths.bulkJobs}/:job`

export const bulkRoutes = [
	action(consolePaths.bulkJobs, 'support', prepareBulkJob),
	reactPage(JOB, 'support'),
	fileRoute(`${JOB}/result.csv`, 'support', sendResult),
	actionAfterCall(`${JOB}/start`, 'support', prepareStart),
	action(`${JOB}/cancel`, 'support', cancel),
]
