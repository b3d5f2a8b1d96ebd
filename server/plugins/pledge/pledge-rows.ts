import type { Selectable } from 'kysely'

import type { RemindersEnded } from '#contracts/pledge.ts'
import { type Pledge, tidyEvenings, WEEKDAYS } from '#domain/pledge/pledge.ts'
import { nameInMail } from '#domain/pledge/supporter.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Pledges } from '#server/db/row-types.ts'
import { readMetadata } from '#server/services/identity/accounts/user-record.ts'

/** Returns a learner's name for an email to someone else. */
export async function readLearnerName(tx: Tx, userId: string): Promise<string> {
	const user = await tx.selectFrom('auth.users').select('raw_user_meta_data').where('id', '=', userId).executeTakeFirst()
	const { full_name: fullName, name } = readMetadata(user?.raw_user_meta_data)
	return nameInMail(name ?? fullName)
}

export type PledgeRow = Selectable<Pledges>

export const findPledge = (db: Db | Tx, userId: string): Promise<PledgeRow | undefined> =>
	db.selectFrom('pledges').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const toPledge = (row: Pick<PledgeRow, 'evenings' | 'minute_of_day' | 'zone' | 'weekly_goal'>): Pledge => ({
	evenings: tidyEvenings(WEEKDAYS.filter((day) => row.evenings.includes(day))),
	minuteOfDay: row.minute_of_day,
	zone: row.zone,
	weeklyGoal: row.weekly_goal,
})

/** @returns true if the reminders were on */
export async function endReminders(db: Db | Tx, row: Pick<PledgeRow, 'id'>, why: RemindersEnded): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('pledges')
		.set({ reminds: false, remind_at: null, reminders_ended: why })
		.where('id', '=', row.id)
		.where('reminds', '=', true)
		.executeTakeFirst()
	return numUpdatedRows > 0n
}
