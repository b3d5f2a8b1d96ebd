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

/**
 * Lists releases, newest first, without texts.
 * @param before number of a release; only earlier ones are returned
 */
export const listReleases = (db: Db | Tx, limit: number, before: number | null = null) =>
	newestFirst(db)
		.select(['number', 'note', 'author_id', 'created_at'])
		.$if(before !== null, (query) => query.where('number', '<', before))
		.limit(limit)
		.execute()

/** Converts edits to the form that `loadContent` accepts. */
export const toSources = (edits: Edits): Sources =>
	new Map(Object.entries(edits).flatMap(([file, text]) => (text === null ? [] : [[file, text] as const])))

export const findChanged = (before: Edits, after: Edits): string[] =>
	[...new Set([...Object.keys(before), ...Object.keys(after)])]
		.filter((file) => (before[file] ?? null) !== (after[file] ?? null))
		.toSorted()

/** Serializes changes of releases until the transaction ends. */
export const lockReleases = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('content-releases', 0))`.execute(tx)

/** Notifies all processes when the transaction commits (server/process/published-content.ts). */
export const notifyProcesses = (tx: Tx) => sql`notify content_releases`.execute(tx)
