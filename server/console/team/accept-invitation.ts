import type { Hono } from 'hono'

import { consolePaths } from '#contracts/console-paths.ts'
import { enter, FORM_BYTES, readOpenForm } from '#server/console/shell/enter.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { appoint, roleOf } from '#server/console/shell/role.ts'
import { showEntry } from '#server/console/shell/show-entry.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { checkPasswordPolicy } from '#server/services/identity/accounts/check-input.ts'
import { isOperator, lockRoles } from '#server/services/identity/accounts/operators.ts'
import { findUserByEmail, refuseBanned } from '#server/services/identity/accounts/user-record.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import type { SessionGrant } from '#server/services/identity/sessions/session-grant.ts'
import { changeAccount } from '#server/services/operations/accounts/change-account.ts'

import { findInvitation, INVITATION_DAYS, withdraw } from './invitations.ts'

const isOver = () =>
	new ServiceError('forbidden', 'invitation_expired', 'This invitation has expired, was used or was withdrawn. Ask for a new one.')

const isMember = () =>
	new ServiceError('conflict', 'member_already', 'You’re already on the team. Sign in to the console; your role hasn’t changed.')

/** True if the invitation's sender is still an operator; otherwise the invitation is invalid. */
const isValid = async (ctx: Pick<ServiceContext, 'db' | 'now'>, { invited_by: by }: { invited_by: string | null }): Promise<boolean> =>
	by !== null && (await isOperator(ctx, by))

function requirePassword(ctx: ServiceContext, password: string): void {
	const check = checkPasswordPolicy(ctx, password)
	if (check.ok) return
	const message = check.problem === 'weak' ? check.message : 'Use at most 72 characters.'
	throw new ServiceError('unprocessable', 'weak_password', message, { fields: { password: message } })
}

/** True if an account with this verified address has a password: access to its mailbox must not be enough to replace it. */
async function hasPassword({ db }: Pick<ServiceContext, 'db'>, email: string): Promise<boolean> {
	const known = await findUserByEmail(db, email)
	return known?.email_confirmed_at != null && known.encrypted_password !== null
}

/**
 * Accepts an invitation by its emailed link, once. A new account gets the typed password.
 * @throws ServiceError invitation_expired, user_banned (403), member_already (409), weak_password (422)
 */
const accept = (ctx: ServiceContext, { token, password }: { token: string; password: string }): Promise<SessionGrant> =>
	inTransaction(ctx.db, async (tx) => {
		const inside = { ...ctx, db: tx }
		await lockRoles(inside)
		const invitation = await findInvitation(inside, token).forUpdate().executeTakeFirst()
		if (!invitation || !(await isValid(inside, invitation))) throw isOver()
		const { email, role, id } = invitation
		const known = await findUserByEmail(tx, email)
		if (known) refuseBanned(known, ctx.now())
		if (known && roleOf(known) !== null) throw isMember()
		const isNew = !(await hasPassword(inside, email))
		if (isNew) requirePassword(ctx, password)
		await withdraw(tx, id)
		const { userId } = await appoint(inside, { email, role })
		if (isNew) await changeAccount(inside, userId, { password })
		const actor = { ctx, by: { userId, role } }
		await recordAction(actor, tx, { action: 'team_joined', object: { kind: 'team', id }, after: { role } })
		return issueSession(ctx, tx, { userId, method: 'otp' })
	})

type Shown = { token: string; error?: ServiceError }

async function showInvitation(c: HttpContext, { token, error }: Shown) {
	const { ctx } = c.var
	const invitation = await findInvitation(ctx, token).executeTakeFirst()
	if (!invitation || !(await isValid(ctx, invitation))) return showEntry(c, { page: 'invitation-over', validDays: INVITATION_DAYS }, 403)
	const { email, role } = invitation
	return showEntry(
		c,
		{
			page: 'invitation',
			token,
			email,
			role,
			needsPassword: !(await hasPassword(ctx, email)),
			passwordLength: ctx.config.auth.passwordRule.minLength,
			refused: error?.message ?? null,
		},
		error ? HTTP_STATUS[error.kind] : 200,
	)
}

async function sendAcceptance(c: HttpContext) {
	const read = await readOpenForm(c)
	const token = read('token')
	try {
		return await enter(c, { session: await accept(c.var.ctx, { token, password: read('password') }), to: consolePaths.today })
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error
		return showInvitation(c, { token, error })
	}
}

/** Adds the page of an invitation link. Mail scanners open links, so only its button accepts the invitation. */
export function addInvitation(app: Hono<HttpEnv>): void {
	const reads = limitRate({ name: 'console-invitation', points: 60, seconds: 600 })
	const writes = limitRate({ name: 'console-invitation-form', points: 20, seconds: 600 })
	app
		.get(consolePaths.invitation, reads, (c) => showInvitation(c, { token: c.req.query('token') ?? '' }))
		.post(consolePaths.invitation, writes, limitBody(FORM_BYTES), sendAcceptance)
}
