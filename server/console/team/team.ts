import { consolePaths } from '#contracts/console-paths.ts'
import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { type ConsoleActionRequest, readReason, recordAction, requireReason } from '#server/console/shell/console-request.ts'
import { UUID_PATTERN } from '#server/console/shell/look-up.ts'
import { guardedAction, reactPage } from '#server/console/shell/route.ts'
import { readRole, roleOf } from '#server/console/shell/session.ts'
import { inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { findUserByEmail } from '#server/services/identity/accounts/user-record.ts'

import { inviteMember, resendInvitation, cancelInvitation } from './invitations.ts'
import { changeRole } from './roles.ts'

type Fields = Readonly<Record<string, string>>

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
	reactPage(consolePaths.team, 'operator'),
	guardedAction(`${consolePaths.team}/invite`, sendInvitation),
	guardedAction(`${consolePaths.team}/invitations/:invitation/resend`, sendAgain),
	guardedAction(`${consolePaths.team}/invitations/:invitation/withdraw`, withdrawInvitation),
	guardedAction(`${consolePaths.team}/:member/role`, giveRole),
	guardedAction(`${consolePaths.team}/:member/end`, endAccess),
]
