import { paths } from '#contracts/paths.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { chooseRedirectFor, invalid } from '#server/services/identity/accounts/check-input.ts'
import { type ExternalFlow, hashState, isSameBrowser } from '#server/services/identity/identities/external-flow.ts'

import { peekIssuer } from './node-saml.ts'
import { SamlError } from './saml-types.ts'
import { findByEntityId, findSsoProvider, toProviderId, requireEnabled, type SsoProvider } from './sso-provider.ts'

const STATE = /^[\w-]{43}$/

const notFound = () => new ServiceError('not-found', 'saml_relay_state_not_found', 'SAML RelayState does not exist, try signing in again')

/** True if the response belongs to a sign-in that started here. */
export const isOurState = (relayState: string) => STATE.test(relayState)

async function take(ctx: ServiceContext, tx: Tx, state: string): Promise<ExternalFlow> {
	const flow = await tx
		.selectFrom('auth.external_flows')
		.selectAll()
		.where('state_hash', '=', hashState(state))
		.where('kind', '=', 'saml')
		.forUpdate()
		.executeTakeFirst()
	if (!flow || flow.used_at) throw notFound()
	if (flow.expires_at.getTime() <= ctx.now().getTime())
		throw new ServiceError('unprocessable', 'saml_relay_state_expired', 'SAML RelayState has expired. Try signing in again')
	await tx.updateTable('auth.external_flows').set({ used_at: ctx.now() }).where('id', '=', flow.id).execute()
	return flow
}

/**
 * Consumes the flow of a response, regardless of the browser that sends it.
 * @throws ServiceError saml_relay_state_not_found (404), also if already consumed; saml_relay_state_expired (422)
 */
export const consumeSamlFlow = (ctx: ServiceContext, state: string): Promise<ExternalFlow> =>
	inTransaction(ctx.db, (tx) => take(ctx, tx, state))

/**
 * Requires the browser that started the flow, since the result is a session. With PKCE, any browser may finish it: only the
 * client that started it can redeem the code.
 * @throws ServiceError saml_relay_state_not_found (404)
 */
export function requireInitiatingBrowser(flow: ExternalFlow, browserSecret: string | null): void {
	if (flow.code_challenge === null && !isSameBrowser(flow, browserSecret)) throw notFound()
}

/** @throws ServiceError sso_provider_not_found, sso_provider_disabled (404) */
export async function requireFlowProvider(ctx: ServiceContext, flow: ExternalFlow): Promise<SsoProvider> {
	const provider = await findSsoProvider(ctx.db, toProviderId(flow.provider))
	if (!provider) throw new ServiceError('not-found', 'sso_provider_not_found', 'This SSO provider no longer exists')
	return requireEnabled(provider)
}

/**
 * Chooses the redirect after a sign-in started by the identity provider. Its RelayState may name a page, if the redirect allow
 * list includes it. For pages of this site the redirect goes through the auth callback, which stores the session.
 * @throws ServiceError validation_failed (400)
 */
export function chooseArrival(ctx: ServiceContext, relayState: string): string {
	if (relayState !== '' && !URL.canParse(relayState)) throw invalid('SAML RelayState is not a valid state or URL')
	const target = new URL(chooseRedirectFor(ctx, relayState))
	const landing = new URL(paths.authCallback, ctx.config.siteUrl)
	if (target.origin !== landing.origin || target.pathname === landing.pathname) return target.toString()
	if (target.pathname !== '/') landing.searchParams.set('next', `${target.pathname}${target.search}`)
	return landing.toString()
}

/**
 * Finds the provider that claims to have sent an unsolicited response.
 * @throws ServiceError saml_idp_not_found (404) also if that provider may not do so, sso_provider_disabled (404),
 * validation_failed (400)
 */
export async function requireClaimedProvider(ctx: ServiceContext, response: string): Promise<SsoProvider> {
	const issuer = await peekIssuer(response).catch((error: unknown) => {
		throw error instanceof SamlError ? invalid('SAML Assertion is not valid') : error
	})
	const provider = issuer === null ? null : await findByEntityId(ctx.db, issuer)
	if (!provider?.allow_idp_initiated)
		throw new ServiceError('not-found', 'saml_idp_not_found', 'Sign-ins started by this identity provider are not accepted')
	return requireEnabled(provider)
}
