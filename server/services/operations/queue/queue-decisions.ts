import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'
import { isUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'

export const CHOICE_KINDS = ['stands-still', 'failed-check'] as const
export type ChoiceKind = (typeof CHOICE_KINDS)[number]

/** A queue item without its own state. `basis` identifies the facts a decision depends on. */
export type Choosable = { kind: ChoiceKind; object: string; basis: string; userId: string | null }
export type Choice = { state: 'done' } | { state: 'later'; until: Date }

/** A time as the facts of a thing have it: as `toISOString` writes it. */
export const toBasis = (time: RawBuilder<unknown>) => sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** True if an item is decided: a snoozed one until its time, a done one while its facts are the same. `basis` may use `choice`. */
export const isDecided = (
	{ now }: Pick<ServiceContext, 'now'>,
	{ kind, object, basis }: { kind: ChoiceKind; object: RawBuilder<unknown>; basis: RawBuilder<unknown> },
) => sql<SqlBool>`exists (select from queue_decisions choice where choice.kind = ${kind} and choice.object = ${object}
	and coalesce(choice.until > ${now()}, choice.basis = ${basis}))`

/** @returns whether it was decided; false when it was decided before and still holds */
export async function choose(
	ctx: ServiceContext,
	db: Db | Tx,
	{ item, by, choice }: { item: Choosable; by: string; choice: Choice },
): Promise<boolean> {
	const { kind, object, basis, userId } = item
	const row = {
		basis,
		// An account may be gone by now.
		user_id: sql<string | null>`(select id from auth.users where id = ${userId})`,
		state: choice.state,
		until: choice.state === 'later' ? choice.until : null,
		decided_by: by,
		decided_at: ctx.now(),
	}
	const chosen = await db
		.insertInto('queue_decisions')
		.values({ kind, object, ...row })
		.onConflict((conflict) =>
			conflict
				.columns(['kind', 'object'])
				.doUpdateSet(row)
				.where(sql<boolean>`not coalesce(queue_decisions.until > ${ctx.now()}, queue_decisions.basis = excluded.basis)`),
		)
		.returning('object')
		.executeTakeFirst()
	return chosen !== undefined
}

/** @param seen time of the choice, in milliseconds */
export async function undoChoice({ db }: ServiceContext, { kind, object }: Pick<Choosable, 'kind' | 'object'>, seen: string) {
	const gone = await db
		.deleteFrom('queue_decisions')
		.where('kind', '=', kind)
		.where('object', '=', object)
		.where(sql<SqlBool>`floor(extract(epoch from decided_at) * 1000)::text = ${seen}`)
		.returning(['state', 'user_id'])
		.executeTakeFirst()
	return gone ?? null
}

/** The newest decisions, to be taken back. */
export const listChosen = ({ db }: ServiceContext) =>
	db
		.selectFrom('queue_decisions as choice')
		.leftJoin('auth.users as account', 'account.id', 'choice.user_id')
		.select(['kind', 'object', 'state', 'until', 'decided_at', 'basis', 'user_id', 'account.email'])
		.orderBy('decided_at', 'desc')
		.limit(10)
		.execute()

/** Parses a queue item from a form; null if it is invalid. */
export function readChoosable(fields: Readonly<Record<string, string>>): Choosable | null {
	const { object = '', basis = '', user: userId = '' } = fields
	const kind = CHOICE_KINDS.find((each) => each === fields.kind)
	if (!kind || object === '' || object.length > 300 || basis.length > 1000) return null
	return { kind, object, basis, userId: isUuid(userId) ? userId : null }
}
