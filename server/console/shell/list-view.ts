import { isUuid } from '#server/db/uuid.ts'
import { listBulkActions } from '#server/services/operations/bulk/bulk-actions.ts'

import type { ConsoleRequest } from './console-request.ts'
import { PAGE_SIZE } from './paging.ts'

export type SavedView = { id: string; name: string; query: string; isShared: boolean; isOwn: boolean }

export type ListView = {
	/** Last segment of the list's path: `orders`. */
	list: string
	hidden: readonly string[]
	pageRows: number
	saved: readonly SavedView[]
	/** Id of the current saved view (`?view=`). */
	current: string | null
	bulk: readonly (readonly [action: string, words: string])[]
}

/** Reads a person's view of a list. Ignores a view in the URL that the person may not see. */
export async function readListView({ ctx, by, url }: Pick<ConsoleRequest, 'ctx' | 'by' | 'url'>, list: string): Promise<ListView> {
	const choice = await ctx.db
		.selectFrom('list_preferences')
		.select(['hidden', 'page_rows'])
		.where('user_id', '=', by.userId)
		.where('list', '=', list)
		.executeTakeFirst()
	const saved = await ctx.db
		.selectFrom('saved_views')
		.select(['id', 'name', 'query', 'hidden', 'is_shared', 'user_id'])
		.where('list', '=', list)
		.where((eb) => eb.or([eb('user_id', '=', by.userId), eb('is_shared', '=', true)]))
		.orderBy('name')
		.limit(50)
		.execute()
	const asked = url.searchParams.get('view') ?? ''
	const current = isUuid(asked) ? saved.find(({ id }) => id === asked.toLowerCase()) : undefined
	return {
		list,
		hidden: current?.hidden ?? choice?.hidden ?? [],
		pageRows: choice?.page_rows ?? PAGE_SIZE,
		saved: saved.map(({ id, name, query, is_shared: isShared, user_id: owner }) => ({
			id,
			name,
			query,
			isShared,
			isOwn: owner === by.userId,
		})),
		current: current?.id ?? null,
		bulk: listBulkActions(ctx.content, list, by.role),
	}
}
