import { sql } from 'kysely'

import { deleteInBatches } from '#server/db/database.ts'
import type { Database } from '#server/db/row-types.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { deleteSessionsPastLimits } from '#server/services/identity/sessions/session-limits.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Age at which limit counters are deleted: longer than any lock, and longer than failures are counted. */
const LIMIT_LIFETIME_MS = 2 * DAY_MS
/**
 * Age at which flows are deleted. A flow must outlive its code by the time allowed to redeem it, because an email may be opened
 * late.
 */
const FLOW_LIFETIME_MS = DAY_MS

/** Deletes expired rows. Runs daily; safe to run twice or during sign-ins. */
export async function deleteExpiredSignInData(ctx: ServiceContext): Promise<Record<string, number>> {
	const now = ctx.now()
	const before = (ms: number) => new Date(now.getTime() - ms)
	const expired = (table: keyof Database, end: Date) => deleteInBatches(ctx.db, table, { by: 'expires_at', due: sql`expires_at < ${end}` })
	// Delete codes first: a flow is deleted only once no code refers to it.
	const oneTimeTokens = await expired('auth.one_time_tokens', before(HOUR_MS))
	const flowStates = await deleteInBatches(ctx.db, 'auth.flow_states', {
		by: 'created_at',
		due: sql`created_at < ${before(FLOW_LIFETIME_MS)} and (auth_code_issued_at is null or auth_code_issued_at < ${before(HOUR_MS)})
			and not exists (select from auth.one_time_tokens t where t.flow_state_id = auth.flow_states.id)`,
	})
	const addressLimits = await deleteInBatches(ctx.db, 'auth.address_limits', {
		by: 'last_at',
		due: sql`last_at < ${before(LIMIT_LIFETIME_MS)} and (locked_until is null or locked_until < ${now})`,
	})
	const sessions = await deleteSessionsPastLimits(ctx, DAY_MS)
	const challenges = (await expired('auth.mfa_challenges', now)) + (await expired('auth.webauthn_challenges', now))
	const unverifiedFactors = await deleteInBatches(ctx.db, 'auth.mfa_factors', {
		by: 'created_at',
		due: sql`status = 'unverified' and created_at < ${before(ctx.config.auth.factorTimes.unverifiedMs)}`,
	})
	const externalFlows = await expired('auth.external_flows', before(HOUR_MS))
	const mailboxProofs = await expired('mailbox_verifications', before(HOUR_MS))
	const requestCounts = await expired('auth.request_counts', now)
	const spentProofs = await expired('auth.spent_proofs', now)
	return {
		oneTimeTokens,
		flowStates,
		addressLimits,
		sessions,
		challenges,
		unverifiedFactors,
		externalFlows,
		mailboxProofs,
		requestCounts,
		spentProofs,
	}
}
