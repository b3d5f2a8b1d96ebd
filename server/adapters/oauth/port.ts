import type { Metadata } from '#domain/auth/user-metadata.ts'

export type ProviderConfig = {
	/** As the wire names it: `google`, `custom:<name>`. */
	name: string
	/** `oauth2` has no identity tokens: who somebody is, its account endpoint says. */
	kind: 'oidc' | 'github' | 'oauth2'
	/** The issuer of an OIDC provider, the site of another. */
	url: string
	/** The first is ours at the provider; identity tokens made for any of them are accepted. */
	clientIds: readonly [string, ...string[]]
	secret: string
	/** Of a provider that the operator has added while running. */
	own?: OwnProvider
}

export type OwnProvider = {
	/** Changes with every change of the provider. */
	version: string
	/** Where the issuer's document is, when not at the usual place. */
	discoveryUrl: string | null
	/** Of a provider without a discovery document. */
	endpoints: { authorize: string; token: string; userinfo: string } | null
	/** Asked for in every case; none means what is usual. */
	scopes: readonly string[]
	usesPkce: boolean
	/** Sent along with every departure. */
	parameters: Record<string, string>
	/** Our attribute → the provider's claim. */
	mapping: Record<string, string>
	/** Claims that are kept with the identity as they are. */
	keptClaims: readonly string[]
	/** A person without an address may have an account. */
	isEmailOptional: boolean
}

/** Who somebody is, in a provider's words. */
export type ExternalProfile = {
	/** The provider's own name for the person; never reused. */
	subject: string
	/** In lower case; null when the provider tells none. */
	email: string | null
	/** The provider says that it has proven the address. */
	isEmailVerified: boolean
	/** What is kept with the identity: `sub`, `name`, `avatar_url`… */
	claims: Metadata
	/** Where no address is told, an account may do without one. */
	isEmailOptional?: boolean
}

export type ProviderTokens = { accessToken: string; refreshToken: string | null }

/** What has to be kept between leaving for the provider and coming back. */
export type Departure = { state: string; codeVerifier: string; nonce: string; redirectUri: string }

export type IdTokenInput = { idToken: string; accessToken: string | null; nonce: string | null }

/** Why a provider's answer is not believed, or that it gave none. The text is for the log. */
export class ProviderError extends Error {
	/** `refused`: the person or the provider said no; `invalid`: the answer does not hold; `unreachable`: no answer. */
	readonly reason: 'refused' | 'invalid' | 'unreachable'

	constructor(reason: ProviderError['reason'], message: string) {
		super(message)
		this.name = 'ProviderError'
		this.reason = reason
	}
}

/** Knows OAuth 2.0 and OpenID Connect. Every call may throw ProviderError. */
export type OauthProviders = {
	/** @param extra parameters that the caller may add for the provider, already filtered */
	makeAuthorizationUrl(
		provider: ProviderConfig,
		request: Departure & { scopes: readonly string[]; extra: Record<string, string> },
	): Promise<URL>
	/** @param params of the callback, as they came */
	redeemCallback(
		provider: ProviderConfig,
		answer: Departure & { params: URLSearchParams },
	): Promise<{ profile: ExternalProfile; tokens: ProviderTokens }>
	/** The document at an address, unchecked. @throws ProviderError when it cannot be read */
	readDiscovery(address: string): Promise<Record<string, unknown>>
	/** An identity token that a native client got on its own (AUTH_WIRE §5.11). */
	checkIdToken(provider: ProviderConfig, input: IdTokenInput): Promise<ExternalProfile>
}
