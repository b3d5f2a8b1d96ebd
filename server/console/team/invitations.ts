import type { Hono } from 'hono'
import { randomBytes } from 'node:crypto'

import type { Content } from '#content/load-content.server.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { recordAction } from '#server/console/shell/console-request.ts'
import { explainPassword } from '#server/console/shell/explain-password.ts'
import { startConsoleSession, FORM_BYTES, readEntryForm, renderEntryPage } from '#server/console/shell/guard.ts'
import { grantConsoleRole, type Role, roleOf } from '#server/console/shell/session.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitBody, limitRate } from '#server/http/limits.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { RenderedMail, ServiceContext } from '#server/services/context.ts'
import { isOperator, lockRoles } from '#server/services/identity/accounts/operators.ts'
import { findUserByEmail, requireNotBanned } from '#server/services/identity/accounts/user-record.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'
import { changeAccount } from '#server/services/operations/accounts/manage-accounts.ts'

const TOKEN_BYTES = 32
const DAY_MS = 86_400_000
export const INVITATION_DAYS = 7

const CAN = {
	operator: 'As an operator, you can do everything in the console.',
	support: 'As support, you can answer messages and see orders and learners.',
} as const satisfies Record<Role, string>

export const invitationMail = (content: Content, { link, role }: { link: string; role: Role }): RenderedMail => ({
	template: 'console.invitation',
	subject: `Join the ${content.site.name} team`,
	...layoutMail(content, {
		heading: `Join the ${content.site.name} team`,
		paragraphs: [`You were invited to the console of ${content.site.name}. ${CAN[role]}`],
		action: { label: 'Accept the invitation', url: link },
		notes: [
			`The link works once, within ${INVITATION_DAYS} days. The console asks for a second factor.`,
			'Not expecting this? Just ignore this email.',
		],
	}),
})

/** @returns columns to store with the invitation, which invalidate its earlier links */
async function mailLink(ctx: ServiceContext, tx: Tx, invited: { email: string; role: Role }) {
	const token = randomBytes(TOKEN_BYTES).toString('base64url')
	const link = `${ctx.config.siteUrl}${consolePaths.invitation}?token=${token}`
	await enqueueMessage(ctx, tx, { to: invited.email, ...invitationMail(ctx.content, { link, role: invited.role }) })
	const now = ctx.now()
	return { token_hash: sha256(token), sent_at: now, expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS) }
}

/**
 * Invites an address, or invites it again with another role.
 * @returns the ID of the invitation
 */
export async function inviteMember(ctx: ServiceContext, tx: Tx, invited: { email: string; role: Role; by: string }): Promise<string> {
	const { email, role, by } = invited
	const link = await mailLink(ctx, tx, invited)
	const { id } = await tx
		.insertInto('auth.console_invitations')
		.values({ email, role, invited_by: by, created_at: ctx.now(), ...link })
		.onConflict((conflict) => conflict.column('email').doUpdateSet({ role, invited_by: by, ...link }))
		.returning('id')
		.executeTakeFirstOrThrow()
	return id
}

/**
 * Resends an invitation, which then belongs to the operator who resent it.
 * @returns false if it was no longer open
 */
export async function resendInvitation(ctx: ServiceContext, tx: Tx, { id, by }: { id: string; by: string }): Promise<boolean> {
	const open = await tx.selectFrom('auth.console_invitations').select(['email', 'role']).where('id', '=', id).forUpdate().executeTakeFirst()
	if (!open) return false
	await tx
		.updateTable('auth.console_invitations')
		.set({ invited_by: by, ...(await mailLink(ctx, tx, open)) })
		.where('id', '=', id)
		.execute()
	return true
}

/** @returns false if it was no longer open */
export async function cancelInvitation(tx: Tx, id: string): Promise<boolean> {
	const { numDeletedRows } = await tx.deleteFrom('auth.console_invitations').where('id', '=', id).executeTakeFirstOrThrow()
	return numDeletedRows > 0n
}

export const findInvitation = ({ db, now }: Pick<ServiceContext, 'now'> & { db: Db | Tx }, token: string) =>
	db
		.selectFrom('auth.console_invitations')
		.select(['id', 'email', 'role', 'invited_by'])
		.where('token_hash', '=', sha256(token))
		.where('expires_at', '>', now())

export async function deleteExpiredInvitations({ db, now }: Pick<ServiceContext, 'db' | 'now'>): Promise<{ consoleInvitations: number }> {
	const { numDeletedRows } = await db.deleteFrom('auth.console_invitations').where('expires_at', '<=', now()).executeTakeFirstOrThrow()
	return { consoleInvitations: Number(numDeletedRows) }
}

const isOver = () =>
	new ServiceError('forbidden', 'invitation_expired', 'This invitation has expired, or was already used or canceled. Ask for a new one.')

const isMember = () =>
	new ServiceError('conflict', 'member_already', 'You’re already on the team. Sign in to the console; your role hasn’t changed.')

/** True if the invitation's sender is still an operator; otherwise the invitation is invalid. */
const isValid = async (ctx: Pick<ServiceContext, 'db' | 'now'>, { invited_by: by }: { invited_by: string | null }): Promise<boolean> =>
	by !== null && (await isOperator(ctx, by))

function requirePassword(ctx: ServiceContext, password: string): void {
	const message = explainPassword(ctx, password)
	if (message === null) return
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
const accept = (ctx: ServiceContext, { token, password }: { token: string; password: string }): Promise<IssuedSession> =>
	inTransaction(ctx.db, async (tx) => {
		const inside = { ...ctx, db: tx }
		await lockRoles(inside)
		const invitation = await findInvitation(inside, token).forUpdate().executeTakeFirst()
		if (!invitation || !(await isValid(inside, invitation))) throw isOver()
		const { email, role, id } = invitation
		const known = await findUserByEmail(tx, email)
		if (known) requireNotBanned(known, ctx.now())
		if (known && roleOf(known) !== null) throw isMember()
		const isNew = !(await hasPassword(inside, email))
		if (isNew) requirePassword(ctx, password)
		await cancelInvitation(tx, id)
		const { userId } = await grantConsoleRole(inside, { email, role })
		if (isNew) await changeAccount(inside, userId, { password })
		const actor = { ctx, by: { userId, role } }
		await recordAction(actor, tx, { action: 'team_joined', object: { kind: 'team', id }, after: { role } })
		return issueSession(ctx, tx, { userId, method: 'otp' })
	})

type Shown = { token: string; error?: ServiceError }

async function showInvitation(c: HttpContext, { token, error }: Shown) {
	const { ctx } = c.var
	const invitation = await findInvitation(ctx, token).executeTakeFirst()
	if (!invitation || !(await isValid(ctx, invitation)))
		return renderEntryPage(c, { page: 'invitation-over', validDays: INVITATION_DAYS }, 403)
	const { email, role } = invitation
	return renderEntryPage(
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
	const read = await readEntryForm(c)
	const token = read('token')
	try {
		return await startConsoleSession(c, { session: await accept(c.var.ctx, { token, password: read('password') }), to: consolePaths.today })
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
