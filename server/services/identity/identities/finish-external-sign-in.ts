import { ProviderError } from '#server/adapters/oauth/port.ts'
import { inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { auditFailure, recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { acceptInvitation } from './accept-invitation.ts'
import { chooseAccount } from './choose-account.ts'
import { endExternalFlow, type ExternalFlow, type ExternalResult, findProvider, toRedirectUri } from './external-flow.ts'
import { linkIdentity } from './link-identity.ts'

/** Our own error messages: the provider's text arrives through the browser and must not appear on our page, so it is only logged. */
const REFUSALS = {
	refused: new ServiceError('forbidden', 'bad_oauth_callback', 'The sign-in was refused by the provider'),
	invalid: new ServiceError('invalid', 'bad_oauth_callback', 'The answer of the provider is not valid'),
	unreachable: new ServiceError('upstream', 'unexpected_failure', 'The provider cannot be reached'),
} as const

export type ExternalAnswer = { flow: ExternalFlow; state: string; params: URLSearchParams }

async function askProvider(ctx: ServiceContext, { flow, state, params }: ExternalAnswer) {
	const provider = await findProvider(ctx, flow.provider)
	if (!provider) throw new ServiceError('invalid', 'provider_disabled', 'Provider is not enabled')
	const departure = { state, codeVerifier: flow.code_verifier ?? '', nonce: flow.nonce ?? '', redirectUri: toRedirectUri(ctx) }
	try {
		return await ctx.oauth.redeemCallback(provider, { ...departure, params })
	} catch (error) {
		if (!(error instanceof ProviderError)) throw error
		ctx.log.throttled('warn', 'sign-in provider response rejected', { provider: provider.name, reason: error.message })
		throw REFUSALS[error.reason]
	}
}

/**
 * Handles the response of a provider. Calls the provider before any database access.
 * @param answer response whose flow was used up by `closeFlow`
 * @throws ServiceError bad_oauth_callback (403, 400), provider_disabled (400), unexpected_failure (502), and the errors of
 * `chooseAccount`, `linkIdentity` and `acceptInvitation`
 */
export async function finishExternalSignIn(ctx: ServiceContext, answer: ExternalAnswer): Promise<ExternalResult> {
	const { flow } = answer
	const finish = async () => {
		const { profile, tokens } = await askProvider(ctx, answer)
		const identity = { provider: flow.provider, profile }
		return inTransaction(ctx.db, async (tx) => {
			const user =
				flow.linking_user_id !== null
					? await linkIdentity(ctx, tx, { userId: flow.linking_user_id, sessionId: flow.linking_session_id, ...identity })
					: flow.invited_user_id !== null
						? await acceptInvitation(ctx, tx, { userId: flow.invited_user_id, ...identity })
						: await chooseAccount(ctx, tx, identity)
			await recordAudit(ctx, tx, { action: 'external_sign_in', outcome: 'success', userId: user.id, detail: { provider: flow.provider } })
			const proof = { userId: user.id, method: 'oauth', provider: flow.provider, tokens, notAfter: null } as const
			return endExternalFlow(ctx, tx, { flow, proof })
		})
	}
	return auditFailure(ctx, { action: 'external_sign_in', userId: flow.linking_user_id }, finish)
}
