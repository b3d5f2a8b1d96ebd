import { sql } from 'kysely'

import { checkSession, type SessionStatus } from '#domain/auth/check-session.ts'
import { deleteInBatches, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { hasSecondFactor } from './fresh-proof.ts'
import { type SessionRow, toSessionTimes } from './session-grant.ts'

/** Checks a session's time limits. Queries for a second factor only if that matters. */
export async function checkSessionLimits(ctx: ServiceContext, tx: Tx, session: SessionRow): Promise<SessionStatus> {
	const { limits } = ctx.config.auth.sessions
	const hasFactor = limits.lowAalMs !== null && session.aal === 'aal1' && (await hasSecondFactor(tx, session.user_id))
	return checkSession(toSessionTimes(session), limits, { now: ctx.now(), hasSecondFactor: hasFactor })
}

/** Lowers the session to aal1. The learner stays signed in. */
export async function lowerSession(ctx: ServiceContext, tx: Tx, { id, user_id: userId }: SessionRow): Promise<SessionRow> {
	await tx
		.deleteFrom('auth.mfa_amr_claims')
		.where('session_id', '=', id)
		.where((eb) => eb.or([eb('method', '=', 'totp'), eb('method', 'like', 'mfa/%')]))
		.execute()
	await recordAudit(ctx, tx, { action: 'session_lowered', outcome: 'success', userId, detail: { session_id: id } })
	return tx
		.updateTable('auth.sessions')
		.set({ aal: 'aal1', aal_since: ctx.now(), factor_id: null, updated_at: ctx.now() })
		.where('id', '=', id)
		.returningAll()
		.executeTakeFirstOrThrow()
}

/**
 * Deletes sessions that can no longer be refreshed.
 * @param keptMs how long ended sessions are kept, so that their browsers can show the reason
 */
export async function deleteSessionsPastLimits(ctx: ServiceContext, keptMs: number): Promise<number> {
	const { timeboxMs, inactivityMs } = ctx.config.auth.sessions.limits
	const before = (ms: number) => new Date(ctx.now().getTime() - keptMs - ms)
	const idle = inactivityMs === null ? sql`` : sql`or greatest(created_at, refreshed_at, aal_since) < ${before(inactivityMs)}`
	return deleteInBatches(ctx.db, 'auth.sessions', {
		by: 'created_at',
		due: sql`(not_after < ${before(0)} or created_at < ${before(timeboxMs)} ${idle})`,
	})
}
