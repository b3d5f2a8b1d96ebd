import { sql } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'

import type { Content } from '#content/load-content.server.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { latestBelievableMs } from '#domain/clock/stored-time.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { RenderedMail, ServiceContext } from '#server/services/context.ts'
import { findUser, findUserByEmail, requireNotBanned } from '#server/services/identity/accounts/user-record.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'

import { roleOf } from './session.ts'

const TOKEN_BYTES = 28
const MINUTE_MS = 60_000
export const MAILED_LINK_MINUTES = 15
/** Minutes before another link is emailed, so strangers can't flood the mailbox or invalidate the owner's link. */
export const RESEND_MINUTES = 5

export const consoleLinkMail = (content: Content, link: string): RenderedMail => ({
	template: 'auth.console-link',
	subject: `Open the ${content.site.name} console`,
	...layoutMail(content, {
		heading: 'Open the console',
		paragraphs: ['Follow the link to sign in to the console. It asks for your second factor next.'],
		action: { label: 'Open the console', url: link },
		notes: [
			`The link works once, within ${MAILED_LINK_MINUTES} minutes.`,
			'Didn’t ask for it? Just ignore this email: no one can open the console without it and your second factor.',
		],
	}),
})

const linkTo = (ctx: ServiceContext, token: string, to: string) =>
	`${ctx.config.siteUrl}${consolePaths.mailedLink}?${new URLSearchParams({ token, to }).toString()}`

const hasFreshLink = async (ctx: ServiceContext, tx: Tx, userId: string): Promise<boolean> => {
	const fresh = await tx
		.selectFrom('auth.console_links')
		.select('token_hash')
		.where('user_id', '=', userId)
		.where('created_at', '>', new Date(ctx.now().getTime() - RESEND_MINUTES * MINUTE_MS))
		.where('created_at', '<=', new Date(latestBelievableMs(ctx.now())))
		.executeTakeFirst()
	return fresh !== undefined
}

/**
 * Emails a sign-in link. For an address without a console role, the same work is done and rolled back, so that neither response nor timing
 * reveals who has one. These few emails don't count towards the message budget, so that operators can sign in even after strangers have
 * used it up.
 */
export async function mailConsoleLink(ctx: ServiceContext, { email, to }: { email: string; to: string }): Promise<void> {
	const address = parseEmailAddress(email) ?? 'nobody@pretence.invalid'
	const token = randomBytes(TOKEN_BYTES).toString('hex')
	await inTransaction(ctx.db, async (tx) => {
		const found = await findUserByEmail(tx, address)
		const user = found && roleOf(found) !== null ? found : null
		const userId = user?.id ?? randomUUID()
		await sql`select pg_advisory_xact_lock(hashtextextended(${`console-link:${userId}`}, 0))`.execute(tx)
		const isFresh = await hasFreshLink(ctx, tx, userId)
		await sql`savepoint link`.execute(tx)
		const now = ctx.now()
		await tx
			.insertInto('auth.console_links')
			.values({
				token_hash: sha256(token),
				user_id: userId,
				created_at: now,
				expires_at: new Date(now.getTime() + MAILED_LINK_MINUTES * MINUTE_MS),
			})
			.execute()
		await enqueueMessage(ctx, tx, { to: address, ...consoleLinkMail(ctx.content, linkTo(ctx, token, to)) })
		if (!user || isFresh) await sql`rollback to savepoint link`.execute(tx)
	})
}

const linkIsOver = () => new ServiceError('forbidden', 'otp_expired', 'This link has already been used or has expired. Ask for a new one.')

/**
 * Uses up a link and opens a session of the account. The console still requires the second factor.
 * @throws ServiceError otp_expired (403), user_banned (403)
 */
export async function spendConsoleLink(ctx: ServiceContext, token: string): Promise<IssuedSession> {
	return inTransaction(ctx.db, async (tx) => {
		const link = await tx
			.deleteFrom('auth.console_links')
			.where('token_hash', '=', sha256(token))
			.where('expires_at', '>', ctx.now())
			.returning('user_id')
			.executeTakeFirst()
		const user = link ? await findUser(tx, link.user_id) : null
		if (!user || roleOf(user) === null) throw linkIsOver()
		requireNotBanned(user, ctx.now())
		await tx.deleteFrom('auth.console_links').where('user_id', '=', user.id).execute()
		return issueSession(ctx, tx, { userId: user.id, method: 'otp' })
	})
}

export async function deleteExpiredLinks({ db, now }: Pick<ServiceContext, 'db' | 'now'>): Promise<{ consoleLinks: number }> {
	const { numDeletedRows } = await db.deleteFrom('auth.console_links').where('expires_at', '<=', now()).executeTakeFirstOrThrow()
	return { consoleLinks: Number(numDeletedRows) }
}
