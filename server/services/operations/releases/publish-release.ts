import type { Edits } from '#content/files/read-sources.server.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { lockReleases, notifyProcesses, readCurrentNumber } from './read-releases.ts'

export type NewRelease = {
	/** Number of the release that `edits` were made from; null before the first. */
	base: number | null
	/** All of them, not only what changed. */
	edits: Edits
	note: string
	authorId: string | null
	/** Ids of the saved versions that become public with it. */
	versions: readonly string[]
}

export type Published = { number: number; versions: readonly string[] }

type Context = Pick<ServiceContext, 'db' | 'now'>

async function setPublished(tx: Tx, versions: readonly string[], at: Date | null): Promise<void> {
	if (versions.length > 0) await tx.updateTable('content_versions').set({ published_at: at }).where('id', 'in', versions).execute()
}

/**
 * Makes a release public: every process on the database serves it from then on.
 * @throws ServiceError release_outdated (409) when another was published after `base`
 */
export const publishRelease = ({ db, now }: Context, { base, edits, note, authorId, versions }: NewRelease): Promise<Published> =>
	inTransaction(db, async (tx) => {
		await lockReleases(tx)
		if ((await readCurrentNumber(tx)) !== base)
			throw new ServiceError('conflict', 'release_outdated', 'Another release was published meanwhile. Look at it, then publish again.')
		const row = { edits: JSON.stringify(edits), note, author_id: authorId, created_at: now() }
		const { number } = await tx.insertInto('content_releases').values(row).returning('number').executeTakeFirstOrThrow()
		await setPublished(tx, versions, now())
		await notifyProcesses(tx)
		return { number, versions }
	})

/** Takes back a release whose pages cannot be served: the one before it is public again, and its versions are drafts. */
export const withdrawRelease = ({ db }: Pick<Context, 'db'>, { number, versions }: Published): Promise<void> =>
	inTransaction(db, async (tx) => {
		await lockReleases(tx)
		await tx.deleteFrom('content_releases').where('number', '=', number).execute()
		await setPublished(tx, versions, null)
		await notifyProcesses(tx)
	})
