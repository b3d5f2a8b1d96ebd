import * as oidc from 'openid-client'

import { startAdminWire } from '#tests/wire/admin-client.ts'
import { type signedIn, SITE } from '#tests/wire/test-client.ts'

export const ISSUER = `${SITE}/auth/v1`
export const BACK = 'https://app.example/back'
export const ON = { GOTRUE_OAUTH_SERVER_ENABLED: 'true' }

export type Method = 'none' | 'client_secret_basic' | 'client_secret_post'
export type OauthWire = Awaited<ReturnType<typeof startOauthWire>>
type Learner = Awaited<ReturnType<typeof signedIn>>

/** Starts a server through which other applications may sign learners in. */
export const startOauthWire = (env: Record<string, string> = {}) => startAdminWire({ ...ON, ...env })

/** Registers an application as the operator, and opens it with a certified third-party client. */
export async function openApp(
	wire: OauthWire,
	{ method = 'client_secret_basic' as Method, redirect = BACK, name = 'Sample App', scope = '' } = {},
) {
	const { data } = await wire.service.auth.admin.oauth.createClient({
		client_name: name,
		redirect_uris: [redirect],
		token_endpoint_auth_method: method,
		...(scope && { scope }),
	})
	const id = data?.client_id ?? ''
	const secret = data?.client_secret ?? ''
	const proofs = {
		none: () => oidc.None(),
		client_secret_basic: () => oidc.ClientSecretBasic(secret),
		client_secret_post: () => oidc.ClientSecretPost(secret),
	}
	const config = await oidc.discovery(new URL(ISSUER), id, {}, proofs[method](), {
		execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
		[oidc.customFetch]: async (url, init) => wire.ask(new Request(url, init as RequestInit)),
	})
	return { id, secret, config, redirect }
}
export type App = Awaited<ReturnType<typeof openApp>>

/** Returns the application's redirect, and the state it keeps until the browser returns. */
export async function leaveFor({ config, redirect }: App, scope = 'openid email profile') {
	const keep = { pkceCodeVerifier: oidc.randomPKCECodeVerifier(), expectedState: oidc.randomState(), expectedNonce: oidc.randomNonce() }
	const url = oidc.buildAuthorizationUrl(config, {
		redirect_uri: redirect,
		scope,
		code_challenge: await oidc.calculatePKCECodeChallenge(keep.pkceCodeVerifier),
		code_challenge_method: 'S256',
		state: keep.expectedState,
		...(scope.includes('openid') && { nonce: keep.expectedNonce }),
	})
	const { expectedNonce: _unused, ...plain } = keep
	return { url, keep: scope.includes('openid') ? keep : plain }
}

/** Follows the URL to the consent page. @returns the request's ID */
export async function askedId(wire: OauthWire, url: URL): Promise<string> {
	const answer = await wire.request(`${url.pathname}${url.search}`)
	return new URL(answer.headers.get('location') ?? SITE).searchParams.get('authorization_id') ?? ''
}

/** Opens the request as the learner and agrees, unless consent was given before. */
export async function agree({ client }: Learner, id: string): Promise<URL> {
	const opened = await client.auth.oauth.getAuthorizationDetails(id)
	if (opened.data && 'redirect_url' in opened.data) return new URL(opened.data.redirect_url)
	const { data, error } = await client.auth.oauth.approveAuthorization(id)
	if (error) throw error
	return new URL(data?.redirect_url ?? '')
}

/** Runs the whole flow with the certified client. */
export async function letIn(wire: OauthWire, { app, learner, scope }: { app: App; learner: Learner; scope?: string }) {
	const { url, keep } = await leaveFor(app, scope)
	const back = await agree(learner, await askedId(wire, url))
	return { back, keep, tokens: await oidc.authorizationCodeGrant(app.config, back, keep) }
}
