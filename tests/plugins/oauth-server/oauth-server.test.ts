// asvs V9.2.4 V10.4.3 V10.4.7 V10.4.9 V10.7.1
import * as oidc from 'openid-client'
import { expect, test } from 'vitest'

import { GOOD_PASSWORD, signedIn, SITE, startWire } from '#tests/wire/test-client.ts'

import { agree, askedId, BACK, ISSUER, leaveFor, letIn, type Method, openApp, startOauthWire } from './oauth-app.ts'

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

test.each<[Method, string]>([
	['client_secret_basic', BACK],
	['client_secret_post', 'http://localhost:8123/back'],
	['none', 'http://127.0.0.1:8123/back'],
])('a certified client using %s completes the whole flow', async (method, redirect) => {
	const wire = await startOauthWire()
	const learner = await signedIn(wire)
	await learner.client.auth.updateUser({ data: { full_name: 'Provider Name', name: 'Sample Learner' } })
	const app = await openApp(wire, { method, redirect })
	const { tokens, back } = await letIn(wire, { app, learner })
	expect([back.searchParams.get('iss'), tokens.token_type, tokens.scope]).toEqual([ISSUER, 'bearer', 'openid email profile'])
	expect(tokens.claims()).toMatchObject({
		sub: learner.user.id,
		aud: app.id,
		iss: ISSUER,
		email: learner.email,
		email_verified: true,
		name: 'Sample Learner',
	})
	expect(claimsOf(tokens.access_token)).toMatchObject({
		client_id: app.id,
		scope: 'openid email profile',
		email: learner.email,
		phone: '',
		app_metadata: {},
		user_metadata: { name: 'Sample Learner' },
		amr: [{ method: 'oauth_provider/authorization_code' }],
	})
	expect(await oidc.fetchUserInfo(app.config, tokens.access_token, learner.user.id)).toMatchObject({
		email: learner.email,
		name: 'Sample Learner',
	})

	const refreshed = await oidc.refreshTokenGrant(app.config, tokens.refresh_token ?? '')
	expect([refreshed.scope, refreshed.refresh_token === tokens.refresh_token]).toEqual(['openid email profile', false])
	expect((await oidc.fetchUserInfo(app.config, refreshed.access_token, learner.user.id)).sub).toBe(learner.user.id)
	const rows = await wire.deps.db.selectFrom('auth.audit_log_entries').select('action').where('user_id', '=', learner.user.id).execute()
	expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['oauth_access_granted', 'oauth_code_redeemed']))
})

test('an application that may not refresh gets no refresh token, and its session ends with its access token', async () => {
	const wire = await startOauthWire()
	const learner = await signedIn(wire)
	const app = await openApp(wire)
	const { error } = await wire.service.auth.admin.oauth.updateClient(app.id, { grant_types: ['authorization_code'] })
	expect(error).toBeNull()
	const { tokens } = await letIn(wire, { app, learner })
	expect([tokens.refresh_token, (await oidc.fetchUserInfo(app.config, tokens.access_token, learner.user.id)).sub]).toEqual([
		undefined,
		learner.user.id,
	])
	const session = await wire.deps.db
		.selectFrom('auth.sessions')
		.select('not_after')
		.where('oauth_client_id', '=', app.id)
		.executeTakeFirstOrThrow()
	expect(session.not_after).toEqual(new Date(wire.clock.now().getTime() + (tokens.expires_in ?? 0) * 1000))
})

test('with single sessions on, a new sign-in ends the learner’s other browsers, but not an application’s access', async () => {
	const wire = await startOauthWire({ GOTRUE_SESSIONS_SINGLE_PER_USER: 'true' })
	const learner = await signedIn(wire)
	const app = await openApp(wire)
	const { tokens } = await letIn(wire, { app, learner })
	expect((await wire.connect().auth.signInWithPassword({ email: learner.email, password: GOOD_PASSWORD })).error).toBeNull()
	const asked = await wire.request('/auth/v1/user', { headers: { authorization: `Bearer ${learner.session.access_token}` } })
	expect(asked.headers.get('x-sb-error-code')).toBe('session_not_found')
	expect((await oidc.refreshTokenGrant(app.config, tokens.refresh_token ?? '')).access_token).toEqual(expect.any(String))
})

test('the consent request names client and scopes, and a denial is returned to the client', async () => {
	const wire = await startOauthWire()
	const learner = await signedIn(wire)
	const app = await openApp(wire)
	const { url, keep } = await leaveFor(app, 'email')
	const id = await askedId(wire, url)
	expect((await learner.client.auth.oauth.getAuthorizationDetails(id)).data).toEqual({
		authorization_id: id,
		redirect_uri: BACK,
		client: { id: app.id, name: 'Sample App', uri: '', logo_uri: '', registration_type: 'manual' },
		user: { id: learner.user.id, email: learner.email },
		scope: 'email',
	})
	const { data } = await learner.client.auth.oauth.denyAuthorization(id)
	const back = new URL(data?.redirect_url ?? '')
	expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: keep.expectedState, iss: ISSUER })
	await expect(oidc.authorizationCodeGrant(app.config, back, keep)).rejects.toMatchObject({ error: 'access_denied' })
	expect(await wire.countRows('auth.oauth_consents')).toBe(0)
	expect((await learner.client.auth.oauth.approveAuthorization(id)).error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('earlier consent isn’t asked again, except for more scopes or a local application', async () => {
	const wire = await startOauthWire()
	const learner = await signedIn(wire)
	const isAsked = async (app: Awaited<ReturnType<typeof openApp>>, scope: string, more = '') => {
		const { url } = await leaveFor(app, scope)
		if (more) url.searchParams.set('prompt', more)
		const { data } = await learner.client.auth.oauth.getAuthorizationDetails(await askedId(wire, url))
		return data !== null && 'authorization_id' in data
	}
	const app = await openApp(wire)
	await letIn(wire, { app, learner, scope: 'openid email' })
	expect([
		await isAsked(app, 'email'),
		await isAsked(app, 'openid'),
		await isAsked(app, 'email phone'),
		await isAsked(app, 'email', 'consent'),
	]).toEqual([false, false, true, true])
	const native = await openApp(wire, { method: 'none', redirect: 'http://127.0.0.1:8123/back' })
	await letIn(wire, { app: native, learner, scope: 'email' })
	expect(await isAsked(native, 'email')).toBe(true)
})

test('a learner lists applications and revokes access, including tokens and pending codes', async () => {
	const wire = await startOauthWire()
	const learner = await signedIn(wire)
	const app = await openApp(wire)
	const { tokens } = await letIn(wire, { app, learner })
	const { url, keep } = await leaveFor(app)
	const underWay = await agree(learner, await askedId(wire, url))
	const { oauth } = learner.client.auth
	expect((await oauth.listGrants()).data).toMatchObject([
		{ client: { id: app.id, name: 'Sample App' }, scopes: ['openid', 'email', 'profile'] },
	])
	const headers = { authorization: `Bearer ${learner.session.access_token}` }
	const listed = JSON.stringify(await (await wire.request('/api/sessions', { headers })).json())
	expect(listed.match(/"isCurrent"/g)).toHaveLength(1)

	expect((await oauth.revokeGrant({ clientId: app.id })).error).toBeNull()
	expect((await oauth.listGrants()).data).toEqual([])
	await expect(oidc.fetchUserInfo(app.config, tokens.access_token, learner.user.id)).rejects.toMatchObject({ status: 401 })
	await expect(oidc.refreshTokenGrant(app.config, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
	await expect(oidc.authorizationCodeGrant(app.config, underWay, keep)).rejects.toMatchObject({ error: 'invalid_grant' })
	expect((await learner.client.auth.getUser()).error).toBeNull()
	expect((await oauth.revokeGrant({ clientId: app.id })).error).toMatchObject({ status: 404, code: 'oauth_consent_not_found' })
})

test.each<Method>(['none', 'client_secret_basic'])('an application registers itself if allowed: %s', async (method) => {
	const body = { client_name: 'Self', redirect_uris: [BACK], token_endpoint_auth_method: method }
	const closed = await (await startOauthWire()).post('/oauth/clients/register', body)
	expect([closed.status, closed.headers.get('x-sb-error-code')]).toEqual([403, 'oauth_dynamic_client_registration_disabled'])
	const wire = await startOauthWire({ GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true' })
	const config = await oidc.dynamicClientRegistration(new URL(ISSUER), body, method === 'none' ? oidc.None() : undefined, {
		execute: [oidc.allowInsecureRequests],
		[oidc.customFetch]: async (url, init) => wire.ask(new Request(url, init as RequestInit)),
	})
	const learner = await signedIn(wire)
	const app = { config, id: config.clientMetadata().client_id, secret: '', redirect: BACK }
	const { url } = await leaveFor(app)
	const { data: asked } = await learner.client.auth.oauth.getAuthorizationDetails(await askedId(wire, url))
	expect(asked).toMatchObject({ client: { id: app.id, registration_type: 'dynamic' } })
	expect((await letIn(wire, { app, learner })).tokens.claims()?.sub).toBe(learner.user.id)
	expect((await wire.service.auth.admin.oauth.getClient(app.id)).data?.registration_type).toBe('dynamic')
})

test('the metadata is served at the well-known URLs of both standards', async () => {
	const wire = await startOauthWire()
	const read = async (path: string) => (await wire.request(path)).json() as Promise<Record<string, unknown>>
	const found = await read('/auth/v1/.well-known/openid-configuration')
	expect(found).toMatchObject({
		issuer: ISSUER,
		authorization_endpoint: `${ISSUER}/oauth/authorize`,
		code_challenge_methods_supported: ['S256'],
		id_token_signing_alg_values_supported: ['ES256'],
	})
	expect(found).not.toHaveProperty('registration_endpoint')
	for (const path of ['/auth/v1/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server/auth/v1'])
		expect(await read(path)).toEqual(found)
	const config = await oidc.discovery(new URL(ISSUER), 'x', {}, oidc.None(), {
		algorithm: 'oauth2',
		execute: [oidc.allowInsecureRequests],
		[oidc.customFetch]: async (url, init) => wire.ask(new Request(url, init as RequestInit)),
	})
	expect(config.serverMetadata().token_endpoint).toBe(`${ISSUER}/oauth/token`)
})

test('with a shared signing secret no ID tokens are offered', async () => {
	const wire = await startOauthWire({ GOTRUE_JWT_SECRET: 's'.repeat(64) })
	const app = await openApp(wire)
	expect([app.config.serverMetadata().scopes_supported, app.config.serverMetadata().id_token_signing_alg_values_supported]).toEqual([
		['email', 'profile', 'phone'],
		undefined,
	])
	const { url } = await leaveFor(app)
	const answer = await wire.request(`${url.pathname}${url.search}`)
	expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_scope')
	expect((await letIn(wire, { app, learner: await signedIn(wire), scope: 'email' })).tokens.scope).toBe('email')
})

test('while disabled, every endpoint of the OAuth server answers with an error', async () => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
	for (const [method, path] of [
		['GET', '/oauth/authorize?client_id=x&redirect_uri=y'],
		['GET', '/oauth/authorizations/x'],
		['POST', '/oauth/authorizations/x/consent'],
		['POST', '/oauth/clients/register'],
		['GET', '/oauth/userinfo'],
		['GET', '/user/oauth/grants'],
		['DELETE', '/user/oauth/grants?client_id=x'],
		['GET', '/.well-known/openid-configuration'],
		['GET', '/.well-known/oauth-authorization-server'],
	] as const) {
		const answer = await wire.request(`/auth/v1${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) })
		expect([path, answer.status, answer.headers.get('x-sb-error-code')]).toEqual([path, 404, 'feature_disabled'])
	}
	const token = await wire.post('/oauth/token', { grant_type: 'refresh_token', client_id: 'x' })
	expect(token.status).toBe(404)
})

test('a request opens our consent page and expires after ten minutes, a code after one', async () => {
	const wire = await startOauthWire()
	const learner = await signedIn(wire)
	const app = await openApp(wire)
	const { url } = await leaveFor(app)
	const asked = await wire.request(`${url.pathname}${url.search}`)
	expect([asked.status, asked.headers.get('location')?.startsWith(`${SITE}/oauth/consent?authorization_id=`)]).toEqual([302, true])
	const old = await askedId(wire, url)
	wire.clock.advance(10 * 60_000)
	expect((await learner.client.auth.oauth.getAuthorizationDetails(old)).error).toMatchObject({
		status: 404,
		code: 'oauth_authorization_not_found',
	})
	const again = await leaveFor(app)
	const back = await agree(learner, await askedId(wire, again.url))
	wire.clock.advance(60_000)
	await expect(oidc.authorizationCodeGrant(app.config, back, again.keep)).rejects.toMatchObject({ error: 'invalid_grant' })
})
