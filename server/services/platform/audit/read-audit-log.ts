import { type Selectable, sql } from 'kysely'

import { countRows } from '#server/db/database.ts'
import type { AuthAuditLogEntries } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { type ListPage, toOffset, type Page } from '#server/services/platform/paging/list-page.ts'

export type AuditRow = Selectable<AuthAuditLogEntries>

/** Filters by name. Each matches part of the text, ignoring case. */
const SCOPES = new Map([
	['action', (text: string) => sql<boolean>`strpos(lower(action), lower(${text})) > 0`],
	['author', (text: string) => sql<boolean>`user_id in (select id from auth.users where strpos(lower(email), lower(${text})) > 0)`],
])

function readCondition(query: string | undefined) {
	if (!query) return sql<boolean>`true`
	const colon = query.indexOf(':')
	const find = SCOPES.get(query.slice(0, Math.max(0, colon)))
	if (!find) throw new ServiceError('invalid', 'validation_failed', `Invalid query scope: ${query.slice(0, 100)}`)
	return find(query.slice(colon + 1))
}

/**
 * Lists audit entries, newest first. `total` counts all pages.
 * @param query `action:…` or `author:…` (part of an email address); undefined for all
 * @throws ServiceError validation_failed (400) for another scope
 */
export async function readAuditLog(ctx: ServiceContext, page: Page, query: string | undefined): Promise<ListPage<AuditRow>> {
	const matches = readCondition(query)
	const entries = ctx.db.selectFrom('auth.audit_log_entries').where(matches)
	const items = await entries
		.selectAll()
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(page.perPage)
		.offset(toOffset(page))
		.execute()
	return { ...page, items, total: await countRows(entries) }
}
