import { sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'

/** Longest time between an order of complimentary access and its entry, if an earlier program logged it without the order. */
const LOGGED_WITHIN_MS = 60_000

/**
 * Finds who gave complimentary access, and by which import or bulk action. Earlier programs didn't log the order of imports and bulk
 * actions, so without an entry that names it, one is found by account and time.
 */
export async function findGiver({ ctx: { db }, by }: ConsoleRequest, { id, created_at: from }: OrderRow, accountId: string | null) {
	if (accountId === null) return null
	const orders = sql<string | null>`coalesce(done.after ->> 'order', done.after ->> 'orders')`
	const namesOrder = sql<boolean>`position(${id} in ${orders}) > 0`
	const entry = await db
		.selectFrom('operator_actions as done')
		.leftJoin('auth.users as account', 'account.id', 'done.actor_id')
		.select(['account.email', 'done.role', sql<string | null>`done.after ->> 'bulk_job'`.as('job')])
		.where('done.object_kind', '=', 'account')
		.where('done.object_id', '=', accountId)
		.where('done.action', 'in', ['access_given', 'learner_added'])
		.where('done.created_at', '>=', from)
		.where((eb) =>
			eb.or([namesOrder, eb.and([eb(orders, 'is', null), eb('done.created_at', '<', new Date(from.getTime() + LOGGED_WITHIN_MS))])]),
		)
		.orderBy(sql`${namesOrder} is true`, 'desc')
		.orderBy('done.created_at')
		.limit(1)
		.executeTakeFirst()
	if (!entry) return null
	const job = await db
		.selectFrom('bulk_jobs')
		.leftJoin('subscriber_imports as file', (join) => join.onRef(sql`file.id::text`, '=', sql`bulk_jobs.options ->> 'import'`))
		.select(['bulk_jobs.id', 'bulk_jobs.action', 'file.id as file', 'file.file_name as name'])
		.where(sql`bulk_jobs.id::text`, '=', entry.job)
		.executeTakeFirst()
	const words = job?.name ? `import of ${job.name}` : job?.action === 'add-learners' ? 'import' : 'bulk action'
	const href = job?.file ? `${consolePaths.learnerImports}/${job.file}` : `${consolePaths.bulkJobs}/${job?.id}`
	// Both pages are for operators only.
	return { by: entry.email ?? entry.role, from: job && by.role === 'operator' ? { words, href } : null }
}
