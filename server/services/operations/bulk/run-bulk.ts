import { sql } from 'kysely'

import { inTransaction, isRetryable, type Tx } from '#server/db/database.ts'
import { logFailure, ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { BulkAction, BulkLogEntry } from './bulk-action.ts'
import { findBulkAction } from './bulk-actions.ts'

/** Maximum rows per job run, so that none exceeds the queue's time limit. */
const MAX_ROWS_PER_RUN = 250
/** Time to wait for a row that another transaction is changing. After that, the next rows come first. */
const LOCK_WAIT = '500ms'
const LOCK_TIMED_OUT = '55P03'
const RETRY_SECONDS = 5

type Bulk = { id: string; action: BulkAction; userId: string; role: 'operator' | 'support'; reason: string | null; options: unknown }

/** Finds a running job; null if the requester has lost the required role. */
async function findRunning(content: ServiceContext['content'], tx: Tx, jobId: string): Promise<Bulk | null> {
	const job = await tx
		.selectFrom('bulk_jobs')
		.selectAll()
		.where('id', '=', jobId)
		.where('state', '=', 'running')
		.forShare()
		.executeTakeFirst()
	const action = findBulkAction(content, job?.action ?? '')
	if (!job || !action || job.user_id === null) return null
	const person = await tx
		.selectFrom('auth.users')
		.select(sql<string | null>`raw_app_meta_data ->> 'role'`.as('role'))
		.where('id', '=', job.user_id)
		.where('deleted_at', 'is', null)
		.where((eb) => eb.or([eb('banned_until', 'is', null), eb('banned_until', '<=', sql<Date>`now()`)]))
		.executeTakeFirst()
	const isAllowed = person?.role === 'operator' || (person?.role === 'support' && action.role === 'support')
	if (!isAllowed) return null
	return { id: job.id, action, userId: job.user_id, role: job.role as Bulk['role'], reason: job.reason, options: job.options }
}

/** Thrown when a row fails. Its result is recorded in another transaction, after the failed one is rolled back. */
class RowFailed extends Error {
	readonly place: number
	override readonly cause: unknown

	constructor(place: number, cause: unknown) {
		super('a row of a bulk action failed')
		this.place = place
		this.cause = cause
	}
}

type Outcome = { outcome: 'done' | 'skipped' | 'failed'; note: string | null }

async function writeOutcome(tx: Tx, { jobId, place }: { jobId: string; place: number }, outcome: Outcome) {
	await tx
		.updateTable('bulk_rows')
		.set(outcome)
		.where('job_id', '=', jobId)
		.where('place', '=', place)
		.where('outcome', 'is', null)
		.execute()
}

/** @param ctx whose `db` is the row's transaction */
async function logRow({ db, now }: ServiceContext, { id, userId, role, reason }: Bulk, { logged, kind, objectId, after }: BulkLogEntry) {
	await db
		.insertInto('operator_actions')
		.values({
			actor_id: userId,
			role,
			action: logged,
			object_kind: kind,
			object_id: objectId,
			reason,
			after: JSON.stringify({ ...after, bulk_job: id }),
			created_at: now(),
		})
		.execute()
}

/**
 * Runs the action on the next free row, in one transaction.
 * @returns `next` if there may be more rows, `none` if no row is waiting, `forbidden` if the job may not continue
 */
const runRow = (ctx: ServiceContext, { jobId, held }: { jobId: string; held: readonly number[] }): Promise<'next' | 'none' | 'forbidden'> =>
	inTransaction(ctx.db, async (tx) => {
		const bulk = await findRunning(ctx.content, tx, jobId)
		if (!bulk) return 'forbidden'
		const row = await tx
			.selectFrom('bulk_rows')
			.select(['place', 'object_id'])
			.where('job_id', '=', jobId)
			.where('outcome', 'is', null)
			.where(sql<boolean>`place <> all(${held}::integer[])`)
			.orderBy('place')
			.limit(1)
			.forUpdate()
			.skipLocked()
			.executeTakeFirst()
		if (!row) return 'none'
		try {
			const inRow = { ...ctx, db: tx }
			await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(tx)
			const { action, userId, options } = bulk
			const result = await action.act(inRow, { id: row.object_id, asked: { userId, course: action.course, options } })
			const skipped = typeof result === 'string' ? result : null
			await writeOutcome(tx, { jobId, place: row.place }, { outcome: skipped === null ? 'done' : 'skipped', note: skipped })
			const { logged, kind } = action
			if (typeof result !== 'string') await logRow(inRow, bulk, result ?? { logged, kind, objectId: row.object_id, after: {} })
			return 'next'
		} catch (error) {
			if (isRetryable(error)) throw error
			throw new RowFailed(row.place, error)
		}
	})

/** Records a failed row. A service's refusal is recorded as skipped, with its reason; any other error is a bug and is logged. */
async function recordFailure(ctx: ServiceContext, jobId: string, { place, cause }: RowFailed): Promise<void> {
	const isRefusal = cause instanceof ServiceError
	if (!isRefusal) logFailure(ctx.log, 'a row of a bulk action failed', { bulkJob: jobId, place, error: cause })
	const outcome = isRefusal
		? { outcome: 'skipped' as const, note: cause.message }
		: { outcome: 'failed' as const, note: 'An unexpected error. Nothing was changed in this row.' }
	await inTransaction(ctx.db, (tx) => writeOutcome(tx, { jobId, place }, outcome))
}

/**
 * Ends a job. If rows are still waiting, a second run, started when this one seemed dead, is working on them and ends the job
 * itself.
 */
const endJob = (ctx: ServiceContext, jobId: string, state: 'done' | 'canceled') =>
	inTransaction(ctx.db, async (tx) => {
		const waiting = tx.selectFrom('bulk_rows').select('place').where('job_id', '=', jobId).where('outcome', 'is', null)
		await tx
			.updateTable('bulk_jobs')
			.set({ state, ended_at: ctx.now() })
			.where('id', '=', jobId)
			.where('state', '=', 'running')
			.$if(state === 'done', (ending) => ending.where((eb) => eb.not(eb.exists(waiting))))
			.execute()
	})

const isHeldByOthers = ({ cause }: RowFailed) =>
	typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === LOCK_TIMED_OUT

/**
 * Runs a bulk action row by row. After a crash, the retried job continues with the remaining rows. Locked rows are retried in the
 * next run.
 */
export async function runBulkAction(ctx: ServiceContext, { jobId }: { jobId: string }): Promise<void> {
	const held: number[] = []
	let ran: Awaited<ReturnType<typeof runRow>> = 'next'
	for (let row = 0; row < MAX_ROWS_PER_RUN && ran === 'next'; row += 1) {
		try {
			ran = await runRow(ctx, { jobId, held })
		} catch (error) {
			if (!(error instanceof RowFailed)) throw error
			if (isHeldByOthers(error)) held.push(error.place)
			else await recordFailure(ctx, jobId, error)
		}
	}
	if (ran === 'forbidden') return endJob(ctx, jobId, 'canceled')
	if (ran === 'none' && held.length === 0) return endJob(ctx, jobId, 'done')
	const delaySeconds = ran === 'none' || held.length === MAX_ROWS_PER_RUN ? RETRY_SECONDS : 0
	await inTransaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, { name: 'run-bulk', payload: { jobId }, options: { delaySeconds } }))
}
