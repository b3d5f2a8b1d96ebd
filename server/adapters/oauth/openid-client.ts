import type { Configuration } from 'openid-client'

import type { GuardedFetch } from '#server/adapters/network/port.ts'

import { checkIdToken, requireTokenForm } from './id-token.ts'
import {
	type PendingFlow,
	type ExternalProfile,
	type OauthProviders,
	type ProviderConfig,
	ProviderError,
	type ProviderTokens,
} from './port.ts'
import { toProfile, profileFromGithub } from './profiles.ts'

const DISCOVERY_LIFETIME_MS = 10 * 60_000
const SCOPES = { oidc: ['openid', 'email', 'profile'], github: ['read:user', 'user:email'], oauth2: [] } as const
/**
 * Scopes for Apple: it returns the user's name for the scope `name` and has no `profile`. With scopes it supports only
 * `form_post`.
 */
const APPLE_SCOPES = ['openid', 'email', 'name'] as const

type Environment = { fetch: GuardedFetch; allowLoopback: boolean; now: () => Date }
type Known = { at: number; config: Promise<Configuration> }

/** Loads the library when needed, since most servers have no provider. */
const load = () => import('openid-client')

function githubEndpoints({ url }: ProviderConfig) {
	const api = url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`
	return {
		authorize: `${url}/login/oauth/authorize`,
		token: `${url}/login/oauth/access_token`,
		user: `${api}/user`,
		emails: `${api}/user/emails`,
	}
}

/** Returns the endpoints of a provider without a discovery document; null for others. */
const knownEndpoints = (provider: ProviderConfig) =>
	provider.kind === 'github' ? githubEndpoints(provider) : (provider.own?.endpoints ?? null)

async function discover(provider: ProviderConfig, { fetch, allowLoopback }: Environment): Promise<Configuration> {
	const client = await load()
	const [clientId] = provider.clientIds
	const asFetch = fetch as typeof globalThis.fetch as Configuration[typeof client.customFetch]
	const execute = [client.enableNonRepudiationChecks, ...(allowLoopback ? [client.allowInsecureRequests] : [])]
	const options = { execute, ...(asFetch && { [client.customFetch]: asFetch }) }
	const ask = (authenticate?: ReturnType<typeof client.ClientSecretBasic>) =>
		client.discovery(new URL(provider.own?.discoveryUrl ?? provider.url), clientId, provider.secret, authenticate, options)
	const config = await ask()
	const { issuer, token_endpoint_auth_methods_supported: methods } = config.serverMetadata()
	// A discovery document at a custom URL could name any issuer.
	if (provider.own && issuer !== provider.url) throw new ProviderError('invalid', 'the discovery document belongs to another issuer')
	const supportsBasicOnly = methods?.includes('client_secret_basic') && !methods.includes('client_secret_post')
	return provider.own && supportsBasicOnly ? ask(client.ClientSecretBasic(provider.secret)) : config
}

/** Drops an identity token that wasn't requested, because it can't be verified without the provider's keys. */
const withoutIdTokens =
	(fetch: GuardedFetch): GuardedFetch =>
	async (address, init) => {
		const response = await fetch(address, init)
		const body: unknown = await response
			.clone()
			.json()
			.catch(() => null)
		if (typeof body !== 'object' || body === null || !('id_token' in body)) return response
		const { id_token: _unasked, ...rest } = body
		return Response.json(rest, { status: response.status })
	}

async function configure(provider: ProviderConfig, outside: Environment): Promise<Configuration> {
	const endpoints = knownEndpoints(provider)
	if (!endpoints) return discover(provider, outside)
	const client = await load()
	const server = { issuer: provider.url, authorization_endpoint: endpoints.authorize, token_endpoint: endpoints.token }
	const config = new client.Configuration(server, provider.clientIds[0], provider.secret)
	const fetch = provider.kind === 'oauth2' ? withoutIdTokens(outside.fetch) : outside.fetch
	const asFetch = fetch as typeof globalThis.fetch as Configuration[typeof client.customFetch]
	if (asFetch) config[client.customFetch] = asFetch
	if (outside.allowLoopback) client.allowInsecureRequests(config)
	return config
}

function explain(error: unknown): ProviderError {
	if (error instanceof ProviderError) return error
	const { name, message, code } = error as { name?: string; message?: string; code?: string }
	const text = `${name ?? 'Error'}: ${message ?? ''}`
	if (name === 'AuthorizationResponseError') return new ProviderError('refused', text)
	// For a failure below the HTTP level, the library throws an error without a code.
	const isSilence = code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || (name === 'ClientError' && code === undefined)
	const isAnswer = typeof code === 'string' && code.startsWith('OAUTH_')
	return new ProviderError(
		!isSilence && (isAnswer || name === 'ResponseBodyError' || name === 'ClientError') ? 'invalid' : 'unreachable',
		text,
	)
}

async function readJson(response: Response): Promise<unknown> {
	if (!response.ok) throw new ProviderError('invalid', `the provider returned ${response.status}`)
	return response.json()
}

async function readGithub(config: Configuration, provider: ProviderConfig, accessToken: string): Promise<ExternalProfile> {
	const { fetchProtectedResource } = await load()
	const { user, emails } = githubEndpoints(provider)
	const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'launchway' })
	const ask = async (url: string) => readJson(await fetchProtectedResource(config, accessToken, new URL(url), 'GET', undefined, headers))
	const account = await ask(user)
	const list = await ask(emails)
	if (typeof account !== 'object' || account === null || typeof (account as { id?: unknown }).id !== 'number')
		throw new ProviderError('invalid', 'the provider returned no account')
	return profileFromGithub(provider, account as Record<string, unknown>, Array.isArray(list) ? list : [])
}

/** Fetches the user of an access token from the userinfo endpoint, for providers of kind `oauth2`. */
async function readAccount(config: Configuration, provider: ProviderConfig, accessToken: string): Promise<ExternalProfile> {
	const { fetchProtectedResource } = await load()
	const url = new URL(provider.own?.endpoints?.userinfo ?? '')
	const headers = new Headers({ accept: 'application/json', 'user-agent': 'launchway' })
	const account = await readJson(await fetchProtectedResource(config, accessToken, url, 'GET', undefined, headers))
	if (typeof account !== 'object' || account === null) throw new ProviderError('invalid', 'the provider returned no account')
	return toProfile(provider, account as Record<string, unknown>)
}

/**
 * Reads the profile. If the identity token lacks the email address, more claims are read from the userinfo endpoint, for the
 * same subject only.
 */
async function readOidc(
	config: Configuration,
	provider: ProviderConfig,
	{ accessToken, claims }: { accessToken: string; claims: Record<string, unknown> & { sub: string } },
): Promise<ExternalProfile> {
	const { fetchUserInfo } = await load()
	const isComplete = typeof claims.email === 'string' || !config.serverMetadata().userinfo_endpoint
	const more = isComplete ? {} : await fetchUserInfo(config, accessToken, claims.sub)
	return toProfile(provider, { ...more, ...claims })
}

type Request = PendingFlow & { scopes: readonly string[]; extra: Record<string, string> }

async function buildUrl(config: Configuration, provider: ProviderConfig, request: Request): Promise<URL> {
	const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load()
	const isApple = provider.name === 'apple'
	const defaultScopes = isApple ? APPLE_SCOPES : SCOPES[provider.kind]
	const chosen = provider.own && provider.own.scopes.length > 0 ? provider.own.scopes : defaultScopes
	const scopes = new Set([...(provider.kind === 'oidc' ? ['openid'] : []), ...chosen, ...request.scopes])
	return buildAuthorizationUrl(config, {
		...request.extra,
		...provider.own?.parameters,
		...(isApple && { response_mode: 'form_post' }),
		...(provider.kind === 'oidc' && { nonce: request.nonce }),
		redirect_uri: request.redirectUri,
		...(scopes.size > 0 && { scope: [...scopes].join(' ') }),
		state: request.state,
		...(provider.own?.usesPkce !== false && {
			code_challenge: await calculatePKCECodeChallenge(request.codeVerifier),
			code_challenge_method: 'S256',
		}),
	})
}

async function readDocument({ fetch }: Environment, address: string): Promise<Record<string, unknown>> {
	const document = await readJson(await fetch(address, { headers: { accept: 'application/json' } }))
	if (typeof document !== 'object' || document === null) throw new ProviderError('invalid', 'not a discovery document')
	return document as Record<string, unknown>
}

/** Creates a client for sign-in providers. Discovery documents are cached for ten minutes. */
export function createOauthProviders(outside: Environment): OauthProviders {
	const cache = new Map<string, Known>()

	async function configFor(provider: ProviderConfig): Promise<Configuration> {
		const at = outside.now().getTime()
		const name = `${provider.name} ${provider.own?.version ?? ''}`
		const cached = cache.get(name)
		if (cached && at - cached.at < DISCOVERY_LIFETIME_MS) return cached.config
		const config = configure(provider, outside)
		cache.set(name, { at, config })
		// Failures aren't cached, so the next call retries.
		config.catch(() => cache.delete(name))
		return config
	}

	async function redeem(
		provider: ProviderConfig,
		{ state, codeVerifier, nonce, redirectUri, params }: PendingFlow & { params: URLSearchParams },
	): Promise<{ profile: ExternalProfile; tokens: ProviderTokens }> {
		const { authorizationCodeGrant } = await load()
		const config = await configFor(provider)
		const isOidc = provider.kind === 'oidc'
		const checks = {
			expectedState: state,
			...(provider.own?.usesPkce !== false && { pkceCodeVerifier: codeVerifier }),
			...(isOidc && { expectedNonce: nonce, idTokenExpected: true }),
		}
		const answer = await authorizationCodeGrant(config, new URL(`${redirectUri}?${params.toString()}`), checks)
		const tokens = { accessToken: answer.access_token, refreshToken: answer.refresh_token ?? null }
		if (provider.kind === 'github') return { profile: await readGithub(config, provider, tokens.accessToken), tokens }
		if (!isOidc) return { profile: await readAccount(config, provider, tokens.accessToken), tokens }
		const claims = answer.claims()
		if (!claims) throw new ProviderError('invalid', 'the provider sent no identity token')
		return { profile: await readOidc(config, provider, { accessToken: tokens.accessToken, claims }), tokens }
	}

	const orExplain = async <T>(work: () => Promise<T>): Promise<T> => {
		try {
			return await work()
		} catch (error) {
			throw explain(error)
		}
	}

	return {
		makeAuthorizationUrl: (provider, request) => orExplain(async () => buildUrl(await configFor(provider), provider, request)),
		redeemCallback: (provider, answer) => orExplain(() => redeem(provider, answer)),
		readDiscovery: (address) => orExplain(() => readDocument(outside, address)),
		checkIdToken: (provider, input) =>
			orExplain(async () => {
				if (provider.kind !== 'oidc') throw new ProviderError('invalid', 'this provider issues no identity tokens')
				await requireTokenForm(input.idToken)
				const { issuer, jwks_uri: jwksUri } = (await configFor(provider)).serverMetadata()
				if (!jwksUri) throw new ProviderError('invalid', 'the provider publishes no keys')
				return toProfile(provider, await checkIdToken(input, { ...outside, provider, issuer, jwksUri }))
			}),
	}
}
