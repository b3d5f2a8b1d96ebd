import { sql } from 'kysely'

import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { selectUsers, toUserRecord, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { type Listed, toOffset, type Page } from '#server/services/platform/paging/list-page.ts'

type ListedUsers = Page & {
	/** Searches for part of the email address, or of the name in the metadata; ignores case. */
	filter: string | undefined
	/** Sort order: `created_at`, `created_at asc` or `created_at desc`; only the first entry counts. */
	sort: readonly string[] | undefined
}

function readDirection(sort: readonly string[] | undefined): 'asc' | 'desc' {
	const refuse = (problem: string) => new ServiceError('invalid', 'validation_failed', `Bad Sort Parameters: ${problem}`)
	const directions = (sort ?? ['created_at']).map((wish) => {
		const [field = '', direction = 'desc'] = wish.split(' ', 2)
		if (field !== 'created_at') throw refuse(`bad field for sort '${field.slice(0, 100)}'`)
		const found = (['asc', 'desc'] as const).find((each) => each === direction.toLowerCase())
		if (!found) throw refuse(`bad direction for sort '${direction.slice(0, 100)}', only 'asc' and 'desc' allowed`)
		return found
	})
	return directions[0] ?? 'desc'
}

/**
 * Lists accounts, including soft-deleted ones, newest first by default. `total` counts all pages.
 * @throws ServiceError validation_failed (400) for an unsupported sort
 */
export async function listUsers(ctx: ServiceContext, { filter, sort, ...page }: ListedUsers): Promise<Listed<UserRecord>> {
	const direction = readDirection(sort)
	const matches = filter
		? sql<boolean>`(strpos(lower(u.email), lower(${filter})) > 0 or strpos(lower(u.raw_user_meta_data->>'full_name'), lower(${filter})) > 0)`
		: sql<boolean>`true`
	const rows = await selectUsers(ctx.db)
		.where(matches)
		.orderBy('u.created_at', direction)
		.orderBy('u.id')
		.limit(page.perPage)
		.offset(toOffset(page))
		.execute()
	const { total } = await ctx.db
		.selectFrom('auth.users as u')
		.select((eb) => eb.fn.countAll<string>().as('total'))
		.where(matches)
		.executeTakeFirstOrThrow()
	return { ...page, items: rows.map(toUserRecord), total: Number(total) }
}
