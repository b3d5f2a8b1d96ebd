import { sql } from 'kysely'

import { readListView } from '#server/console/shell/list-view.ts'
import { type Asked, readAsked, sorted, type SortColumns, toSortedPage } from '#server/console/shell/sorting.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'
import type { Db } from '#server/db/database.ts'

const SORTS: SortColumns = { created: { by: sql`done.created_at`, kind: 'time' } }

export const readAskedActions = (params: URLSearchParams): Asked => readAsked(params, SORTS, '-created')

export const listActions = (db: Db, asked: Asked) =>
	sorted(
		db
			.selectFrom('operator_actions as done')
			.leftJoin('auth.users as account', 'account.id', 'done.actor_id')
			.select(['done.id', 'done.created_at', 'done.role', 'done.action', 'object_kind', 'object_id', 'reason', 'account.email'])
			.select([sql<string | null>`done.before::text`.as('before'), sql<string | null>`done.after::text`.as('after')]),
		asked,
		sql`done.id`,
	)

/** The activity log: who did what to what and why, with the values before and after. */
export async function readActions(work: ConsoleRequest) {
	const asked = readAskedActions(work.url.searchParams)
	const view = await readListView(work, 'actions')
	const { rows, next } = toSortedPage(await listActions(work.ctx.db, { ...asked, limit: view.pageRows + 1 }).execute(), {
		size: view.pageRows,
	})
	return { view, actions: rows, sort: asked.sort.name, next }
}
