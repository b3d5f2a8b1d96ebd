import { type Role, roleOf } from '#server/console/shell/session.ts'
import { isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { hasOtherOperator, lastOperator, lockRoles } from '#server/services/identity/accounts/operators.ts'
import { changeAccount } from '#server/services/operations/accounts/manage-accounts.ts'

const refuse = (code: string, message: string) => new ServiceError('conflict', code, message)

/**
 * Changes or removes a team member's role. A database trigger ends their console sessions immediately; a former operator's open
 * invitations end as well.
 * @param to null removes the access
 * @returns the previous role
 * @throws ServiceError member_gone, role_unchanged, last_operator (409)
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
