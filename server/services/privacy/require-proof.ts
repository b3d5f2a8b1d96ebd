import type { ProofNeeded } from '#contracts/privacy.ts'
import { isFreshSession } from '#domain/privacy/periods.ts'
import type { Actor, ServiceContext } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'
import { spendReauthentication } from '#server/services/accounts/reauthenticate.ts'
import { hasSecondFactor, insufficientAal } from '#server/services/factors/factor-rules.ts'

export type Learner = Extract<Actor, { type: 'learner' }>

/** @throws ServiceError no_authorization (401) */
export function requireLearner(ctx: ServiceContext): Learner {
	if (ctx.actor.type !== 'learner') throw new ServiceError('unauthenticated', 'no_authorization', 'Please sign in')
	return ctx.actor
}

/** What the account still has to show before it gets a copy of everything or is deleted. */
export async function findProofNeeded(ctx: ServiceContext, learner: Learner): Promise<ProofNeeded> {
	if (learner.aal !== 'aal2' && (await hasSecondFactor(ctx.db, learner.userId))) return 'second-factor'
	const found = await ctx.db
		.selectFrom('auth.sessions as session')
		.innerJoin('auth.users as account', 'account.id', 'session.user_id')
		.select(['session.created_at', 'email', 'email_confirmed_at', 'phone', 'phone_confirmed_at'])
		.where('session.id', '=', learner.sessionId)
		.executeTakeFirst()
	if (!found) throw new ServiceError('forbidden', 'session_not_found', 'This session has ended')
	// Without an address the session is all there is of the account.
	if (!found.email && !found.phone) return 'fresh'
	if (isFreshSession(ctx.now().getTime() - found.created_at.getTime())) return 'fresh'
	if (found.email) return found.email_confirmed_at ? 'email-code' : 'unconfirmed'
	return found.phone_confirmed_at ? 'phone-code' : 'unconfirmed'
}

/**
 * Lets through a session that proves who sits there: a fresh one, or one with the code of `/auth/v1/reauthenticate`; and
 * with the second factor, where the account has one.
 * @throws ServiceError insufficient_aal, reauthentication_needed (403), reauthentication_not_valid (422), over_request_rate_limit (429)
 */
export async function requireProof(ctx: ServiceContext, learner: Learner, nonce: string | undefined): Promise<void> {
	const needed = await findProofNeeded(ctx, learner)
	if (needed === 'fresh') return
	if (needed === 'second-factor') throw insufficientAal('forbidden', 'Please confirm your second factor first')
	if (needed === 'unconfirmed' || !nonce)
		throw new ServiceError('forbidden', 'reauthentication_needed', 'Please confirm first that it is you')
	await spendReauthentication(ctx, { ...learner, isAnonymous: false, owesFactor: false }, nonce)
}
