import type { Configuration } from 'openid-client'

import type { GuardedFetch } from '#server/adapters/network/guarded-fetch.ts'

import { checkIdToken } from './id-token.ts'
import {
	type Departure,
	type ExternalProfile,
	type OauthProviders,
	type ProviderConfig,
	ProviderError,
	type ProviderTokens,
} from './port.ts'
import { profileFromClaims, profileFromGithub } from './profiles.ts'

const DISCOVERY_LIFETIME_MS = 10 * 60_000
const SCOPES = { oidc: ['openid', 'email', 'profile'], github: ['read:user', 'user:email'] } as const
/** Apple calls a person's name `name` and knows no `profile`; with scopes it answers by a form only. */
const APPLE_SCOPES = ['openid', 'email', 'name'] as const

type Outside = { fetch: GuardedFetch; allowLoopback: boolean; now: () => Date }
type Known = { at: number; config: Promise<Configuration> }

/** Loaded with the first provider that is asked: most servers have none. */
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

async function configure(provider: ProviderConfig, { fetch, allowLoopback }: Outside): Promise<Configuration> {
	const client = await load()
	const [clientId] = provider.clientIds
	const asFetch = fetch as typeof globalThis.fetch as Configuration[typeof client.customFetch]
	if (provider.kind === 'github') {
		const { authorize, token } = githubEndpoints(provider)
		const server = { issuer: provider.url, authorization_endpoint: authorize, token_endpoint: token }
		const config = new client.Configuration(server, clientId, provider.secret)
		if (asFetch) config[client.customFetch] = asFetch
		if (allowLoopback) client.allowInsecureRequests(config)
		return config
	}
	const execute = [client.enableNonRepudiationChecks, ...(allowLoopback ? [client.allowInsecureRequests] : [])]
	return client.discovery(new URL(provider.url), clientId, provider.secret, undefined, {
		execute,
		...(asFetch && { [client.customFetch]: asFetch }),
	})
}

/** Errors of the library in our three kinds: what a server said, what does not hold, and silence. */
function explain(error: unknown): ProviderError {
	if (error instanceof ProviderError) return error
	const { name, message, code } = error as { name?: string; message?: string; code?: string }
	const text = `${name ?? 'Error'}: ${message ?? ''}`
	if (name === 'AuthorizationResponseError') return new ProviderError('refused', text)
	const isAnswer = typeof code === 'string' && code.startsWith('OAUTH_')
	return new ProviderError(isAnswer || name === 'ResponseBodyError' || name === 'ClientError' ? 'invalid' : 'unreachable', text)
}

async function readJson(response: Response): Promise<unknown> {
	if (!response.ok) throw new ProviderError('invalid', `the provider answered ${response.status}`)
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
		throw new ProviderError('invalid', 'the provider told no account')
	return profileFromGithub(provider, account as Record<string, unknown>, Array.isArray(list) ? list : [])
}

/** The identity token says who; what it leaves out is asked of the provider, for the same subject only. */
async function readOidc(
	config: Configuration,
	provider: ProviderConfig,
	{ accessToken, claims }: { accessToken: string; claims: Record<string, unknown> & { sub: string } },
): Promise<ExternalProfile> {
	const { fetchUserInfo } = await load()
	const isComplete = typeof claims.email === 'string' || !config.serverMetadata().userinfo_endpoint
	const more = isComplete ? {} : await fetchUserInfo(config, accessToken, claims.sub)
	return profileFromClaims(provider, { ...more, ...claims })
}

/** OAuth and OpenID Connect by openid-client; discovery documents are kept for ten minutes. */
export function createOauthProviders(outside: Outside): OauthProviders {
	const known = new Map<string, Known>()

	async function configFor(provider: ProviderConfig): Promise<Configuration> {
		const at = outside.now().getTime()
		const kept = known.get(provider.name)
		if (kept && at - kept.at < DISCOVERY_LIFETIME_MS) return kept.config
		const config = configure(provider, outside)
		known.set(provider.name, { at, config })
		// A provider that was away is asked again the next time.
		config.catch(() => known.delete(provider.name))
		return config
	}

	async function redeem(
		provider: ProviderConfig,
		{ state, codeVerifier, nonce, redirectUri, params }: Departure & { params: URLSearchParams },
	): Promise<{ profile: ExternalProfile; tokens: ProviderTokens }> {
		const { authorizationCodeGrant } = await load()
		const config = await configFor(provider)
		const isOidc = provider.kind === 'oidc'
		const checks = { expectedState: state, pkceCodeVerifier: codeVerifier, ...(isOidc && { expectedNonce: nonce, idTokenExpected: true }) }
		const answer = await authorizationCodeGrant(config, new URL(`${redirectUri}?${params.toString()}`), checks)
		const tokens = { accessToken: answer.access_token, refreshToken: answer.refresh_token ?? null }
		if (!isOidc) return { profile: await readGithub(config, provider, tokens.accessToken), tokens }
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
		makeAuthorizationUrl: (provider, { state, codeVerifier, nonce, redirectUri, scopes, extra }) =>
			orExplain(async () => {
				const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load()
				const isApple = provider.name === 'apple'
				const own = isApple ? APPLE_SCOPES : SCOPES[provider.kind]
				return buildAuthorizationUrl(await configFor(provider), {
					...extra,
					...(isApple && { response_mode: 'form_post' }),
					...(provider.kind === 'oidc' && { nonce }),
					redirect_uri: redirectUri,
					scope: [...new Set([...own, ...scopes])].join(' '),
					state,
					code_challenge: await calculatePKCECodeChallenge(codeVerifier),
					code_challenge_method: 'S256',
				})
			}),
		redeemCallback: (provider, answer) => orExplain(() => redeem(provider, answer)),
		checkIdToken: (provider, input) =>
			orExplain(async () => {
				if (provider.kind !== 'oidc') throw new ProviderError('invalid', 'this provider makes no identity tokens')
				const { issuer, jwks_uri: jwksUri } = (await configFor(provider)).serverMetadata()
				if (!jwksUri) throw new ProviderError('invalid', 'the provider publishes no keys')
				return profileFromClaims(provider, await checkIdToken(input, { ...outside, provider, issuer, jwksUri }))
			}),
	}
}
