import { randomBytes } from 'node:crypto'

import type { SsoBody } from '#contracts/auth-sso.ts'
import { NAME_ID_FORMATS } from '#domain/auth/saml-claims.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { chooseRedirectFor, validationFailed, requireCodeChallenge } from '#server/services/identity/accounts/check-input.ts'
import { type FlowKeys, openFlow, randomSecret } from '#server/services/identity/identities/external-flow.ts'

import { makeRequestUrl } from './node-saml.ts'
import { readFreshMetadata } from './read-metadata.ts'
import { findByDomain, findSsoProvider, toProviderName, requireEnabled, requireSaml, type SsoProvider } from './sso-provider.ts'

const notFound = (message: string) => new ServiceError('not-found', 'sso_provider_not_found', message)

async function requireProvider(ctx: ServiceContext, { provider_id: id, domain }: SsoBody): Promise<SsoProvider> {
	const found = id ? await findSsoProvider(ctx.db, id) : await findByDomain(ctx.db, domain ?? '')
	if (!found) throw notFound(id ? 'No such SSO provider' : 'No SSO provider assigned for this domain')
	return requireEnabled(found)
}

/**
 * Starts a sign-in. The returned URL contains a signed request, to which the response must refer.
 * @throws ServiceError validation_failed (400), saml_provider_disabled, sso_provider_not_found, sso_provider_disabled (404)
 */
export async function startSso(ctx: ServiceContext, body: SsoBody): Promise<FlowKeys & { url: string }> {
	// This check comes first, as in GoTrue, whose test suite expects this error for an empty request.
	const saml = requireSaml(ctx)
	if (Boolean(body.provider_id) === Boolean(body.domain)) throw validationFailed('Exactly one of provider_id or domain is required')
	const challenge = requireCodeChallenge(body)
	const provider = await requireProvider(ctx, body)
	const metadata = await readFreshMetadata(ctx, provider)
	const keys = { state: randomSecret(), browserSecret: randomSecret() }
	// An XML ID must not start with a digit.
	const requestId = `_${randomBytes(20).toString('hex')}`
	const nameIdFormat = provider.name_id_format ?? NAME_ID_FORMATS.persistent
	const url = await makeRequestUrl(saml, metadata, { id: requestId, relayState: keys.state, nameIdFormat })
	const redirectTo = chooseRedirectFor(ctx, body.redirect_to)
	await openFlow(ctx, keys, {
		kind: 'saml',
		provider: toProviderName(provider),
		redirectTo,
		challenge,
		linking: null,
		requestId,
		seconds: saml.flowSeconds,
	})
	return { ...keys, url }
}
