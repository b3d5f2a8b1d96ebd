import { createHash } from 'node:crypto'

import { paths } from '#contracts/paths.ts'
import { checkAssertion } from '#domain/auth/check-assertion.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { chooseRedirectFor, validationFailed } from '#server/services/identity/accounts/check-input.ts'
import {
	issueSessionOrAuthCode,
	type ExternalFlow,
	type ExternalResult,
	isSameBrowser,
} from '#server/services/identity/identities/external-flow.ts'
import { withFailureAudit, recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { chooseSsoAccount, readPerson } from './choose-sso-account.ts'
import { peekIssuer, verifySamlResponse } from './node-saml.ts'
import { readFreshMetadata } from './read-metadata.ts'
import { SamlError } from './saml-types.ts'
import {
	findByEntityId,
	findSsoProvider,
	requireEnabledProvider,
	requireSaml,
	type SsoProvider,
	toProviderId,
	toProviderName,
} from './sso-provider.ts'

export type SsoAnswer = {
	provider: SsoProvider
	/** SAML response in base64. */
	response: string
	/** Flow of the sign-in; null if the identity provider started it. */
	flow: ExternalFlow | null
}

/** Creates the error for an invalid assertion. The reason would help an attacker, so it is only logged. */
const notValid = () => new ServiceError('invalid', 'validation_failed', 'SAML Assertion is not valid')
const refused = () => new ServiceError('invalid', 'validation_failed', 'The identity provider did not sign you in')

async function verifyResponse(ctx: ServiceContext, { provider, response, flow }: SsoAnswer) {
	const saml = requireSaml(ctx)
	const logRejection = (reason: string) =>
		ctx.log.throttled('warn', 'identity provider response rejected', { provider: provider.id, reason })
	const metadata = await readFreshMetadata(ctx, provider)
	const answer = await verifySamlResponse(saml, metadata, response).catch((error: unknown) => {
		if (!(error instanceof SamlError)) throw error
		logRejection(error.message)
		throw error.reason === 'refused' ? refused() : notValid()
	})
	const { entityId: audience, acsUrl } = saml
	const rule = { issuer: provider.entity_id, audience, acsUrl, requestId: flow?.request_id ?? null, now: ctx.now().getTime() }
	const check = checkAssertion(answer, rule)
	if (check.ok) return { assertion: answer.assertion, check }
	logRejection(check.problem)
	throw notValid()
}

/** Marks an assertion as used, so that it opens only one session, no matter how often it is presented (replay protection). */
async function markAssertionUsed(
	tx: Tx,
	{ providerId, id, forgetAt }: { providerId: string; id: string; forgetAt: number },
): Promise<void> {
	const { numInsertedOrUpdatedRows } = await tx
		.insertInto('auth.saml_assertions')
		.values({ provider_id: providerId, assertion_hash: createHash('sha256').update(id).digest(), expires_at: new Date(forgetAt) })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst()
	if (numInsertedOrUpdatedRows === 0n) throw notValid()
}

/**
 * Locks the provider, so it can't be removed or disabled before the transaction ends.
 * @throws ServiceError sso_provider_disabled (404), also if it has been removed
 */
async function lockEnabledProvider(tx: Tx, { id }: SsoProvider): Promise<void> {
	const row = await tx.selectFrom('auth.sso_providers').select('disabled').where('id', '=', id).forShare().executeTakeFirst()
	if (!row || row.disabled) throw new ServiceError('not-found', 'sso_provider_disabled', 'This SSO provider is currently disabled')
}

/**
 * Exchanges a SAML response for a session, or for a code with PKCE. The session ends no later than the provider's.
 * @throws ServiceError validation_failed, saml_assertion_no_user_id, saml_assertion_no_email (400), user_banned (403),
 * sso_provider_disabled (404), signup_disabled (422)
 */
export async function finishSso(ctx: ServiceContext, answer: SsoAnswer): Promise<ExternalResult> {
	const { provider, flow } = answer
	const name = toProviderName(provider)
	const finish = async () => {
		const { assertion, check } = await verifyResponse(ctx, answer)
		const person = readPerson(provider, assertion)
		return inTransaction(ctx.db, async (tx) => {
			await lockEnabledProvider(tx, provider)
			await markAssertionUsed(tx, { providerId: provider.id, id: assertion.id, forgetAt: check.forgetAt })
			const user = await chooseSsoAccount(ctx, tx, { provider, person })
			await recordAudit(ctx, tx, { action: 'external_sign_in', outcome: 'success', userId: user.id, detail: { provider: name } })
			const notAfter = check.sessionEndsAt === null ? null : new Date(check.sessionEndsAt)
			const proof = { userId: user.id, method: 'sso/saml', provider: name, tokens: null, notAfter } as const
			return issueSessionOrAuthCode(ctx, tx, { flow: flow ?? { code_challenge: null, code_challenge_method: null }, proof })
		})
	}
	return withFailureAudit(ctx, { action: 'external_sign_in', userId: null }, finish)
}

const STATE = /^[\w-]{43}$/

const notFound = () => new ServiceError('not-found', 'saml_relay_state_not_found', 'SAML RelayState does not exist, try signing in again')

/** True if the response belongs to a sign-in that started here. */
export const isOwnRelayState = (relayState: string) => STATE.test(relayState)

async function consumeFlow(ctx: ServiceContext, tx: Tx, state: string): Promise<ExternalFlow> {
	const flow = await tx
		.selectFrom('auth.external_flows')
		.selectAll()
		.where('state_hash', '=', sha256(state))
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
	inTransaction(ctx.db, (tx) => consumeFlow(ctx, tx, state))

/**
 * Requires the browser that started the flow, because the result is a session. With PKCE, any browser may finish the flow: only the client
 * that started it can redeem the code.
 * @throws ServiceError saml_relay_state_not_found (404)
 */
export function requireInitiatingBrowser(flow: ExternalFlow, browserSecret: string | null): void {
	if (flow.code_challenge === null && !isSameBrowser(flow, browserSecret)) throw notFound()
}

/** @throws ServiceError sso_provider_not_found, sso_provider_disabled (404) */
export async function requireFlowProvider(ctx: ServiceContext, flow: ExternalFlow): Promise<SsoProvider> {
	const provider = await findSsoProvider(ctx.db, toProviderId(flow.provider))
	if (!provider) throw new ServiceError('not-found', 'sso_provider_not_found', 'This SSO provider no longer exists')
	return requireEnabledProvider(provider)
}

/**
 * Chooses the redirect after a sign-in started by the identity provider. Its RelayState may name a page, if the redirect allow
 * list includes it. For pages of this site the redirect goes through the auth callback, which stores the session.
 * @throws ServiceError validation_failed (400)
 */
export function chooseSsoRedirect(ctx: ServiceContext, relayState: string): string {
	if (relayState !== '' && !URL.canParse(relayState)) throw validationFailed('SAML RelayState is not a valid state or URL')
	const target = new URL(chooseRedirectFor(ctx, relayState))
	const landing = new URL(paths.authCallback, ctx.config.siteUrl)
	if (target.origin !== landing.origin || target.pathname === landing.pathname) return target.toString()
	if (target.pathname !== '/') landing.searchParams.set('next', `${target.pathname}${target.search}`)
	return landing.toString()
}

/**
 * Finds the provider that claims to have sent an unsolicited response.
 * @throws ServiceError saml_idp_not_found (404), also if that provider may not send one; sso_provider_disabled (404), validation_failed
 * (400)
 */
export async function requireClaimedProvider(ctx: ServiceContext, response: string): Promise<SsoProvider> {
	const issuer = await peekIssuer(response).catch((error: unknown) => {
		throw error instanceof SamlError ? validationFailed('SAML Assertion is not valid') : error
	})
	const provider = issuer === null ? null : await findByEntityId(ctx.db, issuer)
	if (!provider?.allow_idp_initiated)
		throw new ServiceError('not-found', 'saml_idp_not_found', 'Sign-ins started by this identity provider are not accepted')
	return requireEnabledProvider(provider)
}
