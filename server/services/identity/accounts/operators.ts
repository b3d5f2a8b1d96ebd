import { sql } from 'kysely'

import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

type Reading = Pick<ServiceContext, 'db' | 'now'>

export const lastOperator = () =>
	new ServiceError(
		'conflict',
		'last_operator',
		'Nothing was changed: the academy needs at least one operator. Make someone else an operator first.',
	)

/** Serializes role changes, so that two operators can't remove each other at the same time. */
export const lockRoles = ({ db }: Pick<ServiceContext, 'db'>) =>
	sql`select pg_advisory_xact_lock(hashtextextended('console-roles', 0))`.execute(db)

const findOperators = ({ db, now }: Reading) =>
	db
		.selectFrom('auth.users')
		.select('id')
		.where(sql<boolean>`raw_app_meta_data ->> 'role' = 'operator'`)
		.where('deleted_at', 'is', null)
		.where((eb) => eb.or([eb('banned_until', 'is', null), eb('banned_until', '<=', now())]))
		.limit(1)

export const isOperator = async (ctx: Reading, userId: string): Promise<boolean> =>
	(await findOperators(ctx).where('id', '=', userId).executeTakeFirst()) !== undefined

/** True if another account has the operator role. Accounts that await their deletion don't count. */
export async function hasOtherOperator(ctx: Reading, userId: string): Promise<boolean> {
	const isLeaving = sql<boolean>`exists (
		select from privacy_requests where user_id = auth.users.id and kind = 'erase' and answered_at is null)`
	const other = findOperators(ctx)
		.where('id', '!=', userId)
		.where((eb) => eb.not(isLeaving))
	return (await other.executeTakeFirst()) !== undefined
}

/**
 * Waits for concurrent role changes, and requires another operator if this account is one.
 * @throws ServiceError last_operator (409)
 */
export async function requireOtherOperator(ctx: Reading, userId: string): Promise<void> {
	if (!(await isOperator(ctx, userId))) return
	await lockRoles(ctx)
	if ((await isOperator(ctx, userId)) && !(await hasOtherOperator(ctx, userId))) throw lastOperator()
}
