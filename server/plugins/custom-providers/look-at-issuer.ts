import { ProviderError } from '#server/adapters/oauth/port.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { invalid } from '#server/services/identity/accounts/check-input.ts'

const REQUIRED = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

async function ask(ctx: ServiceContext, address: string): Promise<Record<string, unknown>> {
	try {
		return await ctx.oauth.readDiscovery(address)
	} catch (error) {
		if (!(error instanceof ProviderError)) throw error
		ctx.log.warn('OpenID discovery failed', { address, reason: error.message })
		// Omit the response: the caller must not read other servers through this (SSRF).
		throw invalid(`Failed to fetch OIDC discovery document from "${address}"`)
	}
}

/**
 * Fetches an issuer's metadata and checks that it is complete and about this issuer.
 * @throws ServiceError validation_failed (400)
 */
export async function fetchIssuerMetadata(
	ctx: ServiceContext,
	{ issuer, discoveryUrl }: { issuer: string; discoveryUrl: string | null },
): Promise<Record<string, unknown>> {
	const found = await ask(ctx, discoveryUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
	const missing = REQUIRED.filter((name) => typeof found[name] !== 'string')
	if (missing.length > 0) throw invalid(`OIDC discovery document is missing required fields: ${missing.join(', ')}`)
	if (found.issuer !== issuer) throw invalid(`OIDC discovery issuer mismatch: the document does not name the issuer "${issuer}"`)
	for (const name of REQUIRED)
		if (!/^https?:$/.test(URL.parse(String(found[name]))?.protocol ?? '')) throw invalid(`OIDC discovery document: ${name} is no address`)
	return found
}
