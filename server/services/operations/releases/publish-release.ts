import { sql } from 'kysely'

import type { Edits } from '#content/sources.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { lockReleases, notifyProcesses, readCurrentNumber } from './read-releases.ts'

export type NewRelease = {
	/** Number of the release that the edits are based on; null before the first one. */
	base: number | null
	/** All edits, not only the changed ones. */
	edits: Edits
	note: string
	authorId: string | null
	versions: readonly string[]
}

/** @returns false if a version no longer exists, because an autosave has replaced it */
async function markPublished(tx: Tx, { versions, at }: { versions: readonly string[]; at: Date }): Promise<boolean> {
	if (versions.length === 0) return true
	const marked = await tx.updateTable('content_versions').set({ published_at: at }).where('id', 'in', versions).executeTakeFirst()
	return marked.numUpdatedRows === BigInt(versions.length)
}

/**
 * Drafts that only restore the public text get the newly published text: otherwise, publishing them would revert this release. Removing a
 * part of the course while this release is being published creates such drafts.
 */
const moveResets = (tx: Tx, versions: readonly string[]) =>
	sql`update content_versions as reset set body = published.body, origin = published.origin
		from content_versions as published
		where published.id = any(${[...versions]}::uuid[]) and reset.path = published.path and reset.id > published.id
			and reset.published_at is null and reset.because_of is not null
			and reset.body is not distinct from (
				select live.body from content_versions as live
				where live.path = reset.path and live.published_at is not null and live.id < published.id
				order by live.id desc limit 1)`.execute(tx)

/**
 * Publishes a release, which all processes on the database serve from then on. The caller has validated its edits.
 * @returns its number
 * @throws ServiceError release_outdated (409) if another release was published after `base`, or one of `versions` no longer
 * exists
 */
export const publishRelease = (
	{ db, now }: Pick<ServiceContext, 'db' | 'now'>,
	{ base, edits, note, authorId, versions }: NewRelease,
): Promise<number> =>
	inTransaction(db, async (tx) => {
		await lockReleases(tx)
		if ((await readCurrentNumber(tx)) !== base) {
			const message = 'Another release was published in the meantime. Review it, then publish again.'
			throw new ServiceError('conflict', 'release_outdated', message)
		}
		const row = { edits: JSON.stringify(edits), note, author_id: authorId, created_at: now() }
		const { number } = await tx.insertInto('content_releases').values(row).returning('number').executeTakeFirstOrThrow()
		if (!(await markPublished(tx, { versions, at: now() })))
			throw new ServiceError('conflict', 'release_outdated', 'A draft was saved in the meantime. Review it, then publish again.')
		await moveResets(tx, versions)
		await notifyProcesses(tx)
		return number
	})
