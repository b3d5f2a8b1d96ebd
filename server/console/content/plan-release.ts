import { readFolder } from '#content/files/read-sources.server.ts'
import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { withFolder } from '#server/services/operations/releases/adopt-edits.ts'
import type { NewRelease } from '#server/services/operations/releases/publish-release.ts'
import { findChanged, readCurrent, readRelease } from '#server/services/operations/releases/read-releases.ts'

import { findFile, listFiles } from './files.ts'

type Newest = { id: string; path: string; body: string | null; published_at: Date | null }

/** A release to come. */
export type Plan = Pick<NewRelease, 'base' | 'edits' | 'note'> & {
	/** Those that it changes. */
	files: readonly string[]
	/** Ids of the drafts that it publishes; null when its texts are not from drafts. */
	drafts: readonly string[] | null
}

type Context = Pick<ServiceContext, 'db' | 'site'>

/** The newest version of each file that has one, with its text. */
const newestOfEach = ({ db }: Context): Promise<Newest[]> =>
	db
		.selectFrom('content_versions')
		.distinctOn('path')
		.select(['id', 'path', 'body', 'published_at'])
		.orderBy('path')
		.orderBy('id', 'desc')
		.execute()

/** What is public, with what somebody put into the folder by hand since the start. */
async function readBase({ db, site }: Context) {
	const current = await readCurrent(db)
	return { base: current?.number ?? null, edits: withFolder(current?.edits ?? {}, readFolder(site.edits)) }
}

/** What a publication of all drafts makes public, and the newest version of each file. An edit of a file that an upgrade removed ends. */
export async function planDrafts(ctx: Context): Promise<{ plan: Plan; newest: Newest[] }> {
	const { base, edits } = await readBase(ctx)
	const newest = await newestOfEach(ctx)
	const known = new Set(listFiles(newest.map(({ path: file }) => file)).map((file) => file.path))
	const drafts = newest.filter(({ published_at: at }) => at === null)
	const texts = [
		...drafts.map(({ path: file, body }) => [file, body] as const),
		...newest.filter(({ path: file }) => !known.has(file)).map(({ path: file }) => [file, null] as const),
	]
	const plan = {
		base,
		edits: { ...edits, ...Object.fromEntries(texts) },
		note: '',
		drafts: drafts.map(({ id }) => id),
		files: drafts.map(({ path: file }) => file),
	}
	return { plan, newest }
}

/**
 * What makes an older release public again.
 * @throws ServiceError content_not_found (404) without such a release; content_unchanged (409) when it says the same as the public one
 */
export async function planRollBack(ctx: Context, to: number): Promise<Plan> {
	const [{ base, edits }, older] = [await readBase(ctx), await readRelease(ctx.db, to)]
	if (!older) throw new ServiceError('not-found', 'content_not_found', 'There is no such release.')
	const files = findChanged(edits, older.edits)
	if (files.length === 0) throw new ServiceError('conflict', 'content_unchanged', 'What is public says the same already.')
	const origins = Object.keys(edits).map((file) => [file, null] as const)
	return { base, edits: { ...Object.fromEntries(origins), ...older.edits }, note: `Release ${to} again`, drafts: null, files }
}

/** Texts that become public without a draft, as versions in the history of their files. A draft of the same file stays there, too. */
export async function addVersions(tx: Tx, { edits, files }: Plan, by: { authorId: string; at: Date }): Promise<string[]> {
	const values = files.map((file) => ({
		path: file,
		body: edits[file] ?? null,
		origin: findFile(file)?.origin ?? '',
		author_id: by.authorId,
		created_at: by.at,
	}))
	return (await tx.insertInto('content_versions').values(values).returning('id').execute()).map(({ id }) => id)
}
