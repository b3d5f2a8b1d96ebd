import { IdTokenGrantBody } from '#contracts/auth.ts'
import { type ExternalProfile, type IdTokenInput, ProviderError } from '#server/adapters/oauth/port.ts'
import { inTransaction } from '#server/db/database.ts'
import { withOauthErrors, sendSession } from '#server/http/auth-v1/token.ts'
import { requireSignedIn } from '#server/http/auth-v1/user.ts'
import { type HttpHandler, readJson } from '#server/http/environment.ts'
import { createLimiter, withLimits } from '#server/http/limits.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'
import { chooseAccount } from '#server/services/identity/identities/choose-account.ts'
import { findProvider } from '#server/services/identity/identities/external-flow.ts'
import { linkIdentity, requireManualLinking, requireStrongSession } from '#server/services/identity/identities/link-identity.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { withFailureAudit } from '#server/services/platform/audit/record-audit.ts'

async function verifyIdToken(ctx: ServiceContext, name: string, input: IdTokenInput): Promise<ExternalProfile> {
	const provider = await findProvider(ctx, name)
	if (!provider || provider.kind !== 'oidc') throw new ServiceError('invalid', 'provider_disabled', 'Provider is not enabled')
	try {
		return await ctx.oauth.checkIdToken(provider, input)
	} catch (error) {
		if (!(error instanceof ProviderError)) throw error
		ctx.log.throttled('warn', 'identity token rejected', { provider: name, reason: error.message })
		if (error.reason === 'unreachable') throw new ServiceError('overloaded', 'unexpected_failure', 'The provider cannot be reached')
		throw new ServiceError('invalid', 'bad_id_token', 'Bad ID token')
	}
}

/**
 * Creates a session for an identity token that a client obtained from a provider itself.
 * @param linkTo signed-in account to which to add the identity, or null
 * @throws ServiceError provider_disabled, bad_id_token (400), and the errors of `chooseAccount`; with `linkTo` those of
 * `requireManualLinking`, `requireStrongSession` and `linkIdentity`
 */
async function signInWithIdToken(
	ctx: ServiceContext,
	{ provider, ...input }: IdTokenInput & { provider: string },
	linkTo: SignedIn | null,
): Promise<IssuedSession> {
	if (linkTo) {
		requireManualLinking(ctx)
		await requireStrongSession(ctx, linkTo)
	}
	const signIn = async () => {
		const identity = { provider, profile: await verifyIdToken(ctx, provider, input) }
		return inTransaction(ctx.db, async (tx) => {
			const user = linkTo
				? await linkIdentity(ctx, tx, { userId: linkTo.userId, sessionId: linkTo.sessionId, ...identity })
				: await chooseAccount(ctx, tx, identity)
			return issueSession(ctx, tx, { userId: user.id, method: 'oauth', provider })
		})
	}
	return withFailureAudit(ctx, { action: 'external_sign_in', userId: linkTo?.userId ?? null }, signIn)
}

const grantIdToken: HttpHandler = async (c) => {
	const body = await readJson(c, IdTokenGrantBody)
	if (!body.provider || !body.id_token) throw validationFailed('provider and id_token required')
	const input = { provider: body.provider, idToken: body.id_token, accessToken: body.access_token || null, nonce: body.nonce || null }
	const linkTo = body.link_identity ? await requireSignedIn(c) : null
	return withOauthErrors(c, 'invalid request', async () => sendSession(c, await signInWithIdToken(c.var.ctx, input, linkTo)))
}

/** Plugin for identity tokens, which a client has obtained from an OpenID provider itself. */
export const plugin: Plugin = {
	grants: () => ({ id_token: withLimits([createLimiter({ name: 'id-token', points: 30, seconds: 300 })], grantIdToken) }),
}
