import { createHash, randomBytes } from 'node:crypto'

import type { Content } from '#content/load-content.server.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import type { Role } from '#server/console/shell/role.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { RenderedMail, ServiceContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'

const TOKEN_BYTES = 32
const DAY_MS = 86_400_000
export const INVITATION_DAYS = 7

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

const CAN = {
	operator: 'As an operator you can do everything in the console.',
	support: 'In support, you answer people and see orders and learners.',
} as const satisfies Record<Role, string>

export const invitationMail = (content: Content, { link, role }: { link: string; role: Role }): RenderedMail => ({
	template: 'console.invitation',
	subject: `Join the team of ${content.site.name}`,
	...layoutMail(content, {
		heading: `Join the team of ${content.site.name}`,
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
	await enqueueMessage(ctx, tx, { channel: 'email', to: invited.email, ...invitationMail(ctx.content, { link, role: invited.role }) })
	const now = ctx.now()
	return { token_hash: hashToken(token), sent_at: now, expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS) }
}

/**
 * Invites an address, or invites it again with another role.
 * @returns the id of the invitation
 */
export async function invite(ctx: ServiceContext, tx: Tx, invited: { email: string; role: Role; by: string }): Promise<string> {
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
export async function resend(ctx: ServiceContext, tx: Tx, { id, by }: { id: string; by: string }): Promise<boolean> {
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
export async function withdraw(tx: Tx, id: string): Promise<boolean> {
	const { numDeletedRows } = await tx.deleteFrom('auth.console_invitations').where('id', '=', id).executeTakeFirstOrThrow()
	return numDeletedRows > 0n
}

export const findInvitation = ({ db, now }: Pick<ServiceContext, 'now'> & { db: Db | Tx }, token: string) =>
	db
		.selectFrom('auth.console_invitations')
		.select(['id', 'email', 'role', 'invited_by'])
		.where('token_hash', '=', hashToken(token))
		.where('expires_at', '>', now())

export async function deleteExpiredInvitations({ db, now }: Pick<ServiceContext, 'db' | 'now'>): Promise<{ consoleInvitations: number }> {
	const { numDeletedRows } = await db.deleteFrom('auth.console_invitations').where('expires_at', '<=', now()).executeTakeFirstOrThrow()
	return { consoleInvitations: Number(numDeletedRows) }
}
