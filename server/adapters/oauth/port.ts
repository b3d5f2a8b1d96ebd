import type { Metadata } from '#domain/auth/user-metadata.ts'

export type ProviderConfig = {
	/** Name in the API: `google`, `custom:<name>`. */
	name: string
	/** `oauth2` has no identity tokens: the userinfo endpoint identifies the user. */
	kind: 'oidc' | 'github' | 'oauth2'
	/** Issuer of an OIDC provider; site URL of any other. */
	url: string
	/** The first is our own client id; identity tokens issued to any of them are accepted. */
	clientIds: readonly [string, ...string[]]
	secret: string
	/** Only for a provider that the operator added at run time. */
	own?: OwnProvider
}

export type OwnProvider = {
	/** Changes whenever the provider's settings change. */
	version: string
	/** URL of the discovery document, if it isn't at the standard path. */
	discoveryUrl: string | null
	/** Only for a provider without a discovery document. */
	endpoints: { authorize: string; token: string; userinfo: string } | null
	/** Scopes of every request; empty for the default ones. */
	scopes: readonly string[]
	usesPkce: boolean
	/** Additional parameters of every authorization request. */
	parameters: Record<string, string>
	/** Provider's claim by name of our attribute. */
	mapping: Record<string, string>
	/** Claims stored unchanged with the identity. */
	keptClaims: readonly string[]
	/** True if an account may have no email address. */
	isEmailOptional: boolean
}

/** User profile as returned by the provider. */
export type ExternalProfile = {
	/** The provider's user id; never reused. */
	subject: string
	/** In lower case; null if the provider returned none. */
	email: string | null
	/** True if the provider has verified the address. */
	isEmailVerified: boolean
	/** Claims stored with the identity: `sub`, `name`, `avatar_url`… */
	claims: Metadata
	/** True if an account may be created without an email address. */
	isEmailOptional?: boolean
}

export type ProviderTokens = { accessToken: string; refreshToken: string | null }

/** State kept until the browser returns from the provider. */
export type Departure = { state: string; codeVerifier: string; nonce: string; redirectUri: string }

export type IdTokenInput = { idToken: string; accessToken: string | null; nonce: string | null }

/** The provider rejected the request, or its response is missing or invalid. The message is for the log. */
export class ProviderError extends Error {
	/** `refused`: the user or the provider declined; `invalid`: the response failed a check; `unreachable`: no response. */
	readonly reason: 'refused' | 'invalid' | 'unreachable'

	constructor(reason: ProviderError['reason'], message: string) {
		super(message)
		this.name = 'ProviderError'
		this.reason = reason
	}
}

/** OAuth 2.0 and OpenID Connect. Every method may throw ProviderError. */
export type OauthProviders = {
	/**
	 * Builds the URL of the provider's sign-in page.
	 * @param extra additional parameters from the client, already filtered
	 */
	makeAuthorizationUrl(
		provider: ProviderConfig,
		request: Departure & { scopes: readonly string[]; extra: Record<string, string> },
	): Promise<URL>
	/**
	 * Exchanges the code of a callback for the user's profile and tokens.
	 * @param params query parameters of the callback, unchanged
	 */
	redeemCallback(
		provider: ProviderConfig,
		answer: Departure & { params: URLSearchParams },
	): Promise<{ profile: ExternalProfile; tokens: ProviderTokens }>
	/**
	 * Fetches a discovery document without checking its contents.
	 * @throws ProviderError if it can't be fetched or parsed
	 */
	readDiscovery(address: string): Promise<Record<string, unknown>>
	/** Checks an identity token that a native client obtained itself. */
	checkIdToken(provider: ProviderConfig, input: IdTokenInput): Promise<ExternalProfile>
}
