import { type RawBuilder, sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { type Db, isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { formatJobName } from '#server/services/messaging/operator-alerts/list-dead.ts'
import type { BulkAction } from '#server/services/operations/bulk/bulk-action.ts'
import { findBulkAction, labelJob } from '#server/services/operations/bulk/bulk-actions.ts'
import { tagIn } from '#server/services/operations/bulk/tag-actions.ts'

const EXAMPLES = 10

/**
 * Returns a bulk job of the signed-in user; operators may see all jobs.
 * @throws ServiceError bulk_not_found (404)
 */
export async function requireJob({ ctx: { db, content }, by, params: { job: id = '' } }: ConsoleRequest) {
	const job = isUuid(id) ? await db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirst() : undefined
	const action = findBulkAction(content, job?.action ?? '')
	if (!job || !action || (by.role !== 'operator' && job.user_id !== by.userId))
		throw new ServiceError('not-found', 'bulk_not_found', 'We can’t find that bulk action. They’re deleted after 30 days.')
	return { job, action }
}

/** Finds the job that reverses another one. */
export const findUndo = (db: Db, id: string) =>
	db
		.selectFrom('bulk_jobs')
		.select('id')
		.where(sql<string>`options ->> 'undoes'`, '=', id)
		.executeTakeFirst()

/** Returns null if the job can't be undone. Otherwise, `by` is the ID of the job that undid it, or null if none has yet. */
async function readUndo(db: Db, { job, action }: Awaited<ReturnType<typeof requireJob>>) {
	if (action.undoneBy === undefined || job.ended_at === null) return null
	return { by: (await findUndo(db, job.id))?.id ?? null }
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

type Named = { action: BulkAction; isPreview: boolean }

/**
 * Returns the names of rows, in the order of the preview. Deleted rows are left out. Learners who haven't been added yet are named by their
 * address.
 */
async function nameRows(db: Db, { action: { list, rows: from }, isPreview }: Named, ids: readonly string[]) {
	if (!from && isPreview) return ids.map((id) => ({ id, name: id }))
	const { rows } = await sql<{ id: string; name: string | null }>`
		select row.id::text as id, ${NAMES[list]} as name from unnest(${ids}::text[]) with ordinality as asked (id, place)
		join ${sql.table(from?.table ?? 'auth.users')} as row on ${from ? sql`row.id = asked.id::uuid` : sql`row.email = asked.id and row.deleted_at is null`}
		order by asked.place`.execute(db)
	return rows.map(({ id, name }) => ({ id, name: name || id.slice(-8) }))
}

/** Describes the waiting rows that the action affects differently; empty if there are none. */
async function describeException(db: Db, job: string, { rows: from, exception }: BulkAction): Promise<string> {
	if (!from || !exception) return ''
	const { rows } = await sql<{ count: number }>`select count(*)::int as count from bulk_rows
		join ${sql.table(from.table)} as row on row.id::text = bulk_rows.object_id
		where job_id = ${job}::uuid and outcome is null and ${exception.where}`.execute(db)
	const { count = 0 } = rows[0] ?? {}
	return count === 0 ? '' : ` ${exception.describe(count)}`
}

/** Returns the URL of the list with the changed rows. */
function toChangedRowsUrl({ list }: BulkAction, { id, action, options }: { id: string; action: string; options: unknown }) {
	const filter = action === 'add-tag' ? { tag: tagIn(options) } : list === 'learners' ? { job: id } : {}
	return `${consolePaths.root}/${list}?${new URLSearchParams(filter).toString()}`.replace(/\?$/, '')
}

/** Formats the outcomes of the other rows, such as `2 skipped`. */
const formatOtherOutcomes = (counts: Readonly<Record<string, number>>) =>
	Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${count.toLocaleString('en-US')} ${what}`]))

/** Counts rows with their list's noun, such as `1 ticket`. */
const countIn = (noun: string, rows: number) => (rows === 1 ? `1 ${noun.slice(0, -1)}` : `${rows.toLocaleString('en-US')} ${noun}`)

/** Reads example rows: those that the job would change or, once it has started, those it changed. */
async function readExamples(db: Db, { job, action }: Awaited<ReturnType<typeof requireJob>>) {
	const isPreview = job.state === 'preview'
	const isJob = action.kind === 'job'
	const rows = await db
		.selectFrom('bulk_rows')
		.select('object_id')
		.where('job_id', '=', job.id)
		.where('outcome', isPreview ? 'is' : '=', isPreview ? null : 'done')
		.orderBy('place')
		.limit(EXAMPLES)
		.execute()
	const ids = rows.map(({ object_id: id }) => id)
	return (await nameRows(db, { action, isPreview }, ids)).map(({ id, name }) => ({
		id,
		name: isJob ? formatJobName(name) : name,
		// Failed background jobs, and addresses to add, have no page.
		href: isJob || id === name ? null : `${consolePaths.root}/${action.list}/${id}`,
	}))
}

/** Reads a bulk job with the number of rows by outcome, and example rows. */
export async function readBulkJob(request: ConsoleRequest) {
	const { db } = request.ctx
	const found = await requireJob(request)
	const { job, action } = found
	const isPreview = job.state === 'preview'
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
	const effect = typeof action.effect === 'string' ? action.effect : action.effect(request.ctx.content, job.options)
	const noun = NOUNS[action.list] ?? action.list
	const [done, skipped] = [countOf('done'), countOf('skipped')]
	const changed = { label: `See the ${noun}`, href: toChangedRowsUrl(action, job) }
	return {
		id: job.id,
		state: job.state,
		isOwn: job.user_id === request.by.userId,
		words: labelJob(action, job.options),
		happens: effect + (isPreview ? await describeException(db, job.id, action) : ''),
		list: { name: noun, href: `${consolePaths.root}/${action.list}` },
		isGuarded: action.isGuarded,
		isDestructive: action.isDestructive ?? false,
		needsReason: action.needsReason,
		reason: job.reason,
		times: { created: job.created_at, started: job.started_at, ended: job.ended_at },
		waiting: countOf(null),
		done,
		skipped,
		failed: countOf('failed'),
		reasons: groups.flatMap(({ outcome, note, count }) => (note === null ? [] : [{ outcome, note, count: Number(count) }])),
		changed,
		/** Replaces the notice that the job has started. */
		newNotice:
			job.state === 'done' && request.url.searchParams.get('notice') === 'bulk-started'
				? {
						text: `${[`Done: ${countIn(noun, done)}`, ...formatOtherOutcomes({ skipped, failed: countOf('failed') })].join(', ')}.`,
						link: changed,
					}
				: null,
		examples: await readExamples(db, found),
		undo: done === 0 ? null : await readUndo(db, found),
	}
}
