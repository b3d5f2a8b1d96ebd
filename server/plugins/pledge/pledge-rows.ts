import { type Selectable, sql } from 'kysely'

import type { RemindersEnded, SupporterEnded } from '#contracts/pledge.ts'
import { type Pledge, normalizeEvenings, WEEKDAYS } from '#domain/pledge/pledge.ts'
import { INVITATION_ANSWER_DAYS, ASK_WINDOW_DAYS, safeMailName } from '#domain/pledge/supporter.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Pledges, PledgeSupporters } from '#server/db/row-types.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { toMetadataObject } from '#server/services/identity/accounts/user-record.ts'
import type { Person } from '#server/services/people/privacy/registry/table-rule.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

/** Returns a learner's name for an email to someone else. */
export async function readLearnerName(tx: Tx, userId: string): Promise<string> {
	const user = await tx.selectFrom('auth.users').select('raw_user_meta_data').where('id', '=', userId).executeTakeFirst()
	const { full_name: fullName, name } = toMetadataObject(user?.raw_user_meta_data)
	return safeMailName(name ?? fullName)
}

export type PledgeRow = Selectable<Pledges>

export const findPledge = (db: Db | Tx, userId: string): Promise<PledgeRow | undefined> =>
	db.selectFrom('pledges').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const pledgeOfRow = (row: Pick<PledgeRow, 'evenings' | 'minute_of_day' | 'zone' | 'weekly_goal'>): Pledge => ({
	evenings: normalizeEvenings(WEEKDAYS.filter((day) => row.evenings.includes(day))),
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

export type SupporterRow = Selectable<PledgeSupporters>

const DAY_MS = 86_400_000
export const daysAgo = ({ now }: Pick<ServiceContext, 'now'>, days: number) => new Date(now().getTime() - days * DAY_MS)

export const findSupporter = (db: Db | Tx, userId: string): Promise<SupporterRow | undefined> =>
	db.selectFrom('pledge_supporters').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Hashes an address, to limit requests to it and to store its refusal. */
export const supporterKey = (ctx: ServiceContext, email: string) => keyedHash(ctx, 'addresses', ['supporter', email.toLowerCase()])

/**
 * Locks a supporter and the pledge, in the same order as when a pledge ends.
 * @returns the supporter; undefined if it no longer exists
 */
export async function lockSupporter(tx: Tx, by: { userId: string } | { id: string }): Promise<SupporterRow | undefined> {
	const userId =
		'userId' in by
			? by.userId
			: (await tx.selectFrom('pledge_supporters').select('user_id').where('id', '=', by.id).executeTakeFirst())?.user_id
	if (userId === undefined) return undefined
	await tx.selectFrom('pledges').select('id').where('user_id', '=', userId).forUpdate().execute()
	const row = await tx.selectFrom('pledge_supporters').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()
	return 'id' in by && row?.id !== by.id ? undefined : row
}

/** @param why reason for the removal; null if the learner removed the supporter */
export async function removeSupporter(tx: Tx, userId: string, why: SupporterEnded | null): Promise<void> {
	await tx.deleteFrom('pledge_supporters').where('user_id', '=', userId).execute()
	await tx.updateTable('pledges').set({ supporter_ended: why }).where('user_id', '=', userId).execute()
}

/** Returns the deduplication key of an email. All keys about a learner have the same prefix. */
export const mailKey = (kind: 'ask' | 'line', { user_id, id }: Pick<SupporterRow, 'user_id' | 'id'>, week = '') =>
	`pledge-supporter:${user_id}:${id}:${kind}:${week}`

export const readMailKey = (key: string | null): { userId: string; id: string } | null => {
	const [kind, userId, id] = key?.split(':') ?? []
	return kind === 'pledge-supporter' && userId && id ? { userId, id } : null
}

/** Erases a person both as supporter and as learner, with the emails to supporters that name the learner. */
export async function forgetSupport(tx: Tx, { userId, emails }: Person): Promise<void> {
	await sql`delete from pledge_supporters where user_id = ${userId}::uuid or lower(email) = any(${[...emails]}::text[])`.execute(tx)
	if (userId !== null) await sql`delete from outbox_messages where dedupe_key like ${`pledge-supporter:${userId}:%`}`.execute(tx)
}

/** Deletes supporters who didn't respond in time, and requests too old to count toward a limit; opt-outs are kept. */
export async function deleteUnansweredInvitations(ctx: ServiceContext): Promise<Record<string, number>> {
	const latest = daysAgo(ctx, INVITATION_ANSWER_DAYS)
	// Use the same lock order as all other code.
	await sql`select p.user_id from pledges p join pledge_supporters s on s.user_id = p.user_id
		where s.agreed_at is null and s.asked_at <= ${latest} order by p.user_id for update of p`.execute(ctx.db)
	const { numAffectedRows: silent } = await sql`
		with gone as (delete from pledge_supporters where agreed_at is null and asked_at <= ${latest} returning user_id)
		update pledges set supporter_ended = 'no-answer' where user_id in (select user_id from gone)`.execute(ctx.db)
	const { numDeletedRows } = await ctx.db
		.deleteFrom('supporter_requests')
		.where('refused_at', 'is', null)
		.where('asked_at', '<=', daysAgo(ctx, ASK_WINDOW_DAYS))
		.executeTakeFirst()
	return { unansweredSupporters: Number(silent ?? 0), supporterAsks: Number(numDeletedRows) }
}
