import type { Edits, Sources } from '#content/files/read-sources.server.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { publishRelease } from './publish-release.ts'
import { lockReleases, readCurrent, type Release } from './read-releases.ts'

/** These edits, and the files of a folder that they do not name: somebody put them there by hand. */
export const withFolder = (edits: Edits, folder: Sources): Edits => ({ ...Object.fromEntries(folder), ...edits })

/** What was published before there were releases. */
async function readPublishedVersions(tx: Tx): Promise<Edits> {
	const rows = await tx
		.selectFrom('content_versions')
		.distinctOn('path')
		.select(['path', 'body'])
		.where('published_at', 'is not', null)
		.orderBy('path')
		.orderBy('id', 'desc')
		.execute()
	return Object.fromEntries(rows.map(({ path: file, body }) => [file, body]))
}

/**
 * The release that a starting process serves. Without one, the texts that were published before there were releases become the first;
 * files that somebody put into the folder by hand become part of a new one. Servers that start at once wait for each other.
 * @param folder what this server has in its folder of edits
 */
export const adoptEdits = (ctx: Pick<ServiceContext, 'db' | 'now' | 'published'>, folder: Sources): Promise<Release> =>
	inTransaction(ctx.db, async (tx) => {
		await lockReleases(tx)
		const current = await readCurrent(tx)
		const named = current?.edits ?? (await readPublishedVersions(tx))
		const edits = withFolder(named, folder)
		if (current && Object.keys(edits).length === Object.keys(named).length) return current
		ctx.published.check(edits)
		const note = current || folder.size > 0 ? 'Found in the folder of edits' : ''
		const { number } = await publishRelease(
			{ ...ctx, db: tx },
			{ base: current?.number ?? null, edits, note, authorId: null, versions: [] },
		)
		return { number, edits }
	})
