import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { UUID } from '#server/console/shell/look-up.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { requireReason } from '#server/console/shell/require-reason.ts'
import { readRole, roleOf } from '#server/console/shell/role.ts'
import { guardedAction, reactPage } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { findUserByEmail } from '#server/services/identity/accounts/user-record.ts'

import { invite, resend, withdraw } from './invitations.ts'
import { changeRole } from './roles.ts'

type Fields = Readonly<Record<string, string>>

const refuse = (field: string, message: string) =>
	new ServiceError('unprocessable', 'team_invalid', message, { fields: { [field]: message } })

const lead = ({ c }: Work, said: string) => c.redirect(`${places.team}?said=${said}`, 303)

async function sendInvitation(work: Work, fields: Fields) {
	const { ctx, by } = work
	const email = parseEmailAddress((fields.email ?? '').trim())
	if (email === null) throw refuse('email', 'Enter an email address such as name@example.com.')
	const role = readRole(fields.role)
	if (role === null) throw refuse('role', 'Choose a role.')
	const reason = requireReason(fields)
	const known = await findUserByEmail(ctx.db, email)
	if (known && roleOf(known) !== null) throw refuse('email', 'This person is on the team already. Change the role in the list.')
	const id = await inTransaction(ctx.db, (tx) => invite(ctx, tx, { email, role, by: by.userId }))
	await recordAction(work, ctx.db, { action: 'team_invited', object: { kind: 'team', id }, reason, after: { role } })
	return lead(work, 'invitation-sent')
}

const idOf = ({ params }: Work): string => (UUID.test(params.invitation ?? '') ? (params.invitation ?? '') : '')

async function sendAgain(work: Work, fields: Fields) {
	const id = idOf(work)
	const reason = requireReason(fields)
	const isSent = id !== '' && (await inTransaction(work.ctx.db, (tx) => resend(work.ctx, tx, { id, by: work.by.userId })))
	if (!isSent) return lead(work, 'invitation-gone')
	await recordAction(work, work.ctx.db, { action: 'team_invited_again', object: { kind: 'team', id }, reason })
	return lead(work, 'invitation-sent')
}

async function withdrawInvitation(work: Work, fields: Fields) {
	const id = idOf(work)
	const reason = requireReason(fields)
	const isDone = id !== '' && (await inTransaction(work.ctx.db, (tx) => withdraw(tx, id)))
	if (!isDone) return lead(work, 'invitation-gone')
	await recordAction(work, work.ctx.db, { action: 'team_invitation_withdrawn', object: { kind: 'team', id }, reason })
	return lead(work, 'invitation-withdrawn')
}

async function giveRole(work: Work, fields: Fields) {
	const { ctx, params } = work
	const role = readRole(fields.role)
	if (role === null) throw refuse('role', 'Choose a role.')
	const reason = requireReason(fields)
	const id = params.member ?? ''
	const before = await changeRole(ctx, id, role)
	await recordAction(work, ctx.db, {
		action: 'role_changed',
		object: { kind: 'account', id },
		reason,
		before: { role: before },
		after: { role },
	})
	return lead(work, 'role-changed')
}

async function endAccess(work: Work, fields: Fields) {
	const { ctx, params } = work
	const reason = requireReason(fields)
	const id = params.member ?? ''
	const before = await changeRole(ctx, id, null)
	await recordAction(work, ctx.db, { action: 'console_access_ended', object: { kind: 'account', id }, reason, before: { role: before } })
	return lead(work, 'member-ended')
}

/** Who works in the console (app/admin/routes/settings/team.tsx). */
export const teamRoutes = [
	reactPage(places.team, 'operator'),
	guardedAction(`${places.team}/invite`, sendInvitation),
	guardedAction(`${places.team}/invitations/:invitation/resend`, sendAgain),
	guardedAction(`${places.team}/invitations/:invitation/withdraw`, withdrawInvitation),
	guardedAction(`${places.team}/:member/role`, giveRole),
	guardedAction(`${places.team}/:member/end`, endAccess),
]
