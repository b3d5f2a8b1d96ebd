import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'

import type { ServiceContext } from '#server/services/context.ts'

import { readRole, type Role } from './role.ts'

const MINUTE_MS = 60_000
/** A console left alone closes after this time. */
const IDLE_MS = 30 * MINUTE_MS
/** Longest session without signing in again. */
const MAX_MS = 12 * 60 * MINUTE_MS
/** Lifetime of a step-up (second factor re-check). */
const PROOF_MS = 10 * MINUTE_MS
/** A session is marked as used at most this often. */
const MARK_MS = MINUTE_MS

export type ConsoleSession = {
	userId: string
	email: string
	role: Role
	/** That of the account. */
	sessionId: string
	aal: 'aal1' | 'aal2'
	/** The second factor was shown within the last ten minutes. */
	isProven: boolean
	/** Part of each form; another site cannot read it. */
	formToken: string
	/** At the latest. */
	endsAt: Date
}

const hash = (token: string) => createHash('sha256').update(token).digest()
const toFormToken = (token: string) => createHash('sha256').update(`form:${token}`).digest('base64url')

/** Opens the console on a session of the account. @returns the cookie's value, which is kept as a hash alone */
export async function openConsole(ctx: ServiceContext, sessionId: string): Promise<string> {
	const token = randomBytes(32).toString('base64url')
	const now = ctx.now()
	await ctx.db
		.insertInto('auth.console_sessions')
		.values({ token_hash: hash(token), session_id: sessionId, created_at: now, seen_at: now })
		.execute()
	return token
}

/** Session of this cookie, marked as used; null for one that has ended, and for an account without a role or with a ban. */
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
		.where('token_hash', '=', hash(token))
		.where('console.created_at', '>', new Date(now - MAX_MS))
		.where('console.seen_at', '>', new Date(now - IDLE_MS))
		.where((eb) => eb.or([eb('session.not_after', 'is', null), eb('session.not_after', '>', ctx.now())]))
		.where((eb) => eb.or([eb('account.banned_until', 'is', null), eb('account.banned_until', '<=', ctx.now())]))
		.where('account.deleted_at', 'is', null)
		.executeTakeFirst()
	const role = readRole(found?.role)
	if (!found || role === null) return null
	if (now - found.seen_at.getTime() >= MARK_MS)
		await ctx.db.updateTable('auth.console_sessions').set({ seen_at: ctx.now() }).where('token_hash', '=', hash(token)).execute()
	return {
		userId: found.user_id,
		email: found.email ?? '',
		role,
		sessionId: found.id,
		aal: found.aal,
		isProven: found.proven_at !== null && now - found.proven_at.getTime() < PROOF_MS,
		formToken: toFormToken(token),
		endsAt: new Date(found.created_at.getTime() + MAX_MS),
	}
}

/** After the second factor was shown. */
export async function markProven(ctx: ServiceContext, sessionId: string): Promise<void> {
	await ctx.db.updateTable('auth.console_sessions').set({ proven_at: ctx.now() }).where('session_id', '=', sessionId).execute()
}

/** Ends the console and the account's session below it. */
export async function closeConsole(ctx: ServiceContext, sessionId: string): Promise<void> {
	await ctx.db.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
}

/** Deletes expired links and sessions, with the sessions of accounts that were opened for them. */
export async function deleteExpiredConsoles(ctx: ServiceContext): Promise<{ consoleSessions: number }> {
	const now = ctx.now().getTime()
	const expired = ctx.db
		.selectFrom('auth.console_sessions')
		.select('session_id')
		.where((eb) => eb.or([eb('seen_at', '<=', new Date(now - IDLE_MS)), eb('created_at', '<=', new Date(now - MAX_MS))]))
	const { numDeletedRows } = await ctx.db.deleteFrom('auth.sessions').where('id', 'in', expired).executeTakeFirstOrThrow()
	return { consoleSessions: Number(numDeletedRows) }
}
