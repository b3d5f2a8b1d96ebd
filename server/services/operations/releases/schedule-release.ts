import type { Edits } from '#content/sources.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { lockReleases } from './read-releases.ts'

export type NewSchedule = {
	dueAt: Date
	/** Number of the release the changes are based on; null before the first. */
	base: number | null
	/** New text of each changed file; null restores the shipped file. */
	changes: Edits
	authorId: string
	/** IDs of the saved versions that this schedule publishes. */
	versions: readonly string[]
}

type Context = Pick<ServiceContext, 'db' | 'now'>

const endWaiting = (tx: Tx, now: Date) =>
	tx.updateTable('scheduled_releases').set({ ended_at: now, outcome: 'canceled' }).where('ended_at', 'is', null)

/**
 * Schedules a publication, replacing the one that is waiting. The caller has validated its changes.
 * @returns its ID
 * @throws ServiceError schedule_in_the_past (422)
 */
export const scheduleRelease = ({ db, now }: Context, { dueAt, base, changes, authorId, versions }: NewSchedule): Promise<string> =>
	inTransaction(db, async (tx) => {
		await lockReleases(tx)
		const message = 'This time has passed. Nothing was changed.'
		if (dueAt <= now()) throw new ServiceError('unprocessable', 'schedule_in_the_past', message, { fields: { due_at: message } })
		await endWaiting(tx, now()).execute()
		const row = { base, changes: JSON.stringify(changes), versions: [...versions], author_id: authorId, created_at: now(), due_at: dueAt }
		return (await tx.insertInto('scheduled_releases').values(row).returning('id').executeTakeFirstOrThrow()).id
	})

/**
 * Cancels a scheduled publication.
 * @returns false if there is no such schedule, or it has ended already
 */
export const cancelSchedule = ({ db, now }: Context, id: string): Promise<boolean> =>
	inTransaction(db, async (tx) => isUuid(id) && (await endWaiting(tx, now()).where('id', '=', id).executeTakeFirst()).numUpdatedRows > 0n)

/** Returns the IDs of the saved versions waiting for a scheduled publication. */
export const readScheduledVersions = async (db: Db | Tx): Promise<readonly string[]> =>
	(await db.selectFrom('scheduled_releases').select('versions').where('ended_at', 'is', null).executeTakeFirst())?.versions ?? []

/** Returns the newest schedule, waiting or ended; undefined if there is none. */
export const readLastSchedule = (db: Db | Tx) =>
	db.selectFrom('scheduled_releases').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
