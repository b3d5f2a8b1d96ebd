import { randomBytes } from 'node:crypto'

import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireUser } from '#server/services/identity/accounts/user-record.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { issueTokens, type IssuedSession } from '#server/services/identity/sessions/session-grant.ts'

export type RaiseRequest = {
	caller: Pick<SignedIn, 'userId' | 'sessionId'>
	/** Value in the `amr` claim. */
	method: string
	factorId: string | null
}

/**
 * Raises the session to aal2 with a new refresh key, so that earlier refresh tokens are rejected. Ends the account's sessions at
 * aal1.
 * @throws ServiceError session_not_found (403) if the session ended in the meantime
 */
export async function raiseSession(ctx: ServiceContext, tx: Tx, { caller, method, factorId }: RaiseRequest): Promise<IssuedSession> {
	const now = ctx.now()
	const session = await tx
		.updateTable('auth.sessions')
		.set((eb) => ({
			aal: 'aal2' as const,
			aal_since: now,
			factor_id: factorId,
			refresh_key: randomBytes(32),
			refresh_counter: eb('refresh_counter', '+', 1),
			refreshed_at: now,
			updated_at: now,
		}))
		.where('id', '=', caller.sessionId)
		.returningAll()
		.executeTakeFirst()
	if (!session) throw new ServiceError('forbidden', 'session_not_found', 'Session from session_id claim in JWT does not exist')
	await tx
		.insertInto('auth.mfa_amr_claims')
		.values({ session_id: session.id, method, created_at: now })
		.onConflict((conflict) => conflict.columns(['session_id', 'method']).doUpdateSet({ created_at: now }))
		.execute()
	await tx
		.deleteFrom('auth.sessions')
		.where('user_id', '=', caller.userId)
		.where('id', '!=', session.id)
		.where('aal', '=', 'aal1')
		.execute()
	return issueTokens(ctx, tx, { session, user: await requireUser(tx, caller.userId) })
}

/** Resets the sessions that this factor raised to aal1. */
export async function lowerSessions(
	ctx: ServiceContext,
	tx: Tx,
	{ factorId, method }: { factorId: string; method: string },
): Promise<void> {
	const sessions = tx.selectFrom('auth.sessions').select('id').where('factor_id', '=', factorId)
	await tx.deleteFrom('auth.mfa_amr_claims').where('method', '=', method).where('session_id', 'in', sessions).execute()
	await tx
		.updateTable('auth.sessions')
		.set({ aal: 'aal1', aal_since: ctx.now(), factor_id: null, updated_at: ctx.now() })
		.where('factor_id', '=', factorId)
		.execute()
}
