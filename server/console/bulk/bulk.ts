import { sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import { failedJobs } from '#server/console/health/read-health.ts'
import { ticketFile } from '#server/console/inbox/read-tickets.ts'
import { learnerFile } from '#server/console/learners/read-learners.ts'
import { messageFile } from '#server/console/messages/read-messages.ts'
import { orderFile } from '#server/console/orders/read-orders.ts'
import { type ConsoleActionRequest, recordAction, requireReason, type Fields } from '#server/console/shell/console-request.ts'
import { type ListSource, readListInBatches } from '#server/console/shell/export-list.ts'
import { requireStepUp, toConsolePath } from '#server/console/shell/guard.ts'
import { type Action, action, actionAfterCall, fileRoute } from '#server/console/shell/route.ts'
import { subscriberFile } from '#server/console/subscribers/find-subscribers.ts'
import { type Db, inTransaction, isUuid } from '#server/db/database.ts'
import { sendFile } from '#server/http/send-file.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { BulkAction } from '#server/services/operations/bulk/bulk-action.ts'
import { findBulkAction } from '#server/services/operations/bulk/bulk-actions.ts'
import { requireTag } from '#server/services/people/tags/learner-tags.ts'

import { findUndo, requireJob } from './read-job.ts'

const MAX_ROWS = 100_000

const FILES = {
	orders: orderFile,
	learners: learnerFile,
	tickets: ticketFile,
	messages: messageFile,
	subscribers: subscriberFile,
	'health/jobs': failedJobs,
}

const refuse = (message: string) => new ServiceError('invalid', 'bulk_refused', message, { fields: { action: message } })

/**
 * Returns the selected bulk action.
 * @throws ServiceError bulk_refused (400) if the list has no such action; console_forbidden (403) if it needs the operator role
 */
function requireAction({ by, ctx }: ConsoleActionRequest, { list = '', action = '' }: Fields) {
	const found = findBulkAction(ctx.content, action)
	if (!found?.rows || found.list !== list) throw refuse('Choose an action.')
	if (found.role === 'operator' && by.role !== 'operator')
		throw new ServiceError('forbidden', 'console_forbidden', 'Only operators can do this. Your role is support.')
	return { action: found, rows: found.rows }
}

/**
 * Reads the IDs of the checked rows, or of all rows that match the filters of the page with the form. Returns one more than the maximum if
 * there are too many.
 * @throws ServiceError bulk_refused (400) for unreadable filters
 */
async function readIds({ outside }: ConsoleActionRequest, fields: Fields, { list }: BulkAction): Promise<string[]> {
	if (fields.all === undefined)
		return Object.keys(fields).flatMap((name) => (name.startsWith('row-') && isUuid(name.slice(4)) ? [name.slice(4)] : []))
	const [path, search = ''] = toConsolePath(fields.form_page).split('?')
	// Refuse another page: without its filters, the action would apply to every row.
	if (path !== `${consolePaths.root}/${list}`) throw refuse('These filters can’t be read. Filter the list again, then select all rows.')
	const source = (await FILES[list].openSource(outside, new URLSearchParams(search))) as ListSource<{ id: string }>
	if (source.sort && source.readIds)
		return (await source.readIds({ sort: source.sort, after: null, limit: MAX_ROWS + 1 })).map(({ id }) => id)
	const ids: string[] = []
	for await (const rows of readListInBatches(source)) {
		ids.push(...rows.map(({ id }) => id))
		if (ids.length > MAX_ROWS) break
	}
	return ids
}

/**
 * Creates a job and shows which rows the action would change or skip, before anything happens.
 * @throws ServiceError bulk_refused (400) for an unknown action, unreadable filters, no rows, or too many for one job;
 * console_forbidden (403) if the action needs the operator role
 */
async function prepareBulkJob(request: ConsoleActionRequest, fields: Fields) {
	const { c, ctx, by } = request
	const { action, rows } = requireAction(request, fields)
	const options = action.takesTag ? { tag: requireTag(fields.tag ?? '') } : null
	const ids = await readIds(request, fields, action)
	if (ids.length === 0) throw refuse('Select at least one entry, or all that match.')
	if (ids.length > MAX_ROWS) throw refuse(`That’s more than ${MAX_ROWS.toLocaleString('en-US')}. Narrow the filter, then try again.`)
	const { id: job } = await ctx.db
		.insertInto('bulk_jobs')
		.values({
			action: fields.action ?? '',
			user_id: by.userId,
			role: by.role,
			created_at: ctx.now(),
			options: options && JSON.stringify(options),
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	await sql`insert into bulk_rows (job_id, place, object_kind, object_id, outcome, note)
		select ${job}::uuid, chosen.place, ${action.kind}, row.id::text, case when judged.why is not null then 'skipped' end, judged.why
		from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
		join ${sql.table(rows.table)} as row on row.id = chosen.id
		cross join lateral (select ${rows.skip({ userId: by.userId, course: action.course, options })} as why) as judged`.execute(ctx.db)
	await recordAction(request, ctx.db, {
		action: 'bulk_prepared',
		object: { kind: 'bulk-job', id: job },
		after: { action: fields.action, ...options, rows: ids.length },
	})
	return c.redirect(`${consolePaths.bulkJobs}/${job}`, 303)
}

type Found = Awaited<ReturnType<typeof requireJob>>

const BATCH = 5000

const redirectToJob = ({ c }: ConsoleActionRequest, id: string, notice: string) =>
	c.redirect(`${consolePaths.bulkJobs}/${id}?notice=${notice}`, 303)

/** Checks that the user may start the job: only its creator may, before its first start or after canceling it. */
async function prepareStart(request: ConsoleActionRequest, fields: Fields): Promise<Action> {
	const { by } = request
	const { job, action: bulk } = await requireJob(request)
	if (job.user_id !== by.userId)
		throw new ServiceError('forbidden', 'console_forbidden', 'Someone else prepared this. Select the rows yourself to start it.')
	if (bulk.role === 'operator' && by.role !== 'operator')
		throw new ServiceError('forbidden', 'console_forbidden', 'Only operators can do this. Your role is support.')
	if (bulk.isGuarded) await requireStepUp(request, fields, [() => bulk.needsReason && requireReason(fields)])
	const reason = bulk.needsReason ? requireReason(fields) : null
	return (inside) => start(inside, { job, action: bulk, reason })
}

async function start(request: ConsoleActionRequest, { job, action: bulk, reason }: Found & { reason: string | null }) {
	const { ctx } = request
	const waiting = ctx.db.selectFrom('bulk_rows').select('place').where('job_id', '=', job.id).where('outcome', 'is', null)
	// Lock the job, and don't start it again once it was undone: the undo wouldn't reverse the rows that are still waiting.
	await ctx.db.selectFrom('bulk_jobs').select('id').where('id', '=', job.id).forUpdate().execute()
	if (await findUndo(ctx.db, job.id)) return redirectToJob(request, job.id, 'bulk-unchanged')
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
	const undoes = (job.options as { undoes?: string } | null)?.undoes
	await inTransaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, { name: 'run-bulk', payload: { jobId: job.id } }))
	await recordAction(request, ctx.db, {
		action: undoes === undefined ? 'bulk_started' : 'bulk_undone',
		object: { kind: 'bulk-job', id: job.id },
		...(reason !== null && { reason }),
		after: { action: job.action, ...(undoes !== undefined && { undoes }) },
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

/** Starts a job that reverses the changes of an earlier one. A second request leads to the same job. */
async function undo(request: ConsoleActionRequest) {
	const { ctx, by } = request
	const { job, action: bulk } = await requireJob(request)
	const back = bulk.undoneBy === undefined ? undefined : findBulkAction(ctx.content, bulk.undoneBy)
	const locked = await ctx.db.selectFrom('bulk_jobs').select('ended_at').where('id', '=', job.id).forUpdate().executeTakeFirst()
	if (!back || !locked?.ended_at) throw new ServiceError('conflict', 'bulk_not_undoable', 'This can’t be undone.')
	const known = await findUndo(ctx.db, job.id)
	if (known) return redirectToJob(request, known.id, 'bulk-started')
	const options = JSON.stringify({ ...(job.options as object), undoes: job.id })
	const undoing = await ctx.db
		.insertInto('bulk_jobs')
		.values({ action: bulk.undoneBy ?? '', user_id: by.userId, role: by.role, created_at: ctx.now(), options })
		.returningAll()
		.executeTakeFirstOrThrow()
	await sql`insert into bulk_rows (job_id, place, object_kind, object_id)
		select ${undoing.id}::uuid, place, object_kind, object_id from bulk_rows where job_id = ${job.id}::uuid and outcome = 'done'`.execute(
		ctx.db,
	)
	return start(request, { job: undoing, action: back, reason: null })
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
	fileRoute(`${JOB}/result.csv`, 'support', sendResult),
	actionAfterCall(`${JOB}/start`, 'support', prepareStart),
	action(`${JOB}/cancel`, 'support', cancel),
	action(`${JOB}/undo`, 'support', undo),
]
