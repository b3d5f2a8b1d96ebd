import type { Metadata } from '#domain/auth/user-metadata.ts'

export type ProviderConfig = {
	/** Name in the API, such as `google` or `custom:<name>`. */
	name: string
	/** Protocol. `oauth2` has no identity tokens: the userinfo endpoint identifies the user. */
	kind: 'oidc' | 'github' | 'oauth2'
	/** Issuer, or the site URL of a provider that isn't OIDC. */
	url: string
	/** Client IDs. The first is our own; identity tokens issued to any of them are accepted. */
	clientIds: readonly [string, ...string[]]
	secret: string
	/** Settings for a provider that the operator added at run time. */
	own?: CustomSettings
}

export type CustomSettings = {
	/** Version that changes whenever the provider's settings change. */
	version: string
	/** URL of the discovery document, if it isn't at the standard path. */
	discoveryUrl: string | null
	/** Endpoints of a provider without a discovery document. */
	endpoints: { authorize: string; token: string; userinfo: string } | null
	/** Scopes of every request; empty for the default ones. */
	scopes: readonly string[]
	usesPkce: boolean
	/** Additional parameters of every authorization request. */
	parameters: Record<string, string>
	mapping: Record<string, string>
	keptClaims: readonly string[]
	isEmailOptional: boolean
}

export type ExternalProfile = {
	/** User ID at the provider, which never reuses it. */
	subject: string
	/** Email address in lower case; null if the provider returned none. */
	email: string | null
	isEmailVerified: boolean
	/** Claims such as `sub`, `name` and `avatar_url`. */
	claims: Metadata
	/** True if an account may be created without an email address. */
	isEmailOptional?: boolean
}

export type ProviderTokens = { accessToken: string; refreshToken: string | null }

/** Data kept until the browser returns from the provider. */
export type PendingFlow = { state: string; codeVerifier: string; nonce: string; redirectUri: string }

export type IdTokenInput = { idToken: string; accessToken: string | null; nonce: string | null }

/** Error from a sign-in provider. The message is only for the log. */
export class ProviderError extends Error {
	/** `refused`: the user or the provider declined; `invalid`: the response failed a check; `unreachable`: no response. */
	readonly reason: 'refused' | 'invalid' | 'unreachable'

	constructor(reason: ProviderError['reason'], message: string) {
		super(message)
		this.name = 'ProviderError'
		this.reason = reason
	}
}

/** Client for sign-in providers. Every method may throw ProviderError. */
export type OauthProviders = {
	/** @param extra additional parameters from the client, already filtered */
	makeAuthorizationUrl(
		provider: ProviderConfig,
		request: PendingFlow & { scopes: readonly string[]; extra: Record<string, string> },
	): Promise<URL>
	/** @param params query parameters of the callback, unchanged */
	redeemCallback(
		provider: ProviderConfig,
		answer: PendingFlow & { params: URLSearchParams },
	): Promise<{ profile: ExternalProfile; tokens: ProviderTokens }>
	/**
	 * Reads a discovery document without checking its contents.
	 * @throws ProviderError if the document can't be fetched or parsed
	 */
	readDiscovery(address: string): Promise<Record<string, unknown>>
	/** Verifies a token that a native client obtained itself. */
	checkIdToken(provider: ProviderConfig, input: IdTokenInput): Promise<ExternalProfile>
}
