import type { Edits, Sources } from '#content/files/read-sources.server.ts'
import { ContentProblem } from '#content/parsed-files.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { publishRelease } from './publish-release.ts'
import { findChanged, lockReleases, readCurrent, type Release } from './read-releases.ts'

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

type Check = ServiceContext['published']['check']

function listFaulty(check: Check, edits: Edits): string[] {
	try {
		check(edits)
		return []
	} catch (error) {
		if (!(error instanceof ContentProblem)) throw error
		return error.issues.map(({ file }) => file)
	}
}

/** Takes the folder's text of each file with a fault: after an upgrade that refuses a published text, an operator can correct it only there. */
function takeCorrections(check: Check, edits: Edits, folder: Sources): Edits {
	const found = listFaulty(check, edits).filter((file) => folder.has(file) && folder.get(file) !== edits[file])
	if (found.length === 0) return edits
	const corrected = Object.fromEntries(found.map((file) => [file, folder.get(file) ?? null]))
	return takeCorrections(check, { ...edits, ...corrected }, folder)
}

/**
 * The release that a starting process serves. Without one, the texts that were published before there were releases become the first;
 * files that somebody put into the folder by hand become part of a new one, and so do those that correct a release with
 * faults. Servers that start at once wait for each other.
 * @param folder what this server has in its folder of edits
 */
export const adoptEdits = (ctx: Pick<ServiceContext, 'db' | 'now' | 'published'>, folder: Sources): Promise<Release> =>
	inTransaction(ctx.db, async (tx) => {
		await lockReleases(tx)
		const current = await readCurrent(tx)
		const named = current?.edits ?? (await readPublishedVersions(tx))
		const edits = takeCorrections(ctx.published.check, withFolder(named, folder), folder)
		if (current && findChanged(named, edits).length === 0) return current
		ctx.published.check(edits)
		const note = current || folder.size > 0 ? 'Found in the folder of edits' : ''
		const { number } = await publishRelease(
			{ ...ctx, db: tx },
			{ base: current?.number ?? null, edits, note, authorId: null, versions: [] },
		)
		return { number, edits }
	})
