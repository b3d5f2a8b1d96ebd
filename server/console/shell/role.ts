import { sql } from 'kysely'

import { paths } from '#contracts/paths.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireEmailAddress } from '#server/services/identity/accounts/check-input.ts'
import { findUserByEmail } from '#server/services/identity/accounts/user-record.ts'
import { startRecovery } from '#server/services/identity/sign-in/start-otp.ts'
import { generateLink } from '#server/services/operations/accounts/generate-link.ts'
import { changeAccount, createAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

/** `support` replies to people and sees orders and learners. Money, access, erasure and roles are for `operator` only. */
export type Role = 'operator' | 'support'

export const readRole = (value: unknown): Role | null => (value === 'operator' || value === 'support' ? value : null)

export const roleOf = (user: { raw_app_meta_data: unknown }): Role | null =>
	readRole((user.raw_app_meta_data as { role?: unknown } | null)?.role)

/**
 * Gives an account a console role; creates the account if needed. A password set before the address was verified is removed,
 * because a stranger may have chosen it.
 * @returns the account, and whether it has a password to sign in with
 */
export async function appoint(
	ctx: ServiceContext,
	{ email, role }: { email: string; role: Role },
): Promise<{ userId: string; hasPassword: boolean }> {
	const address = requireEmailAddress(email)
	const known = await findUserByEmail(ctx.db, address)
	const account = known ?? (await createAccount(ctx, { email: address }))
	if (!account.email_confirmed_at)
		await ctx.db.updateTable('auth.users').set({ encrypted_password: null }).where('id', '=', account.id).execute()
	const user = await changeAccount(ctx, account.id, { email_confirm: true, app_metadata: { role } })
	await recordAudit(ctx, ctx.db, { action: 'user_modified', outcome: 'success', userId: user.id, detail: { console_role: role } })
	return { userId: user.id, hasPassword: user.encrypted_password !== null }
}

/**
 * Removes an account's console role; its console sessions end immediately.
 * @returns false if it had none
 */
export async function dismiss(ctx: ServiceContext, email: string): Promise<boolean> {
	const user = await findUserByEmail(ctx.db, requireEmailAddress(email))
	if (!user || roleOf(user) === null) return false
	await changeAccount(ctx, user.id, { app_metadata: { role: null } })
	return true
}

/** Creates a one-time link to set a password. */
export async function passwordLink(ctx: ServiceContext, email: string): Promise<string> {
	const { linkToken, verifies } = await generateLink(ctx, { type: 'recovery', email }, null)
	return `${ctx.config.siteUrl}${paths.authCallback}?${new URLSearchParams({ token_hash: linkToken, type: verifies }).toString()}`
}

export const hasOperator = async ({ db }: Pick<ServiceContext, 'db'>): Promise<boolean> => {
	const found = await db
		.selectFrom('auth.users')
		.select('id')
		.where(sql<boolean>`raw_app_meta_data ->> 'role' = 'operator'`)
		.where('deleted_at', 'is', null)
		.limit(1)
		.executeTakeFirst()
	return found !== undefined
}

/** True if an earlier start was interrupted after appointing the account and before mailing the link. */
async function awaitsLink({ db }: ServiceContext, email: string): Promise<boolean> {
	const user = await findUserByEmail(db, requireEmailAddress(email))
	if (!user || user.encrypted_password !== null || user.recovery_sent_at !== null) return false
	return roleOf(user) === 'operator'
}

/** Makes `OPERATOR_EMAIL` the first operator, once. Emails a link if the account has no password. */
export async function appointFirst(ctx: ServiceContext): Promise<void> {
	const email = ctx.config.operatorEmail
	if (email === null || ((await hasOperator(ctx)) && !(await awaitsLink(ctx, email)))) return
	const { hasPassword } = await appoint(ctx, { email, role: 'operator' })
	if (!hasPassword) await startRecovery(ctx, { email, redirectTo: null })
	ctx.log.info('first operator created', { console: `${ctx.config.siteUrl}/admin`, passwordLinkMailed: !hasPassword })
}
