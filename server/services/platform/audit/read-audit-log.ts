import type { Selectable } from 'kysely'

import type { AuthAuditLogEntriesTable } from '#server/db/row-types.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { type Listed, toOffset, type Page } from '#server/services/platform/paging/list-page.ts'

export type AuditRow = Selectable<AuthAuditLogEntriesTable>

/** What happened, newest first; `total` counts all pages. */
export async function readAuditLog(ctx: ServiceContext, page: Page): Promise<Listed<AuditRow>> {
	const items = await ctx.db
		.selectFrom('auth.audit_log_entries')
		.selectAll()
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(page.perPage)
		.offset(toOffset(page))
		.execute()
	const { total } = await ctx.db
		.selectFrom('auth.audit_log_entries')
		.select((eb) => eb.fn.countAll<string>().as('total'))
		.executeTakeFirstOrThrow()
	return { ...page, items, total: Number(total) }
}
