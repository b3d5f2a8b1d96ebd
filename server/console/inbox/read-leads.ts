import { sql } from 'kysely'

import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import {
	type ListRequest,
	readListRequest,
	readListView,
	readSortedPage,
	type SortColumns,
	applySort,
} from '#server/console/shell/lists.ts'
import type { Db } from '#server/db/database.ts'
import { countRequests } from '#server/services/people/leads/notify-early-access.ts'

const SORTS: SortColumns = { created: { by: sql`form.created_at`, kind: 'time' } }

export const readLeadsRequest = (params: URLSearchParams): ListRequest => readListRequest(params, SORTS, '-created')

export const listFeedback = (db: Db, listRequest: ListRequest) =>
	applySort(
		db
			.selectFrom('module_feedback as form')
			.leftJoin('auth.users as account', 'account.id', 'form.user_id')
			.select(['form.id', 'module_id', 'is_helpful', 'suggestion', 'form.created_at', 'form.user_id', 'account.email']),
		listRequest,
		sql`form.id`,
	)

export async function readFeedback(request: ConsoleRequest) {
	const listRequest = readLeadsRequest(request.url.searchParams)
	const view = await readListView(request, 'feedback')
	const { db, content } = request.ctx
	const { rows, next, total } = await readSortedPage(db, (part) => listFeedback(db, part), { ...listRequest, limit: view.pageRows + 1 })
	const feedback = rows.map((row) => ({ ...row, module: content.labelModule(row.module_id) }))
	return { view, feedback, sort: listRequest.sort.name, next, total }
}

export const listRequests = (db: Db, listRequest: ListRequest) =>
	applySort(
		db
			.selectFrom('early_access_requests as form')
			.select(['id', 'email', 'module_id', 'created_at', 'due_at', 'notified_at'])
			.select((eb) => eb('user_id', 'is not', null).as('has_account')),
		listRequest,
		sql`form.id`,
	)

export async function readEarlyAccess(request: ConsoleRequest) {
	const { db, content } = request.ctx
	const listRequest = readLeadsRequest(request.url.searchParams)
	const view = await readListView(request, 'early-access')
	const { rows, next, total } = await readSortedPage(db, (part) => listRequests(db, part), { ...listRequest, limit: view.pageRows + 1 })
	return { view, modules: await countRequests(content, db), requests: rows, sort: listRequest.sort.name, next, total }
}
