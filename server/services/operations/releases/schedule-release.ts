import type { Edits } from '#content/sources.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { lockReleases } from './read-releases.ts'

export type NewSchedule = {
	dueAt: Date
	/** Number of the release that the changes are based on; null before the first one. */
	base: number | null
	/** Changed texts by file; null restores the shipped file. */
	changes: Edits
	authorId: string
	versions: readonly string[]
}

type Context = Pick<ServiceContext, 'db' | 'now'>

const endWaiting = (tx: Tx, now: Date) =>
	tx.updateTable('scheduled_releases').set({ ended_at: now, outcome: 'canceled' }).where('ended_at', 'is', null)

/**
 * Replaces the waiting schedule. The caller has validated the changes.
 * @returns the schedule's ID
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

/** @returns false if there is no such schedule, or it has ended already */
export const cancelSchedule = ({ db, now }: Context, id: string): Promise<boolean> =>
	inTransaction(db, async (tx) => isUuid(id) && (await endWaiting(tx, now()).where('id', '=', id).executeTakeFirst()).numUpdatedRows > 0n)

export const readScheduledVersions = async (db: Db | Tx): Promise<readonly string[]> =>
	(await db.selectFrom('scheduled_releases').select('versions').where('ended_at', 'is', null).executeTakeFirst())?.versions ?? []

export const readLastSchedule = (db: Db | Tx) =>
	db.selectFrom('scheduled_releases').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
