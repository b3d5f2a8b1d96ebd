import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'

import type { ConsoleRole } from '#contracts/console-pages.ts'
import { paths } from '#contracts/paths.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireEmailAddress } from '#server/services/identity/accounts/check-input.ts'
import { findUserByEmail, updateUserRow } from '#server/services/identity/accounts/user-record.ts'
import { startRecovery } from '#server/services/identity/sign-in/start-otp.ts'
import { generateLink } from '#server/services/operations/accounts/generate-link.ts'
import { changeAccount, createAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

export type Role = ConsoleRole

export const readRole = (value: unknown): Role | null => (value === 'operator' || value === 'support' ? value : null)

export const roleOf = (user: { raw_app_meta_data: unknown }): Role | null =>
	readRole((user.raw_app_meta_data as { role?: unknown } | null)?.role)

/**
 * Gives an account a console role; creates the account if needed. A password set before the address was verified is removed,
 * because a stranger may have chosen it.
 * @returns the account, and whether it has a password to sign in with
 */
export async function grantConsoleRole(
	ctx: ServiceContext,
	{ email, role }: { email: string; role: Role },
): Promise<{ userId: string; hasPassword: boolean }> {
	const address = requireEmailAddress(email)
	const known = await findUserByEmail(ctx.db, address)
	const account = known ?? (await createAccount(ctx, { email: address }))
	if (!account.email_confirmed_at) await updateUserRow(ctx.db, account.id, { encrypted_password: null })
	const user = await changeAccount(ctx, account.id, { email_confirm: true, app_metadata: { role } })
	await recordAudit(ctx, ctx.db, { action: 'user_modified', outcome: 'success', userId: user.id, detail: { console_role: role } })
	return { userId: user.id, hasPassword: user.encrypted_password !== null }
}

/**
 * Removes an account's console role; its console sessions end immediately.
 * @returns false if it had none
 */
export async function revokeConsoleRole(ctx: ServiceContext, email: string): Promise<boolean> {
	const user = await findUserByEmail(ctx.db, requireEmailAddress(email))
	if (!user || roleOf(user) === null) return false
	await changeAccount(ctx, user.id, { app_metadata: { role: null } })
	return true
}

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

/** True if an earlier start was interrupted after granting the role and before emailing the link. */
async function awaitsLink({ db }: ServiceContext, email: string): Promise<boolean> {
	const user = await findUserByEmail(db, requireEmailAddress(email))
	if (!user || user.encrypted_password !== null || user.recovery_sent_at !== null) return false
	return roleOf(user) === 'operator'
}

/** Makes `OPERATOR_EMAIL` the first operator, once. Emails a link if the account has no password. */
export async function grantFirstOperator(ctx: ServiceContext): Promise<void> {
	const email = ctx.config.operatorEmail
	if (email === null || ((await hasOperator(ctx)) && !(await awaitsLink(ctx, email)))) return
	const { hasPassword } = await grantConsoleRole(ctx, { email, role: 'operator' })
	if (!hasPassword) await startRecovery(ctx, { email, redirectTo: null })
	ctx.log.info('first operator created', { console: `${ctx.config.siteUrl}/admin`, passwordLinkMailed: !hasPassword })
}

const MINUTE_MS = 60_000
const IDLE_MS = 30 * MINUTE_MS
/** Maximum session length; then a new sign-in is required. */
const MAX_MS = 12 * 60 * MINUTE_MS
/** Lifetime of a step-up (second factor re-check). */
const STEP_UP_MS = 10 * MINUTE_MS
/** Minimum time between updates of a session's last use. */
const UPDATE_INTERVAL_MS = MINUTE_MS

export type ConsoleSession = {
	userId: string
	email: string
	role: Role
	sessionId: string
	aal: 'aal1' | 'aal2'
	/** True within ten minutes after a second-factor code. */
	isProven: boolean
	/** CSRF token, which is part of each form and which other sites can't read. */
	formToken: string
	/** Absolute end of the session. */
	endsAt: Date
}

const toFormToken = (token: string) => createHash('sha256').update(`form:${token}`).digest('base64url')

/**
 * Opens a console session on a session of the account.
 * @returns the cookie's value; only its hash is stored
 */
export async function openConsoleSession(ctx: ServiceContext, sessionId: string): Promise<string> {
	const token = randomBytes(32).toString('base64url')
	const now = ctx.now()
	await ctx.db
		.insertInto('auth.console_sessions')
		.values({ token_hash: sha256(token), session_id: sessionId, created_at: now, seen_at: now })
		.execute()
	return token
}

/** Reads and extends the session of a cookie; null if it has ended, or the account has no role or is banned. */
export async function readConsole(ctx: ServiceContext, token: string): Promise<ConsoleSession | null> {
	const now = ctx.now().getTime()
	const found = await ctx.db
		.selectFrom('auth.console_sessions as console')
		.innerJoin('auth.sessions as session', 'session.id', 'console.session_id')
		.innerJoin('auth.users as account', 'account.id', 'session.user_id')
		.select([
			'console.created_at',
			'console.seen_at',
			'console.proven_at',
			'session.id',
			'session.aal',
			'account.id as user_id',
			'account.email',
		])
		.select(sql<unknown>`account.raw_app_meta_data ->> 'role'`.as('role'))
		.where('token_hash', '=', sha256(token))
		.where('console.created_at', '>', new Date(now - MAX_MS))
		.where('console.seen_at', '>', new Date(now - IDLE_MS))
		.where((eb) => eb.or([eb('session.not_after', 'is', null), eb('session.not_after', '>', ctx.now())]))
		.where((eb) => eb.or([eb('account.banned_until', 'is', null), eb('account.banned_until', '<=', ctx.now())]))
		.where('account.deleted_at', 'is', null)
		.executeTakeFirst()
	const role = readRole(found?.role)
	if (!found || role === null) return null
	if (now - found.seen_at.getTime() >= UPDATE_INTERVAL_MS)
		await ctx.db.updateTable('auth.console_sessions').set({ seen_at: ctx.now() }).where('token_hash', '=', sha256(token)).execute()
	return {
		userId: found.user_id,
		email: found.email ?? '',
		role,
		sessionId: found.id,
		aal: found.aal,
		isProven: found.proven_at !== null && now - found.proven_at.getTime() < STEP_UP_MS,
		formToken: toFormToken(token),
		endsAt: new Date(found.created_at.getTime() + MAX_MS),
	}
}

export async function recordStepUp(ctx: ServiceContext, sessionId: string): Promise<void> {
	await ctx.db.updateTable('auth.console_sessions').set({ proven_at: ctx.now() }).where('session_id', '=', sessionId).execute()
}

export async function closeConsole(ctx: ServiceContext, sessionId: string): Promise<void> {
	await ctx.db.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
}

/**
 * Deletes expired console sessions, along with the account sessions they were opened on.
 * @returns the number of deleted sessions
 */
export async function deleteExpiredConsoles(ctx: ServiceContext): Promise<{ consoleSessions: number }> {
	const now = ctx.now().getTime()
	const expired = ctx.db
		.selectFrom('auth.console_sessions')
		.select('session_id')
		.where((eb) => eb.or([eb('seen_at', '<=', new Date(now - IDLE_MS)), eb('created_at', '<=', new Date(now - MAX_MS))]))
	const { numDeletedRows } = await ctx.db.deleteFrom('auth.sessions').where('id', 'in', expired).executeTakeFirstOrThrow()
	return { consoleSessions: Number(numDeletedRows) }
}
