import { sql } from 'kysely'

import { checkRefreshCounter } from '#domain/auth/check-refresh-counter.ts'
import { checkSession } from '#domain/auth/check-session.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isBanned, selectUsers, toUserRecord, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { recordAudits } from '#server/services/platform/audit/record-audit.ts'
import { Batcher } from '#server/services/platform/batching/batcher.ts'
import type { AmrEntry } from '#server/services/platform/keys/access-token.ts'

import { hasValidMac, mayClientRefresh, readAmrClaims, type RefreshToken, type SessionRow, toSessionTimes } from './session-grant.ts'

export type RefreshRequest = { ctx: ServiceContext; token: RefreshToken; clientId: string | null }
export type RefreshedSession = { session: SessionRow; user: UserRecord; amr: readonly AmrEntry[] }

const MAX_AT_ONCE = 64

/** Locks the sessions of a batch. Skips those that another transaction holds. */
async function lockSessions(tx: Tx, ids: readonly string[]): Promise<Map<string, SessionRow>> {
	const rows = await tx
		.selectFrom('auth.sessions')
		.selectAll()
		.where(sql<boolean>`id = any (${ids}::uuid[])`)
		.orderBy('id')
		.forUpdate()
		.skipLocked()
		.execute()
	return new Map(rows.map((row) => [row.id, row]))
}

async function findUsers(tx: Tx, ids: readonly string[]): Promise<Map<string, UserRecord>> {
	const rows = await selectUsers(tx)
		.where(sql<boolean>`u.id = any (${ids}::uuid[])`)
		.where('u.deleted_at', 'is', null)
		.execute()
	return new Map(rows.map((row) => [row.id, toUserRecord(row)]))
}

/** True if the refresh needs no special handling: the current token of a session that may continue. */
function canAdvance({ ctx, token, clientId }: RefreshRequest, session: SessionRow, user: UserRecord): boolean {
	const now = ctx.now()
	const counter = { counter: session.refresh_counter, refreshedAt: session.refreshed_at }
	return (
		hasValidMac(token, session.refresh_key) &&
		mayClientRefresh(session, clientId) &&
		!isBanned(user, now) &&
		// Assume the account has a second factor, which is the stricter case: `refreshSession` looks it up.
		checkSession(toSessionTimes(session), ctx.config.auth.sessions.limits, { now, hasSecondFactor: true }) === 'active' &&
		checkRefreshCounter(token.counter, counter, { now, reuseIntervalMs: ctx.config.auth.reuseIntervalMs }).outcome === 'advance'
	)
}

async function storeAdvances(tx: Tx, advances: readonly { ctx: ServiceContext; session: SessionRow }[]): Promise<void> {
	if (advances.length === 0) return
	const rows = advances.map(({ ctx, session: { id } }) => ({
		id,
		at: ctx.now().toISOString(),
		ip: ctx.clientAddress,
		agent: ctx.userAgent,
	}))
	await sql`
		update auth.sessions as s
		set refresh_counter = s.refresh_counter + 1, refreshed_at = used.at, updated_at = used.at, ip = used.ip, user_agent = used.agent
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as used (id uuid, at timestamptz, ip text, agent text)
		where s.id = used.id`.execute(tx)
	const audits = advances.map(({ ctx, session: { id, user_id: userId } }) => ({
		ctx,
		entry: { action: 'token_refreshed', outcome: 'success', userId, detail: { session_id: id } } as const,
	}))
	await recordAudits(tx, audits)
}

/**
 * Refreshes a batch in one transaction of five statements. Null for each refresh that needs `refreshSession`'s full checks; its session is
 * left unchanged.
 */
async function refreshAll(db: Db, requests: readonly RefreshRequest[]): Promise<(RefreshedSession | null)[]> {
	return inTransaction(db, async (tx) => {
		const sessionIds = requests.map(({ token }) => token.sessionId)
		const sessions = await lockSessions(tx, sessionIds)
		const users = await findUsers(tx, [...new Set([...sessions.values()].map((session) => session.user_id))])
		const methods = await readAmrClaims(tx, [...sessions.keys()])
		const refreshed = requests.map((one) => {
			const session = sessions.get(one.token.sessionId)
			const user = session && users.get(session.user_id)
			if (!session || !user || !canAdvance(one, session, user)) return null
			const { ctx } = one
			const used = { refreshed_at: ctx.now(), updated_at: ctx.now(), ip: ctx.clientAddress, user_agent: ctx.userAgent }
			const advanced = { ...session, ...used, refresh_counter: session.refresh_counter + 1 }
			return { ctx, session: advanced, user, amr: methods.get(session.id) ?? [] }
		})
		const advances = refreshed.filter((one) => one !== null)
		await storeAdvances(tx, advances)
		return refreshed
	})
}

export const createRefreshQueue = (db: Db) =>
	new Batcher({ run: (all: readonly RefreshRequest[]) => refreshAll(db, all), maxItems: MAX_AT_ONCE })

/**
 * Refreshes, in one transaction, the sessions whose requests arrive together. The caller ensures that a session isn't in the same batch
 * twice.
 * @returns null if the refresh needs `refreshSession`'s full checks
 */
export const batchRefresh = (request: RefreshRequest): Promise<RefreshedSession | null> =>
	request.ctx.state.of(createRefreshQueue).add(request)
