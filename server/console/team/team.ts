import { consolePaths } from '#contracts/console-paths.ts'
import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { type ConsoleActionRequest, readReason, recordAction, requireReason, type Fields } from '#server/console/shell/console-request.ts'
import { UUID_PATTERN } from '#server/console/shell/look-up.ts'
import { guardedAction } from '#server/console/shell/route.ts'
import { readRole, roleOf, type Role } from '#server/console/shell/session.ts'
import { inTransaction, isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { hasOtherOperator, lastOperator, lockRoles } from '#server/services/identity/accounts/operators.ts'
import { findUserByEmail } from '#server/services/identity/accounts/user-record.ts'
import { changeAccount } from '#server/services/operations/accounts/manage-accounts.ts'

import { inviteMember, resendInvitation, cancelInvitation } from './invitations.ts'

const conflict = (code: string, message: string) => new ServiceError('conflict', code, message)

/**
 * Changes or removes a team member's role. A database trigger ends their console sessions immediately; a former operator's open
 * invitations end as well.
 * @param to null removes the access
 * @returns the previous role
 * @throws ServiceError member_gone, role_unchanged, last_operator (409)
 */
async function changeRole(ctx: ServiceContext, userId: string, to: Role | null): Promise<Role> {
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
	if (before === null) throw conflict('member_gone', 'Nothing was changed: this person is no longer on the team.')
	if (before === to) throw conflict('role_unchanged', 'Nothing was changed: this person already has that role.')
	if (before === 'operator' && !(await hasOtherOperator(ctx, userId))) throw lastOperator()
	await changeAccount(ctx, userId, { app_metadata: { role: to } })
	if (before === 'operator') await ctx.db.deleteFrom('auth.console_invitations').where('invited_by', '=', userId).execute()
	return before
}

const refuse = (field: string, message: string) =>
	new ServiceError('unprocessable', 'team_invalid', message, { fields: { [field]: message } })

const redirectToTeam = ({ c }: ConsoleActionRequest, notice: string) => c.redirect(`${consolePaths.team}?notice=${notice}`, 303)

async function sendInvitation(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, by } = request
	const email = parseEmailAddress((fields.email ?? '').trim())
	if (email === null) throw refuse('email', 'Enter an email address such as name@example.com.')
	const role = readRole(fields.role)
	if (role === null) throw refuse('role', 'Choose a role.')
	const reason = readReason(fields)
	const known = await findUserByEmail(ctx.db, email)
	if (known && roleOf(known) !== null) throw refuse('email', 'This person is already on the team. Change the role in the list.')
	const id = await inTransaction(ctx.db, (tx) => inviteMember(ctx, tx, { email, role, by: by.userId }))
	await recordAction(request, ctx.db, { action: 'team_invited', object: { kind: 'team', id }, ...(reason && { reason }), after: { role } })
	return redirectToTeam(request, 'invitation-sent')
}

const idOf = ({ params }: ConsoleActionRequest): string => (UUID_PATTERN.test(params.invitation ?? '') ? (params.invitation ?? '') : '')

async function sendAgain(request: ConsoleActionRequest, fields: Fields) {
	const id = idOf(request)
	const reason = requireReason(fields)
	const isSent =
		id !== '' && (await inTransaction(request.ctx.db, (tx) => resendInvitation(request.ctx, tx, { id, by: request.by.userId })))
	if (!isSent) return redirectToTeam(request, 'invitation-gone')
	await recordAction(request, request.ctx.db, { action: 'team_invited_again', object: { kind: 'team', id }, reason })
	return redirectToTeam(request, 'invitation-sent')
}

async function withdrawInvitation(request: ConsoleActionRequest, fields: Fields) {
	const id = idOf(request)
	const reason = requireReason(fields)
	const isDone = id !== '' && (await inTransaction(request.ctx.db, (tx) => cancelInvitation(tx, id)))
	if (!isDone) return redirectToTeam(request, 'invitation-gone')
	await recordAction(request, request.ctx.db, { action: 'team_invitation_withdrawn', object: { kind: 'team', id }, reason })
	return redirectToTeam(request, 'invitation-withdrawn')
}

async function giveRole(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, params } = request
	const role = readRole(fields.role)
	if (role === null) throw refuse('role', 'Choose a role.')
	const reason = requireReason(fields)
	const id = params.member ?? ''
	const before = await changeRole(ctx, id, role)
	await recordAction(request, ctx.db, {
		action: 'role_changed',
		object: { kind: 'account', id },
		reason,
		before: { role: before },
		after: { role },
	})
	return redirectToTeam(request, 'role-changed')
}

async function endAccess(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, params } = request
	const reason = requireReason(fields)
	const id = params.member ?? ''
	const before = await changeRole(ctx, id, null)
	await recordAction(request, ctx.db, { action: 'console_access_ended', object: { kind: 'account', id }, reason, before: { role: before } })
	return redirectToTeam(request, 'member-ended')
}

export const teamRoutes = [
	{ ...guardedAction(`${consolePaths.team}/invite`, sendInvitation), needsReason: false },
	guardedAction(`${consolePaths.team}/invitations/:invitation/resend`, sendAgain),
	guardedAction(`${consolePaths.team}/invitations/:invitation/withdraw`, withdrawInvitation),
	guardedAction(`${consolePaths.team}/:member/role`, giveRole),
	guardedAction(`${consolePaths.team}/:member/end`, endAccess),
]
