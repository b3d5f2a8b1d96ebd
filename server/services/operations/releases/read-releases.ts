import { sql } from 'kysely'

import type { Edits, Sources } from '#content/sources.ts'
import type { Db, Tx } from '#server/db/database.ts'

export type Release = { number: number; edits: Edits }

const newestFirst = (db: Db | Tx) => db.selectFrom('content_releases').orderBy('number', 'desc')

export const readCurrentNumber = async (db: Db | Tx): Promise<number | null> =>
	(await newestFirst(db).select('number').limit(1).executeTakeFirst())?.number ?? null

export async function readCurrent(db: Db | Tx): Promise<Release | null> {
	const row = await newestFirst(db).select(['number', 'edits']).limit(1).executeTakeFirst()
	return row ? { number: row.number, edits: row.edits as Edits } : null
}

export async function readRelease(db: Db | Tx, number: number): Promise<Release | null> {
	const row = await db.selectFrom('content_releases').select(['number', 'edits']).where('number', '=', number).executeTakeFirst()
	return row ? { number: row.number, edits: row.edits as Edits } : null
}

export const listReleases = (db: Db | Tx, limit: number) =>
	newestFirst(db).select(['number', 'note', 'author_id', 'created_at']).limit(limit).execute()

/** Converts edits to the form that `loadContent` accepts. */
export const toSources = (edits: Edits): Sources =>
	new Map(Object.entries(edits).flatMap(([file, text]) => (text === null ? [] : [[file, text] as const])))

export const findChangedFiles = (before: Edits, after: Edits): string[] =>
	[...new Set([...Object.keys(before), ...Object.keys(after)])]
		.filter((file) => (before[file] ?? null) !== (after[file] ?? null))
		.toSorted()

/** Serializes changes of releases until the transaction ends. */
export const lockReleases = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('content-releases', 0))`.execute(tx)

/** Notifies all processes when the transaction commits (server/process/published-content.ts). */
export const notifyProcesses = (tx: Tx) => sql`notify content_releases`.execute(tx)

/** SQL column: a draft equal to the public text, for example after an undo, counts as published when it was saved. */
export const publishedAt = sql<Date | null>`case when published_at is null and body is not distinct from (
	select live.body from content_versions as live
	where live.path = content_versions.path and live.published_at is not null
	order by live.id desc limit 1
) then created_at else published_at end`.as('published_at')

/** SQL condition for a file's newest version. Looks it up in the index, so a long history doesn't slow it down. */
export const isNewestVersion = sql<boolean>`content_versions.id in (
	with recursive files as (
		(select path from content_versions order by path limit 1)
		union all
		select (select path from content_versions where path > files.path order by path limit 1) from files where files.path is not null)
	select (select id from content_versions where path = files.path order by id desc limit 1) from files)`

export async function countDrafts(db: Db | Tx): Promise<number> {
	const newest = await db.selectFrom('content_versions').select(publishedAt).where(isNewestVersion).execute()
	return newest.filter(({ published_at: at }) => at === null).length
}
