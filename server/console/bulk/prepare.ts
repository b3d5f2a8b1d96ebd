import { sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import { failedJobs } from '#server/console/health/read-health.ts'
import { ticketFile } from '#server/console/inbox/read-tickets.ts'
import { learnerFile } from '#server/console/learners/read-learners.ts'
import { messageFile } from '#server/console/messages/read-messages.ts'
import { orderFile } from '#server/console/orders/read-orders.ts'
import { type ConsoleActionRequest, recordAction } from '#server/console/shell/console-request.ts'
import { type ListSource, readBatches } from '#server/console/shell/export-list.ts'
import { toConsolePath } from '#server/console/shell/guard.ts'
import { subscriberFile } from '#server/console/subscribers/find-subscribers.ts'
import { isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { type BulkAction, findBulkAction } from '#server/services/operations/bulk/bulk-actions.ts'

type Fields = Readonly<Record<string, string>>

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
 * Reads the IDs of the checked rows, or of all rows matching the filters of the page that sent the form, up to one more than
 * the maximum.
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
	for await (const rows of readBatches(source)) {
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
export async function prepareBulkJob(request: ConsoleActionRequest, fields: Fields) {
	const { c, ctx, by } = request
	const { action, rows } = requireAction(request, fields)
	const ids = await readIds(request, fields, action)
	if (ids.length === 0) throw refuse('Select at least one row, or all matching rows.')
	if (ids.length > MAX_ROWS) throw refuse(`That’s more than ${MAX_ROWS.toLocaleString('en-US')} rows. Narrow the filter, then try again.`)
	const { id: job } = await ctx.db
		.insertInto('bulk_jobs')
		.values({ action: fields.action ?? '', user_id: by.userId, role: by.role, created_at: ctx.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	await sql`insert into bulk_rows (job_id, place, object_kind, object_id, outcome, note)
		select ${job}::uuid, chosen.place, ${action.kind}, row.id::text, case when judged.why is not null then 'skipped' end, judged.why
		from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
		join ${sql.table(rows.table)} as row on row.id = chosen.id
		cross join lateral (select ${rows.skip({ userId: by.userId, course: action.course })} as why) as judged`.execute(ctx.db)
	await recordAction(request, ctx.db, {
		action: 'bulk_prepared',
		object: { kind: 'bulk-job', id: job },
		after: { action: fields.action, rows: ids.length },
	})
	return c.redirect(`${consolePaths.bulkJobs}/${job}`, 303)
}
