import type { ServiceContext } from '#server/services/context.ts'
import { selectUsers, toUserRecord, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { type Listed, toOffset, type Page } from '#server/services/platform/paging/list-page.ts'

/** Newest account first, including softly deleted ones; `total` counts all pages. */
export async function listUsers(ctx: ServiceContext, page: Page): Promise<Listed<UserRecord>> {
	const rows = await selectUsers(ctx.db)
		.orderBy('u.created_at', 'desc')
		.orderBy('u.id')
		.limit(page.perPage)
		.offset(toOffset(page))
		.execute()
	const { total } = await ctx.db
		.selectFrom('auth.users')
		.select((eb) => eb.fn.countAll<string>().as('total'))
		.executeTakeFirstOrThrow()
	return { ...page, items: rows.map(toUserRecord), total: Number(total) }
}
