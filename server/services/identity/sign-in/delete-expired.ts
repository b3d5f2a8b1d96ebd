import type { ServiceContext } from '#server/services/context.ts'
import { deleteSessionsPastLimits } from '#server/services/identity/sessions/session-limits.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Age at which limit counters are deleted: longer than any lock, and longer than failures are counted. */
const LIMIT_LIFETIME_MS = 2 * DAY_MS
/**
 * Age at which flows are deleted. An email may be opened late, so a flow must outlive its code by the time allowed to redeem it.
 */
const FLOW_LIFETIME_MS = DAY_MS

const numberOf = (result: { numDeletedRows: bigint }) => Number(result.numDeletedRows)

/** Deletes expired rows daily; safe to run twice or during sign-ins. */
export async function deleteExpired(ctx: ServiceContext): Promise<Record<string, number>> {
	const now = ctx.now()
	const before = (ms: number) => new Date(now.getTime() - ms)
	// Delete codes first: a flow is deleted only once no code refers to it.
	const oneTimeTokens = await ctx.db.deleteFrom('auth.one_time_tokens').where('expires_at', '<', before(HOUR_MS)).executeTakeFirst()
	const flowStates = await ctx.db
		.deleteFrom('auth.flow_states as flow')
		.where('created_at', '<', before(FLOW_LIFETIME_MS))
		.where((eb) =>
			eb.not(eb.exists(eb.selectFrom('auth.one_time_tokens as token').select('token.id').whereRef('token.flow_state_id', '=', 'flow.id'))),
		)
		.where((eb) => eb.or([eb('auth_code_issued_at', 'is', null), eb('auth_code_issued_at', '<', before(HOUR_MS))]))
		.executeTakeFirst()
	const addressLimits = await ctx.db
		.deleteFrom('auth.address_limits')
		.where('last_at', '<', before(LIMIT_LIFETIME_MS))
		.where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', now)]))
		.executeTakeFirst()
	const sessions = await deleteSessionsPastLimits(ctx, DAY_MS)
	const mfaChallenges = await ctx.db.deleteFrom('auth.mfa_challenges').where('expires_at', '<', now).executeTakeFirst()
	const webauthnChallenges = await ctx.db.deleteFrom('auth.webauthn_challenges').where('expires_at', '<', now).executeTakeFirst()
	const unverifiedFactors = await ctx.db
		.deleteFrom('auth.mfa_factors')
		.where('status', '=', 'unverified')
		.where('created_at', '<', before(ctx.config.auth.factorTimes.unverifiedMs))
		.executeTakeFirst()
	const externalFlows = await ctx.db.deleteFrom('auth.external_flows').where('expires_at', '<', before(HOUR_MS)).executeTakeFirst()
	const mailboxProofs = await ctx.db.deleteFrom('mailbox_verifications').where('expires_at', '<', before(HOUR_MS)).executeTakeFirst()
	const requestCounts = await ctx.db.deleteFrom('auth.request_counts').where('expires_at', '<', now).executeTakeFirst()
	const spentProofs = await ctx.db.deleteFrom('auth.spent_proofs').where('expires_at', '<', now).executeTakeFirst()
	return {
		oneTimeTokens: numberOf(oneTimeTokens),
		flowStates: numberOf(flowStates),
		addressLimits: numberOf(addressLimits),
		sessions,
		challenges: numberOf(mfaChallenges) + numberOf(webauthnChallenges),
		unverifiedFactors: numberOf(unverifiedFactors),
		externalFlows: numberOf(externalFlows),
		mailboxProofs: numberOf(mailboxProofs),
		requestCounts: numberOf(requestCounts),
		spentProofs: numberOf(spentProofs),
	}
}
