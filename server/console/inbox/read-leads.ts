import { sql } from 'kysely'

import { readListView } from '#server/console/shell/list-view.ts'
import { type Asked, readAsked, sorted, type SortColumns, toSortedPage } from '#server/console/shell/sorting.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'
import type { Db } from '#server/db/database.ts'
import { countWishes } from '#server/services/people/leads/tell-early-access.ts'

const SORTS: SortColumns = { created: { by: sql`form.created_at`, kind: 'time' } }

/** Of the feedback and of the requests for early access. */
export const readAskedLeads = (params: URLSearchParams): Asked => readAsked(params, SORTS, '-created')

export const listFeedback = (db: Db, asked: Asked) =>
	sorted(
		db
			.selectFrom('module_feedback as form')
			.leftJoin('auth.users as account', 'account.id', 'form.user_id')
			.select(['form.id', 'module_id', 'is_helpful', 'suggestion', 'form.created_at', 'account.email']),
		asked,
		sql`form.id`,
	)

/** What visitors and learners think of modules. */
export async function readFeedback(work: ConsoleRequest) {
	const asked = readAskedLeads(work.url.searchParams)
	const view = await readListView(work, 'feedback')
	const found = await listFeedback(work.ctx.db, { ...asked, limit: view.pageRows + 1 }).execute()
	const { rows, next } = toSortedPage(found, { size: view.pageRows })
	return { view, feedback: rows, sort: asked.sort.name, next }
}

export const listRequests = (db: Db, asked: Asked) =>
	sorted(
		db
			.selectFrom('early_access_requests as form')
			.select(['id', 'email', 'module_id', 'created_at', 'due_at', 'told_at'])
			.select((eb) => eb('user_id', 'is not', null).as('has_account')),
		asked,
		sql`form.id`,
	)

/** Who wants to hear when a module is ready, and how many wait for each. */
export async function readEarlyAccess(work: ConsoleRequest) {
	const { db, content } = work.ctx
	const asked = readAskedLeads(work.url.searchParams)
	const view = await readListView(work, 'early-access')
	const found = await listRequests(db, { ...asked, limit: view.pageRows + 1 }).execute()
	const { rows, next } = toSortedPage(found, { size: view.pageRows })
	return { view, wishes: await countWishes(content, db), requests: rows, sort: asked.sort.name, next }
}
