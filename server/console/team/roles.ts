import { sql } from 'kysely'

import { type Role, roleOf } from '#server/console/shell/role.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { changeAccount } from '#server/services/operations/accounts/change-account.ts'

const role = sql<Role | null>`raw_app_meta_data ->> 'role'`

const refuse = (code: string, message: string) => new ServiceError('conflict', code, message)

const lastOperator = () =>
	refuse('last_operator', 'Nothing was changed: the academy needs at least one operator. Make someone else an operator first.')

/** Serializes role changes, so that two operators can't remove each other at the same time. */
export const lockRoles = ({ db }: Pick<ServiceContext, 'db'>) =>
	sql`select pg_advisory_xact_lock(hashtextextended('console-roles', 0))`.execute(db)

/** Selects operators who aren't banned. */
const findOperators = ({ db, now }: Pick<ServiceContext, 'db' | 'now'>) =>
	db
		.selectFrom('auth.users')
		.select('id')
		.where(role, '=', 'operator')
		.where('deleted_at', 'is', null)
		.where((eb) => eb.or([eb('banned_until', 'is', null), eb('banned_until', '<=', now())]))
		.limit(1)

export const isOperator = async (ctx: Pick<ServiceContext, 'db' | 'now'>, userId: string): Promise<boolean> =>
	(await findOperators(ctx).where('id', '=', userId).executeTakeFirst()) !== undefined

async function hasOtherOperator(ctx: ServiceContext, userId: string): Promise<boolean> {
	const isLeaving = sql<boolean>`exists (
		select from privacy_requests where user_id = auth.users.id and kind = 'erase' and answered_at is null)`
	const other = findOperators(ctx)
		.where('id', '!=', userId)
		.where((eb) => eb.not(isLeaving))
	return (await other.executeTakeFirst()) !== undefined
}

/**
 * Refuses to ban or delete the last operator. Waits for concurrent role changes.
 * @throws ServiceError last_operator (409)
 */
export async function requireOtherOperator(ctx: ServiceContext, userId: string): Promise<void> {
	await lockRoles(ctx)
	if ((await isOperator(ctx, userId)) && !(await hasOtherOperator(ctx, userId))) throw lastOperator()
}

/**
 * Changes or removes a team member's role. A database trigger ends their console sessions immediately; a former operator's open
 * invitations end as well.
 * @param to null removes the access
 * @returns the previous role
 * @throws ServiceError member_gone, last_operator (409)
 */
export async function changeRole(ctx: ServiceContext, userId: string, to: Role | null): Promise<Role> {
	await lockRoles(ctx)
	const user = isUuid(userId)
		? await ctx.db
				.selectFrom('auth.users')
				.select('raw_app_meta_data')
				.where('id', '=', userId)
				.where('deleted_at', 'is', null)
				.executeTakeFirst()
		: undefined
	const before = user ? roleOf(user) : null
	if (before === null) throw refuse('member_gone', 'Nothing was changed: this person is no longer on the team.')
	if (before === to) throw refuse('role_unchanged', 'Nothing was changed: this person already has that role.')
	if (before === 'operator' && !(await hasOtherOperator(ctx, userId))) throw lastOperator()
	await changeAccount(ctx, userId, { app_metadata: { role: to } })
	if (before === 'operator') await ctx.db.deleteFrom('auth.console_invitations').where('invited_by', '=', userId).execute()
	return before
}
