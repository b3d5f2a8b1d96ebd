import { sql } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'

/** SQL column: a draft equal to the public text, for example after an undo, counts as published when it was saved. */
export const publishedAt = sql<Date | null>`case when published_at is null and body is not distinct from (
	select live.body from content_versions as live
	where live.path = content_versions.path and live.published_at is not null
	order by live.id desc limit 1
) then created_at else published_at end`.as('published_at')

/** Counts the files whose newest text is a draft. Fast also with a long history: it looks up each file's newest version in the index. */
export async function countDrafts(db: Db | Tx): Promise<number> {
	const { rows } = await sql<{ drafts: number }>`
		with recursive files as (
			(select path from content_versions order by path limit 1)
			union all
			select (select path from content_versions where path > files.path order by path limit 1) from files where files.path is not null)
		select count(*)::int as drafts
		from files cross join lateral (
			select ${publishedAt} from content_versions where content_versions.path = files.path order by id desc limit 1) as newest
		where newest.published_at is null`.execute(db)
	return rows[0]?.drafts ?? 0
}
