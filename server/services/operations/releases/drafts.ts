import { sql } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'

/** SQL column: a draft equal to the public text, for example after an undo, counts as published when it was saved. */
export const publishedAt = sql<Date | null>`case when published_at is null and body is not distinct from (
	select live.body from content_versions as live
	where live.path = content_versions.path and live.published_at is not null
	order by live.id desc limit 1
) then created_at else published_at end`.as('published_at')

/** SQL condition for a file's newest version. Looks it up in the index, so a long history doesn't slow it down. */
export const isNewest = sql<boolean>`content_versions.id in (
	with recursive files as (
		(select path from content_versions order by path limit 1)
		union all
		select (select path from content_versions where path > files.path order by path limit 1) from files where files.path is not null)
	select (select id from content_versions where path = files.path order by id desc limit 1) from files)`

/** Counts the files whose newest text is a draft. */
export async function countDrafts(db: Db | Tx): Promise<number> {
	const newest = await db.selectFrom('content_versions').select(publishedAt).where(isNewest).execute()
	return newest.filter(({ published_at: at }) => at === null).length
}
