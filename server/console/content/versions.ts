import { sql } from 'kysely'

import { PAGE_SIZE } from '#server/console/shell/paging.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readScheduledVersions } from '#server/services/operations/releases/schedule-release.ts'

import type { ContentFile } from './files.ts'

export type Version = {
	id: string
	path: string
	/** null: as the site comes. */
	body: string | null
	/** Version of the shipped site at the time of writing. */
	origin: string
	author_id: string | null
	created_at: Date
	published_at: Date | null
	autosaved_since: Date | null
}

const versions = (db: Db | Tx, file: string) => db.selectFrom('content_versions').selectAll().where('path', '=', file).orderBy('id', 'desc')

/** The newest version of a file, and the newest that is public. */
export async function readVersions(db: Db | Tx, file: string): Promise<{ newest: Version | null; live: Version | null }> {
	const newest = (await versions(db, file).limit(1).executeTakeFirst()) ?? null
	if (newest === null || newest.published_at) return { newest, live: newest }
	const live = (await versions(db, file).where('published_at', 'is not', null).limit(1).executeTakeFirst()) ?? null
	const isPublic = newest.body === (live?.body ?? null)
	return { newest: isPublic ? { ...newest, published_at: newest.created_at } : newest, live }
}

/** Publication time of a version. A draft equal to the public text, such as after an undo, counts as published when it was saved. */
export const publishedAt = sql<Date | null>`case when published_at is null and body is not distinct from (
	select live.body from content_versions as live
	where live.path = content_versions.path and live.published_at is not null
	order by live.id desc limit 1
) then created_at else published_at end`.as('published_at')

export const textOf = (version: Version | null, file: ContentFile): string => version?.body ?? file.origin

/** An upgrade has brought another text than the one that was edited. */
export const isOriginNew = (version: Version | null, file: ContentFile): boolean => version?.body != null && version.origin !== file.origin

/** The line that `listFiles` reads the title from. */
const titleLine = sql<string | null>`substring(body from ${'(?n)^(?:title: .*|\t"title": .*)$'}::text)`.as('title_line')

/** Titles of files that have versions, for `listFiles`. */
export const titlesOf = (rows: readonly { path: string; title_line: string | null }[]): Record<string, string | null> =>
	Object.fromEntries(rows.map(({ path, title_line: line }) => [path, line]))

/** The newest version of each file that has one, without its text. */
export const listNewest = (db: Db | Tx) =>
	db
		.selectFrom('content_versions')
		.distinctOn('path')
		.select(['id', 'path', publishedAt, 'created_at', 'origin', sql<boolean>`body is not null`.as('is_edit'), titleLine])
		.orderBy('path')
		.orderBy('id', 'desc')
		.execute()

/** The history of a file, newest first: one row more than a page. @param before id of a version: only older ones */
export const listHistory = (db: Db, file: string, before: string | null) =>
	versions(db, file)
		.$if(before !== null, (query) => query.where('id', '<', before))
		.limit(PAGE_SIZE + 1)
		.execute()

export const readVersion = (db: Db | Tx, id: string): Promise<Version | undefined> =>
	db.selectFrom('content_versions').selectAll().where('id', '=', id).executeTakeFirst()

/** The version of the same file before this one; null for the first. */
export const readVersionBefore = async (db: Db | Tx, { id, path }: Version): Promise<Version | null> =>
	(await versions(db, path).where('id', '<', id).limit(1).executeTakeFirst()) ?? null

type Draft = {
	file: ContentFile
	text: string
	authorId: string
	/** The editor autosaves, or its button is pressed; undefined for any other change, such as of the outline. */
	editor?: 'autosave' | 'button'
}

type Saved =
	/** `saved` is null when nothing changed; `replaced` is the autosave that it replaced. */
	| { saved: Version | null; newest: Version | null; replaced: Version | null }
	/** Another version was saved meanwhile, and nothing was written. */
	| { theirs: Version }

/** A run of autosaves makes one version, until this much time has passed. */
const AUTOSAVE_RUN_MS = 10 * 60_000

const add = (ctx: ServiceContext, tx: Tx, { file, text, authorId, since }: Draft & { since: Date | null }) =>
	tx
		.insertInto('content_versions')
		.values({
			path: file.path,
			body: text === file.origin ? null : text,
			origin: file.origin,
			author_id: authorId,
			created_at: ctx.now(),
			autosaved_since: since,
		})
		.returningAll()
		.executeTakeFirstOrThrow()

/**
 * Deletes the newest version if it is an autosave of the same person that the next text replaces. The next one gets a new ID, so
 * that an ID always means the same text: a schedule and a page of Publish name drafts by it.
 */
async function dropAutosave(
	ctx: ServiceContext,
	tx: Tx,
	{ newest, draft }: { newest: Version | null; draft: Draft },
): Promise<Version | null> {
	// Only the editor shows and replaces this text; any other change would lose it.
	if (draft.editor === undefined) return null
	const since = newest?.autosaved_since?.getTime()
	if (!newest || since === undefined || newest.author_id !== draft.authorId || newest.published_at !== null) return null
	if (draft.editor === 'autosave' && ctx.now().getTime() - since >= AUTOSAVE_RUN_MS) return null
	if ((await readScheduledVersions(tx)).includes(newest.id)) return null
	// It may be published at this moment.
	const deleted = await tx.deleteFrom('content_versions').where('id', '=', newest.id).where('published_at', 'is', null).executeTakeFirst()
	return deleted.numDeletedRows > 0n ? newest : null
}

/**
 * Saves a text as a draft.
 * @param base id of the version that it was written over; '' for the origin
 */
export function saveDraft(ctx: ServiceContext, draft: Draft, base: string): Promise<Saved> {
	return inTransaction(ctx.db, async (tx) => {
		await sql`select pg_advisory_xact_lock(hashtextextended(${`content:${draft.file.path}`}, 0))`.execute(tx)
		const { newest } = await readVersions(tx, draft.file.path)
		if (textOf(newest, draft.file) === draft.text) {
			// A version saved by a person stays in the history, also when the editor saved it first.
			if (newest?.autosaved_since && draft.editor !== 'autosave')
				await tx.updateTable('content_versions').set({ autosaved_since: null }).where('id', '=', newest.id).execute()
			return { saved: null, newest, replaced: null }
		}
		if (newest && newest.id !== base) return { theirs: newest }
		const replaced = await dropAutosave(ctx, tx, { newest, draft })
		const saved = await add(ctx, tx, { ...draft, since: draft.editor === 'autosave' ? (replaced?.autosaved_since ?? ctx.now()) : null })
		return { saved, newest: saved, replaced }
	})
}
