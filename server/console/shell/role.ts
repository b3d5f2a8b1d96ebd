import { sql } from 'kysely'

import { paths } from '#contracts/paths.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireEmailAddress } from '#server/services/identity/accounts/check-input.ts'
import { findUserByEmail } from '#server/services/identity/accounts/user-record.ts'
import { startRecovery } from '#server/services/identity/sign-in/start-recovery.ts'
import { changeAccount } from '#server/services/operations/accounts/change-account.ts'
import { createAccount } from '#server/services/operations/accounts/create-account.ts'
import { generateLink } from '#server/services/operations/accounts/generate-link.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

/** `support` answers people and sees orders and learners; money, access, erasure and roles are for `operator` alone. */
export type Role = 'operator' | 'support'

export const readRole = (value: unknown): Role | null => (value === 'operator' || value === 'support' ? value : null)

export const roleOf = (user: { raw_app_meta_data: unknown }): Role | null =>
	readRole((user.raw_app_meta_data as { role?: unknown } | null)?.role)

/**
 * Gives an account access to the console; one is created for an unknown address. A password that was set before the address was verified is
 * dropped: a stranger may have chosen it.
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

/** The console closes for the account at once. @returns whether it had a role */
export async function dismiss(ctx: ServiceContext, email: string): Promise<boolean> {
	const user = await findUserByEmail(ctx.db, requireEmailAddress(email))
	if (!user || roleOf(user) === null) return false
	await changeAccount(ctx, user.id, { app_metadata: { role: null } })
	return true
}

/** A one-time link that sets a password, as in our mails. */
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

/** True if a start was cut off after it had appointed the account, and before it had mailed the link. */
async function awaitsLink({ db }: ServiceContext, email: string): Promise<boolean> {
	const user = await findUserByEmail(db, requireEmailAddress(email))
	if (!user || user.encrypted_password !== null || user.recovery_sent_at !== null) return false
	return roleOf(user) === 'operator'
}

/** The address in `OPERATOR_EMAIL` becomes the first operator: once, with a mailed link where a password is missing. */
export async function appointFirst(ctx: ServiceContext): Promise<void> {
	const email = ctx.config.operatorEmail
	if (email === null || ((await hasOperator(ctx)) && !(await awaitsLink(ctx, email)))) return
	const { hasPassword } = await appoint(ctx, { email, role: 'operator' })
	if (!hasPassword) await startRecovery(ctx, { email, redirectTo: null })
	ctx.log.info('first operator created', { console: `${ctx.config.siteUrl}/admin`, passwordLinkMailed: !hasPassword })
}
