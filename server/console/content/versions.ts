import { sql } from 'kysely'

import { type ConsoleActionRequest, recordAction } from '#server/console/shell/console-request.ts'
import { PAGE_SIZE } from '#server/console/shell/lists.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isNewestVersion, publishedAt } from '#server/services/operations/releases/read-releases.ts'
import { readScheduledVersions } from '#server/services/operations/releases/schedule-release.ts'

import type { ContentFile } from './files.ts'

export type Version = {
	id: string
	path: string
	/** null means the text as shipped. */
	body: string | null
	/** The shipped text at the time when this version was saved. */
	origin: string
	/** File whose change also changed this one; null for a separate change. */
	because_of: string | null
	author_id: string | null
	created_at: Date
	published_at: Date | null
	autosaved_since: Date | null
}

const versions = (db: Db | Tx, file: string) => db.selectFrom('content_versions').selectAll().where('path', '=', file).orderBy('id', 'desc')

export async function readNewestAndLive(db: Db | Tx, file: string): Promise<{ newest: Version | null; live: Version | null }> {
	const newest = (await versions(db, file).limit(1).executeTakeFirst()) ?? null
	if (newest === null || newest.published_at) return { newest, live: newest }
	const live = (await versions(db, file).where('published_at', 'is not', null).limit(1).executeTakeFirst()) ?? null
	const isPublic = newest.body === (live?.body ?? null)
	return { newest: isPublic ? { ...newest, published_at: newest.created_at } : newest, live }
}

/** True if a scheduled release contains a draft of this file. Drafts saved since then may be newer. */
export async function hasScheduledDraft(db: Db | Tx, file: string): Promise<boolean> {
	const ids = await readScheduledVersions(db)
	if (ids.length === 0) return false
	return (await versions(db, file).where('id', 'in', ids).where('published_at', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

export const versionText = (version: Version | null, file: ContentFile): string => version?.body ?? file.origin

/** True if an upgrade changed the shipped text since this version was edited. */
export const isOriginNew = (version: Version | null, file: ContentFile): boolean => version?.body != null && version.origin !== file.origin

/** Line from which `listFiles` reads the title. */
const titleLine = sql<string | null>`substring(body from ${'(?n)^(?:title: .*|\t"title": .*)$'}::text)`.as('title_line')

/** Title lines of files that have versions, for `listFiles`. */
export const titlesOf = (rows: readonly { path: string; title_line: string | null }[]): Record<string, string | null> =>
	Object.fromEntries(rows.map(({ path, title_line: line }) => [path, line]))

/**
 * Lists the latest version of each file that has one, without its text.
 * @param paths files to list; by default, all
 */
export const listLatestVersions = (db: Db | Tx, paths?: readonly string[]) =>
	db
		.selectFrom('content_versions')
		.select([
			'id',
			'path',
			publishedAt,
			'created_at',
			'origin',
			sql<boolean>`body is not null`.as('is_edit'),
			// True if someone edited the file itself, rather than another file whose change also changed this one.
			sql<boolean>`body is not null and exists (select from content_versions own
				where own.path = content_versions.path and own.body is not null and own.because_of is null)`.as('is_own'),
			sql<boolean>`body is not distinct from ''`.as('is_deleted'),
			titleLine,
		])
		.where(isNewestVersion)
		.$if(paths !== undefined, (query) => query.where('path', 'in', paths ?? []))
		.orderBy('path')
		.execute()

/** Lists the newest version of each file that isn't a deletion, without its text. */
export const listWrittenVersions = (db: Db | Tx, paths: readonly string[]) =>
	db
		.selectFrom('content_versions')
		.distinctOn('path')
		.select(['id', 'path', titleLine])
		.where('path', 'in', paths)
		.where('body', '<>', '')
		.orderBy('path')
		.orderBy('id', 'desc')
		.execute()

/**
 * Lists a file's versions, newest first: one page plus one row.
 * @param before ID of a version; only older ones are returned
 */
export const listVersions = (db: Db, file: string, before: string | null) =>
	versions(db, file)
		.$if(before !== null, (query) => query.where('id', '<', before))
		.limit(PAGE_SIZE + 1)
		.execute()

export const readVersion = (db: Db | Tx, id: string): Promise<Version | undefined> =>
	db.selectFrom('content_versions').selectAll().where('id', '=', id).executeTakeFirst()

/** Reads a file's newest version that was saved with a button or published. */
export const readNewestSavedVersion = (db: Db | Tx, file: string): Promise<Version | undefined> =>
	versions(db, file)
		.where((eb) => eb('autosaved_since', 'is', null).or('published_at', 'is not', null))
		.limit(1)
		.executeTakeFirst()

export const readVersionBefore = async (db: Db | Tx, { id, path }: Version): Promise<Version | null> =>
	(await versions(db, path).where('id', '<', id).limit(1).executeTakeFirst()) ?? null

type Draft = {
	file: ContentFile
	text: string
	authorId: string
	/** Autosave or the save button of the editor; undefined for any other change, such as in the outline. */
	editor?: 'autosave' | 'button'
	/** True if the base is a version from another window that this text doesn't contain. That version then stays in the history. */
	isOverOther?: boolean
	/** File whose change also changes this one. */
	becauseOf?: string | undefined
}

type Saved =
	/** `saved` is null if nothing changed; `replaced` is the autosave that `saved` replaced. */
	| { saved: Version | null; newest: Version | null; replaced: Version | null }
	/** Someone else saved another version in the meantime, so nothing was saved. */
	| { theirs: Version }

/** Within this time, consecutive autosaves replace each other. */
const AUTOSAVE_RUN_MS = 10 * 60_000

/** Returns the cause to store; null if the draft also contains a change that was made in this file itself. */
function causeOf({ file, text, becauseOf }: Draft, { newest, live }: { newest: Version | null; live: Version | null }): string | null {
	if (becauseOf === undefined || becauseOf === file.path) return null
	const hasOwn = newest?.published_at === null && newest.because_of === null && text !== versionText(live, file)
	return hasOwn ? null : becauseOf
}

const add = (ctx: ServiceContext, tx: Tx, { file, text, authorId, since, cause }: Draft & { since: Date | null; cause: string | null }) =>
	tx
		.insertInto('content_versions')
		.values({
			path: file.path,
			body: text === file.origin ? null : text,
			origin: file.origin,
			author_id: authorId,
			created_at: ctx.now(),
			autosaved_since: since,
			because_of: cause,
		})
		.returningAll()
		.executeTakeFirstOrThrow()

/** Deletes the autosave that is replaced. The new version gets a new ID, because schedules and the Publish page refer to texts by ID. */
async function dropAutosave(
	ctx: ServiceContext,
	tx: Tx,
	{ newest, draft }: { newest: Version | null; draft: Draft },
): Promise<Version | null> {
	// Other changes don't contain the autosaved text, so replacing it would lose text.
	if (draft.editor === undefined || draft.isOverOther === true) return null
	const since = newest?.autosaved_since?.getTime()
	if (!newest || since === undefined || newest.author_id !== draft.authorId || newest.published_at !== null) return null
	if (draft.editor === 'autosave' && ctx.now().getTime() - since >= AUTOSAVE_RUN_MS) return null
	if ((await readScheduledVersions(tx)).includes(newest.id)) return null
	// Another transaction may be publishing it right now.
	const deleted = await tx.deleteFrom('content_versions').where('id', '=', newest.id).where('published_at', 'is', null).executeTakeFirst()
	return deleted.numDeletedRows > 0n ? newest : null
}

/** Waits for other saves of a file, and makes them wait until the transaction ends. */
export const lockFile = (db: Db | Tx, path: string) =>
	sql`select pg_advisory_xact_lock(hashtextextended(${`content:${path}`}, 0))`.execute(db)

/** @param base ID of the version this edit is based on; '' for the text as shipped */
export function saveDraft(ctx: ServiceContext, draft: Draft, base: string): Promise<Saved> {
	return inTransaction(ctx.db, async (tx) => {
		await lockFile(tx, draft.file.path)
		const { newest, live } = await readNewestAndLive(tx, draft.file.path)
		if (versionText(newest, draft.file) === draft.text) {
			// A version saved with the button stays in the history, even if it was autosaved first.
			if (newest?.autosaved_since && draft.editor !== 'autosave')
				await tx.updateTable('content_versions').set({ autosaved_since: null }).where('id', '=', newest.id).execute()
			return { saved: null, newest, replaced: null }
		}
		if (newest && newest.id !== base) return { theirs: newest }
		const replaced = await dropAutosave(ctx, tx, { newest, draft })
		const since = draft.editor === 'autosave' ? (replaced?.autosaved_since ?? ctx.now()) : null
		const saved = await add(ctx, tx, { ...draft, since, cause: causeOf(draft, { newest, live }) })
		return { saved, newest: saved, replaced }
	})
}

/** @param replaced ID of the version it is based on; empty or absent for the text as shipped */
export const logSaved = (request: ConsoleActionRequest, { id, path }: Version, replaced: string | undefined) =>
	recordAction(request, request.ctx.db, {
		action: 'content_saved',
		object: { kind: 'content', id: path },
		before: { version: replaced || 'origin' },
		after: { version: id },
	})
