import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { type Db, isUuid, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

export const DECISION_KINDS = ['stands-still', 'failed-check'] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

/** Item to decide on. `basis` identifies the facts that a decision is based on. */
export type DecisionSubject = { kind: DecisionKind; object: string; basis: string; userId: string | null }
export type Decision = { state: 'done' } | { state: 'later'; until: Date }

/** Formats a time like `toISOString`, for use in `basis`. */
export const formatBasisTime = (time: RawBuilder<unknown>) =>
	sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL condition for items that are snoozed, or done with unchanged facts. `basis` may refer to the row as `decision`. */
export const isDoneOrSnoozed = (
	{ now }: Pick<ServiceContext, 'now'>,
	{ kind, object, basis }: { kind: DecisionKind; object: RawBuilder<unknown>; basis: RawBuilder<unknown> },
) => sql<SqlBool>`exists (select from queue_decisions decision where decision.kind = ${kind} and decision.object = ${object}
	and coalesce(decision.until > ${now()}, decision.basis = ${basis}))`

/**
 * Stores a decision.
 * @returns false if an earlier decision is still valid
 */
export async function storeDecision(
	ctx: ServiceContext,
	db: Db | Tx,
	{ item, by, decision }: { item: DecisionSubject; by: string; decision: Decision },
): Promise<boolean> {
	const { kind, object, basis, userId } = item
	const row = {
		basis,
		// The account may have been deleted in the meantime.
		user_id: sql<string | null>`(select id from auth.users where id = ${userId})`,
		state: decision.state,
		until: decision.state === 'later' ? decision.until : null,
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

/**
 * @param seen time of the decision as shown, in milliseconds
 * @returns the undone decision; null if it was changed or undone in the meantime
 */
export async function deleteDecision({ db }: ServiceContext, { kind, object }: Pick<DecisionSubject, 'kind' | 'object'>, seen: string) {
	const deleted = await db
		.deleteFrom('queue_decisions')
		.where('kind', '=', kind)
		.where('object', '=', object)
		.where(sql<SqlBool>`floor(extract(epoch from decided_at) * 1000)::text = ${seen}`)
		.returning(['state', 'user_id'])
		.executeTakeFirst()
	return deleted ?? null
}

export const listDecisions = ({ db }: ServiceContext) =>
	db
		.selectFrom('queue_decisions as decision')
		.leftJoin('auth.users as account', 'account.id', 'decision.user_id')
		.select(['kind', 'object', 'state', 'until', 'decided_at', 'basis', 'user_id', 'account.email'])
		.orderBy('decided_at', 'desc')
		.limit(10)
		.execute()

/** Reads the item of a form; null if the form is invalid. */
export function readDecisionSubject(fields: Readonly<Record<string, string>>): DecisionSubject | null {
	const { object = '', basis = '', user: userId = '' } = fields
	const kind = DECISION_KINDS.find((each) => each === fields.kind)
	if (!kind || object === '' || object.length > 300 || basis.length > 1000) return null
	return { kind, object, basis, userId: isUuid(userId) ? userId : null }
}
