import { setTimeout as sleep } from 'node:timers/promises'

import { checkRefreshCounter } from '#domain/auth/check-refresh-counter.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findUser, isBanned } from '#server/services/identity/accounts/user-record.ts'
import { withFailureAudit, recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { runOneAtATime } from '#server/services/platform/locks/one-at-a-time.ts'

import { batchRefresh } from './batch-refresh.ts'
import {
	decodeRefreshToken,
	hasValidMac,
	issueTokens,
	mayClientRefresh,
	type RefreshToken,
	type IssuedSession,
	type SessionRow,
	signSessionTokens,
} from './session-grant.ts'
import { lowerSession, checkSessionLimits } from './session-limits.ts'

const GIVE_UP_AFTER_MS = 5000

const invalid = (code: string, message: string) => new ServiceError('invalid', code, message)
const notValid = () => invalid('validation_failed', 'Refresh token is not valid')
const notFound = () => invalid('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

type RefreshRequest = { token: RefreshToken; clientId: string | null }
type Outcome = { kind: 'grant'; grant: IssuedSession } | { kind: 'busy' } | { kind: 'stolen' }

/** Locks a session. Returns `busy` if another request holds the row: the caller retries without occupying a connection. */
async function lockSession(tx: Tx, sessionId: string): Promise<SessionRow | 'busy'> {
	const row = await tx.selectFrom('auth.sessions').selectAll().where('id', '=', sessionId).forUpdate().skipLocked().executeTakeFirst()
	if (row) return row
	const held = await tx.selectFrom('auth.sessions').select('id').where('id', '=', sessionId).executeTakeFirst()
	if (!held) throw notFound()
	return 'busy'
}

async function endStolenSession(ctx: ServiceContext, tx: Tx, session: SessionRow): Promise<Outcome> {
	await tx.deleteFrom('auth.sessions').where('id', '=', session.id).execute()
	await recordAudit(ctx, tx, { action: 'token_reuse', outcome: 'failure', userId: session.user_id, detail: { session_id: session.id } })
	return { kind: 'stolen' }
}

async function tryRefresh(ctx: ServiceContext, tx: Tx, { token, clientId }: RefreshRequest): Promise<Outcome> {
	const held = await lockSession(tx, token.sessionId)
	if (held === 'busy') return { kind: 'busy' }
	if (!hasValidMac(token, held.refresh_key) || !mayClientRefresh(held, clientId)) throw notFound()
	const user = await findUser(tx, held.user_id)
	if (!user) throw notFound()
	if (isBanned(user, ctx.now())) throw invalid('user_banned', 'Invalid Refresh Token: User Banned')
	const standing = await checkSessionLimits(ctx, tx, held)
	if (standing === 'ended') throw invalid('session_expired', 'Invalid Refresh Token: Session Expired')
	const session = standing === 'lowered' ? await lowerSession(ctx, tx, held) : held

	const decision = checkRefreshCounter(
		token.counter,
		{ counter: session.refresh_counter, refreshedAt: session.refreshed_at },
		{ now: ctx.now(), reuseIntervalMs: ctx.config.auth.reuseIntervalMs },
	)
	if (decision.outcome === 'repeat') return { kind: 'grant', grant: await issueTokens(ctx, tx, { session, user }) }
	if (decision.outcome === 'refuse') {
		if (decision.reason === 'ahead') throw notValid()
		return endStolenSession(ctx, tx, session)
	}
	const advanced = await tx
		.updateTable('auth.sessions')
		.set({
			refresh_counter: session.refresh_counter + 1,
			refreshed_at: ctx.now(),
			updated_at: ctx.now(),
			ip: ctx.clientAddress,
			user_agent: ctx.userAgent,
		})
		.where('id', '=', session.id)
		.returningAll()
		.executeTakeFirstOrThrow()
	await recordAudit(ctx, tx, { action: 'token_refreshed', outcome: 'success', userId: user.id, detail: { session_id: session.id } })
	return { kind: 'grant', grant: await issueTokens(ctx, tx, { session: advanced, user }) }
}

async function retryUntilUnlocked(ctx: ServiceContext, request: RefreshRequest): Promise<IssuedSession> {
	const deadline = Date.now() + GIVE_UP_AFTER_MS
	for (;;) {
		const attempt = () => inTransaction(ctx.db, (tx) => tryRefresh(ctx, tx, request))
		const outcome = await withFailureAudit(ctx, { action: 'token_refreshed', userId: null }, attempt)
		if (outcome.kind === 'grant') return outcome.grant
		if (outcome.kind === 'stolen') throw invalid('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
		if (Date.now() >= deadline)
			throw new ServiceError('conflict', 'conflict', 'Too many concurrent token refresh requests on the same session')
		await sleep(10 + Math.random() * 20)
	}
}

/**
 * Refreshes a session's tokens. Tabs that refresh at the same time get the same token. Reusing an older one later counts as theft
 * and ends the session.
 * @param clientId the requesting application; null for the learner's own browser
 * @throws ServiceError validation_failed, refresh_token_not_found (also once the session has ended), refresh_token_already_used,
 * session_expired, user_banned (400); conflict (409) if another process locks the session for 5 s, over_request_rate_limit (503)
 * if a hundred requests are waiting for it
 */
export async function refreshSession(ctx: ServiceContext, refreshToken: string, clientId: string | null = null): Promise<IssuedSession> {
	const token = decodeRefreshToken(refreshToken)
	// A token in GoTrue's older format is well formed, but not one of ours.
	if (!token) throw /^[a-z0-9]{12}$/.test(refreshToken) ? notFound() : notValid()

	// The tabs of a browser refresh at the same time: they queue here without a database connection.
	const request = { token, clientId }
	return runOneAtATime(`refresh ${token.sessionId}`, async () => {
		const refreshed = await batchRefresh({ ctx, ...request })
		return refreshed ? signSessionTokens(ctx, refreshed) : retryUntilUnlocked(ctx, request)
	})
}
