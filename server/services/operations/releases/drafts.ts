import { sql } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'

/** SQL column: a draft equal to the public text, for example after an undo, counts as published when it was saved. */
export const publishedAt = sql<Date | null>`case when published_at is null and body is not distinct from (
	select live.body from content_versions as live
	where live.path = content_versions.path and live.published_at is not null
	order by live.id desc limit 1
) then created_at else published_at end`.as('published_at')

/** Counts the files whose newest text is a draft. */
export async function countDrafts(db: Db | Tx): Promise<number> {
	const newest = db.selectFrom('content_versions').distinctOn('path').select(publishedAt).orderBy('path').orderBy('id', 'desc')
	const { drafts } = await db
		.selectFrom(newest.as('newest'))
		.select(({ fn }) => fn.countAll<string>().as('drafts'))
		.where('published_at', 'is', null)
		.executeTakeFirstOrThrow()
	return Number(drafts)
}
