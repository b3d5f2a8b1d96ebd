import { sql } from 'kysely'

import { RECORD_DAYS } from '#domain/privacy/periods.ts'
import type { Tx } from '#server/db/database.ts'
import { belongsTo } from '#server/services/people/privacy/person.ts'
import { wholeWordPattern, identifiersOf } from '#server/services/people/privacy/registry/forget-texts.ts'
import { declareTable, type PersonLink, type Person, type TableRule } from '#server/services/people/privacy/registry/table-rule.ts'

/** Links from entries to a person's rows: the account and related objects. */
export const PERSON_LINKS = (
	[
		['account', 'auth.users'],
		['order', 'orders'],
		['ticket', 'support_tickets'],
		['application', 'job_applications'],
		['subscription', 'newsletter_subscriptions'],
		['message', 'outbox_messages'],
	] as const
).map(([kind, of]): PersonLink<'object_id' | 'object_kind'> => ({ column: 'object_id', of, key: 'id', kind: ['object_kind', kind] }))

/** Replaces the ID of a deleted account. */
const ERASED = 'erased'

/** Lists the person's names. Single words are left out, because other people may share them. */
async function listNames(tx: Tx, { userId, emails }: Person): Promise<string[]> {
	const { rows } = await sql<{ name: string }>`
		select distinct name from (
			select raw_user_meta_data ->> 'name' as name from auth.users where id = ${userId}::uuid
			union all select raw_user_meta_data ->> 'full_name' from auth.users where id = ${userId}::uuid
			union all select learner_name from certificates where user_id = ${userId}::uuid
			union all select name from support_tickets
				where user_id = ${userId}::uuid or (user_id is null and lower(email) = any(${[...emails]}::text[]))
			union all select name from job_applications where lower(email) = any(${[...emails]}::text[])) names
		where name ~ '\\S\\s+\\S'`.execute(tx)
	return rows.map(({ name }) => name.trim())
}

/** Removes the actor, all reasons about the person, and all texts that name them. Action and time are kept. */
async function forgetInActivityLog(tx: Tx, person: Person): Promise<void> {
	await sql`update operator_actions set actor_id = null where actor_id = ${person.userId}::uuid`.execute(tx)
	await sql`update operator_actions set reason = null where reason is not null and ${belongsTo(activityLogRule, person)}`.execute(tx)
	await sql`update operator_actions set object_id = ${ERASED} where object_kind = 'account' and object_id = ${person.userId}::text`.execute(
		tx,
	)
	for (const word of [...identifiersOf(person), ...(await listNames(tx, person))]) {
		const pattern = wholeWordPattern(word)
		await sql`update operator_actions set
				reason = case when reason ~* ${pattern} then null else reason end,
				before = case when before::text ~* ${pattern} then null else before end,
				after = case when after::text ~* ${pattern} then null else after end
			where reason ~* ${pattern} or before::text ~* ${pattern} or after::text ~* ${pattern}`.execute(tx)
	}
}

export const activityLogRule: TableRule = declareTable('operator_actions', {
	protection: 'personal',
	title: 'What was done in the console',
	purpose: 'shows who changed what, and why',
	person: [{ column: 'actor_id', holds: 'user-id' }, ...PERSON_LINKS],
	retention: { days: RECORD_DAYS, clock: 'created_at' },
	exported: ['role', 'action', 'object_kind', 'object_id', 'reason', 'created_at'],
	erased: { by: forgetInActivityLog },
})
