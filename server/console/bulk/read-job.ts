import { type RawBuilder, sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { type Db, isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { nameJob } from '#server/services/messaging/operator-alerts/list-dead.ts'
import type { BulkAction } from '#server/services/operations/bulk/bulk-action.ts'
import { findBulkAction, labelJob } from '#server/services/operations/bulk/bulk-actions.ts'

const EXAMPLES = 10

/**
 * Returns a bulk job of the signed-in person; operators may see everyone's.
 * @throws ServiceError bulk_not_found (404)
 */
export async function requireJob({ ctx: { db, content }, by, params: { job: id = '' } }: ConsoleRequest) {
	const job = isUuid(id) ? await db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirst() : undefined
	const action = findBulkAction(content, job?.action ?? '')
	if (!job || !action || (by.role !== 'operator' && job.user_id !== by.userId))
		throw new ServiceError('not-found', 'bulk_not_found', 'We can’t find that bulk action. They’re deleted after 30 days.')
	return { job, action }
}

/** SQL expressions for the display name of a list's row. Its table is aliased `row`. */
const NAMES: Readonly<Record<BulkAction['list'], RawBuilder<string | null>>> = {
	orders: sql`concat_ws(', ', upper(right(row.id::text, 8)), row.email)`,
	learners: sql`concat_ws(', ', nullif(coalesce(row.raw_user_meta_data ->> 'name', row.raw_user_meta_data ->> 'full_name'), ''), coalesce(row.email, row.phone))`,
	tickets: sql`concat_ws(', ', row.subject, row.email)`,
	subscribers: sql`row.email`,
	messages: sql`concat_ws(', ', row.subject, row.to_address)`,
	'health/jobs': sql`row.name`,
}

/** Plural nouns of lists whose path is another word. */
const NOUNS: Partial<Record<BulkAction['list'], string>> = { messages: 'emails', 'health/jobs': 'failed jobs' }

/** Names rows, in the order of the preview. Deleted rows are left out. */
async function nameRows(db: Db, { list, rows: from }: BulkAction, ids: readonly string[]) {
	if (!from) return ids.map((id) => ({ id, name: id }))
	const { rows } = await sql<{ id: string; name: string | null }>`
		select row.id::text as id, ${NAMES[list]} as name from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
		join ${sql.table(from.table)} as row on row.id = asked.id order by asked.place`.execute(db)
	return rows.map(({ id, name }) => ({ id, name: name || id.slice(-8) }))
}

/** Describes the waiting rows on which the action has another effect; empty if there are none. */
async function describeException(db: Db, job: string, { rows: from, exception }: BulkAction): Promise<string> {
	if (!from || !exception) return ''
	const { rows } = await sql<{ count: number }>`select count(*)::int as count from bulk_rows
		join ${sql.table(from.table)} as row on row.id::text = bulk_rows.object_id
		where job_id = ${job}::uuid and outcome is null and ${exception.where}`.execute(db)
	const { count = 0 } = rows[0] ?? {}
	return count === 0 ? '' : ` ${exception.describe(count)}`
}

/** Reads a bulk job with the number of rows by outcome and, before it starts, some rows as examples. */
export async function readBulkJob(request: ConsoleRequest) {
	const { db } = request.ctx
	const { job, action } = await requireJob(request)
	const groups = await db
		.selectFrom('bulk_rows')
		.select(['outcome', 'note', (eb) => eb.fn.countAll<string>().as('count')])
		.where('job_id', '=', job.id)
		.groupBy(['outcome', 'note'])
		.orderBy('count', 'desc')
		.limit(100)
		.execute()
	const countOf = (outcome: string | null) =>
		groups.filter((group) => group.outcome === outcome).reduce((sum, { count }) => sum + Number(count), 0)
	const examples = await db
		.selectFrom('bulk_rows')
		.select('object_id')
		.where('job_id', '=', job.id)
		.where('outcome', 'is', null)
		.orderBy('place')
		.limit(EXAMPLES)
		.execute()
	const isJob = action.kind === 'job'
	const effect = typeof action.effect === 'string' ? action.effect : action.effect(request.ctx.content, job.options)
	return {
		id: job.id,
		state: job.state,
		isOwn: job.user_id === request.by.userId,
		words: labelJob(action, job.options),
		happens: effect + (job.state === 'preview' ? await describeException(db, job.id, action) : ''),
		list: { name: NOUNS[action.list] ?? action.list, href: `${consolePaths.root}/${action.list}` },
		isGuarded: action.isGuarded,
		isDestructive: action.isDestructive ?? false,
		needsReason: action.needsReason,
		reason: job.reason,
		times: { created: job.created_at, started: job.started_at, ended: job.ended_at },
		waiting: countOf(null),
		done: countOf('done'),
		skipped: countOf('skipped'),
		failed: countOf('failed'),
		reasons: groups.flatMap(({ outcome, note, count }) => (note === null ? [] : [{ outcome, note, count: Number(count) }])),
		examples:
			job.state === 'preview'
				? (
						await nameRows(
							db,
							action,
							examples.map(({ object_id: id }) => id),
						)
					).map(({ id, name }) => ({
						id,
						name: isJob ? nameJob(name) : name,
						// Failed background jobs and addresses have no page.
						href: isJob || !action.rows ? null : `${consolePaths.root}/${action.list}/${id}`,
					}))
				: [],
	}
}
