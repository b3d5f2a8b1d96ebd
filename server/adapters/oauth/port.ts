import type { Metadata } from '#domain/auth/user-metadata.ts'

export type ProviderConfig = {
	/** As the wire names it: `google`, `custom:<name>`. */
	name: string
	/** `oauth2` has no identity tokens: its account endpoint says who the person is. */
	kind: 'oidc' | 'github' | 'oauth2'
	/** The issuer of an OIDC provider, the site of any other. */
	url: string
	/** The first is our id at the provider; identity tokens for any of them are accepted. */
	clientIds: readonly [string, ...string[]]
	secret: string
	/** For a provider that the operator added while running. */
	own?: OwnProvider
}

export type OwnProvider = {
	/** Changes with every change of the provider. */
	version: string
	/** Discovery document, if not at the usual address. */
	discoveryUrl: string | null
	/** For a provider without a discovery document. */
	endpoints: { authorize: string; token: string; userinfo: string } | null
	/** Always requested; none means the default scopes. */
	scopes: readonly string[]
	usesPkce: boolean
	/** Sent with every authorization request. */
	parameters: Record<string, string>
	/** Maps our attribute to the provider's claim. */
	mapping: Record<string, string>
	/** Claims that are kept with the identity unchanged. */
	keptClaims: readonly string[]
	/** A person without an address may have an account. */
	isEmailOptional: boolean
}

/** A person as the provider describes them. */
export type ExternalProfile = {
	/** The provider's own id of the person; never reused. */
	subject: string
	/** In lower case; null when the provider gives none. */
	email: string | null
	/** The provider has verified the address. */
	isEmailVerified: boolean
	/** Claims stored with the identity: `sub`, `name`, `avatar_url`… */
	claims: Metadata
	/** Without an email address, an account can do without one. */
	isEmailOptional?: boolean
}

export type ProviderTokens = { accessToken: string; refreshToken: string | null }

/** State kept until the browser comes back from the provider. */
export type Departure = { state: string; codeVerifier: string; nonce: string; redirectUri: string }

export type IdTokenInput = { idToken: string; accessToken: string | null; nonce: string | null }

/** Rejected or missing answer of a provider. The text is for the log. */
export class ProviderError extends Error {
	/** `refused`: the person or the provider declined; `invalid`: the answer fails a check; `unreachable`: no answer. */
	readonly reason: 'refused' | 'invalid' | 'unreachable'

	constructor(reason: ProviderError['reason'], message: string) {
		super(message)
		this.name = 'ProviderError'
		this.reason = reason
	}
}

/** OAuth 2.0 and OpenID Connect. Every call may throw ProviderError. */
export type OauthProviders = {
	/** @param extra parameters that the caller may add for the provider, already filtered */
	makeAuthorizationUrl(
		provider: ProviderConfig,
		request: Departure & { scopes: readonly string[]; extra: Record<string, string> },
	): Promise<URL>
	/** @param params of the callback, unchanged */
	redeemCallback(
		provider: ProviderConfig,
		answer: Departure & { params: URLSearchParams },
	): Promise<{ profile: ExternalProfile; tokens: ProviderTokens }>
	/** The document at an address, unchecked. @throws ProviderError when it cannot be read */
	readDiscovery(address: string): Promise<Record<string, unknown>>
	/** An identity token that a native client got by itself. */
	checkIdToken(provider: ProviderConfig, input: IdTokenInput): Promise<ExternalProfile>
}
