// asvs V9.2.2 V9.2.4 V10.3.2 V10.4.1 V10.4.2 V10.4.4 V10.4.5 V10.4.6 V10.4.7 V10.4.10 V10.4.11 V10.6.1 V15.3.7
import * as oidc from 'openid-client'
import { expect, test } from 'vitest'

import { signedIn, SITE } from '#tests/wire/test-client.ts'

import { agree, askedId, BACK, ISSUER, leaveFor, letIn, type OauthWire, openApp, startOauthWire } from './oauth-app.ts'

const refusedAs = (error: string) => expect.objectContaining({ error })
const codeOf = (back: URL) => back.searchParams.get('code') ?? ''

/** Calls the token endpoint, which is open to anyone. */
async function ask(wire: OauthWire, fields: Record<string, string> | string, headers: Record<string, string> = {}) {
	const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
	const type = { 'content-type': 'application/x-www-form-urlencoded' }
	const answer = await wire.request('/auth/v1/oauth/token', { method: 'POST', headers: { ...type, ...headers }, body })
	return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, headers: answer.headers }
}

test('a reused authorization code is refused, and its tokens are revoked', async () => {
	const wire = await startOauthWire()
	const learner = await signedIn(wire)
	const app = await openApp(wire)
	const { back, keep, tokens } = await letIn(wire, { app, learner })
	await expect(oidc.authorizationCodeGrant(app.config, back, keep)).rejects.toMatchObject({ error: 'invalid_grant' })
	await expect(oidc.refreshTokenGrant(app.config, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
	await expect(oidc.fetchUserInfo(app.config, tokens.access_token, learner.user.id)).rejects.toMatchObject({ status: 401 })
	const rows = await wire.deps.db.selectFrom('auth.audit_log_entries').select('outcome').where('action', '=', 'oauth_code_reused').execute()
	expect(rows).toEqual([{ outcome: 'failure' }])
})

test('if 16 requests redeem one code at once, one gets tokens, which are then revoked', async () => {
	const wire = await startOauthWire()
	const learner = await signedIn(wire)
	const app = await openApp(wire)
	const { url, keep } = await leaveFor(app)
	const back = await agree(learner, await askedId(wire, url))
	const all = await Promise.allSettled(Array.from({ length: 16 }, () => oidc.authorizationCodeGrant(app.config, back, keep)))
	expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	const held = await wire.deps.db.selectFrom('auth.sessions').select('id').where('oauth_client_id', 'is not', null).execute()
	expect(held).toEqual([])
})

test('a missing or wrong code verifier gets no tokens, and the code still works for its owner', async () => {
	const wire = await startOauthWire()
	const app = await openApp(wire, { method: 'none' })
	const { url, keep } = await leaveFor(app)
	const back = await agree(await signedIn(wire), await askedId(wire, url))
	const fields = { grant_type: 'authorization_code', client_id: app.id, code: codeOf(back), redirect_uri: BACK }
	const challenge = url.searchParams.get('code_challenge') ?? ''
	expect([
		(await ask(wire, fields)).body,
		(await ask(wire, { ...fields, code_verifier: 'x'.repeat(43) })).body,
		(await ask(wire, { ...fields, code_verifier: challenge })).body,
		(await ask(wire, { ...fields, code_verifier: keep.pkceCodeVerifier.toUpperCase() })).body,
	]).toEqual([refusedAs('invalid_request'), refusedAs('invalid_grant'), refusedAs('invalid_grant'), refusedAs('invalid_grant')])
	const elsewhere = { ...fields, code_verifier: keep.pkceCodeVerifier, redirect_uri: `${BACK}/` }
	expect((await ask(wire, elsewhere)).body).toEqual(refusedAs('invalid_grant'))
	expect((await ask(wire, { ...fields, code_verifier: keep.pkceCodeVerifier })).status).toBe(200)
})

test.each([
	'https://app.example/back/',
	'https://app.example/back?x=1',
	'https://app.example/back#x',
	'https://app.example/BACK',
	'https://app.example/back/../other',
	'https://app.example:443/back',
	'https://app.example.evil.example/back',
	'https://app.example@evil.example/back',
	'https://evil.example/https://app.example/back',
	'http://app.example/back',
	'//app.example/back',
	'javascript:alert(1)',
	'',
])('nothing is redirected to %j, not even an error', async (uri) => {
	const wire = await startOauthWire()
	const { url } = await leaveFor(await openApp(wire))
	url.searchParams.set('redirect_uri', uri)
	url.searchParams.set('response_type', 'token')
	const answer = await wire.request(`${url.pathname}${url.search}`)
	expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
	expect(await wire.countRows('auth.oauth_authorizations')).toBe(0)
})

test.each<[string, (query: URLSearchParams) => void, string]>([
	['no challenge', (query) => query.delete('code_challenge'), 'invalid_request'],
	['the plain method', (query) => query.set('code_challenge_method', 'plain'), 'invalid_request'],
	['no method', (query) => query.delete('code_challenge_method'), 'invalid_request'],
	['a short challenge', (query) => query.set('code_challenge', 'x'), 'invalid_request'],
	['a token at once', (query) => query.set('response_type', 'token'), 'unsupported_response_type'],
	['an unknown scope', (query) => query.set('scope', 'openid admin'), 'invalid_scope'],
	['a request object', (query) => query.set('request', 'x'), 'request_not_supported'],
	['a challenge twice', (query) => query.append('code_challenge', 'x'), 'invalid_request'],
	['no page', (query) => query.set('prompt', 'none'), 'interaction_required'],
	['another sign-in', (query) => query.set('prompt', 'login'), 'invalid_request'],
	['an answer in the fragment', (query) => query.set('response_mode', 'fragment'), 'invalid_request'],
])('a request with %s returns to the client with its state, and isn’t stored', async (_name, bend, error) => {
	const wire = await startOauthWire()
	const { url, keep } = await leaveFor(await openApp(wire))
	bend(url.searchParams)
	const answer = await wire.request(`${url.pathname}${url.search}`)
	const back = new URL(answer.headers.get('location') ?? '')
	expect([back.origin + back.pathname, Object.fromEntries(back.searchParams)]).toEqual([
		BACK,
		expect.objectContaining({ error, state: keep.expectedState, iss: ISSUER }),
	])
	expect(await wire.countRows('auth.oauth_authorizations')).toBe(0)
})

test('an application registered for certain scopes can’t request others', async () => {
	const wire = await startOauthWire()
	const app = await openApp(wire, { scope: 'openid email' })
	for (const [scope, error] of [
		['openid email', null],
		['openid email phone', 'invalid_scope'],
		['profile', 'invalid_scope'],
	] as const) {
		const { url } = await leaveFor(app, scope)
		const answer = await wire.request(`${url.pathname}${url.search}`)
		expect([scope, new URL(answer.headers.get('location') ?? '').searchParams.get('error')]).toEqual([scope, error])
	}
})

test('another application can’t use a code or refresh token, and they stay valid for their owner', async () => {
	const wire = await startOauthWire()
	const learner = await signedIn(wire)
	const [mine, theirs] = [await openApp(wire), await openApp(wire, { name: 'Other' })]
	const { url, keep } = await leaveFor(mine)
	const back = await agree(learner, await askedId(wire, url))
	await expect(oidc.authorizationCodeGrant(theirs.config, back, keep)).rejects.toMatchObject({ error: 'invalid_grant' })
	const tokens = await oidc.authorizationCodeGrant(mine.config, back, keep)
	const refreshToken = tokens.refresh_token ?? ''
	await expect(oidc.refreshTokenGrant(theirs.config, refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
	const first = await wire.post('/token?grant_type=refresh_token', { refresh_token: refreshToken })
	expect([first.status, first.headers.get('x-sb-error-code')]).toEqual([400, 'refresh_token_not_found'])
	await expect(oidc.refreshTokenGrant(mine.config, learner.session.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
	expect((await oidc.refreshTokenGrant(mine.config, refreshToken)).access_token).toBeTruthy()
	expect((await learner.client.auth.refreshSession()).error).toBeNull()
})

test('reuse of an old refresh token revokes the application’s access', async () => {
	const wire = await startOauthWire()
	const app = await openApp(wire)
	const { tokens } = await letIn(wire, { app, learner: await signedIn(wire) })
	const old = tokens.refresh_token ?? ''
	const next = await oidc.refreshTokenGrant(app.config, old)
	const newest = await oidc.refreshTokenGrant(app.config, next.refresh_token ?? '')
	wire.clock.advance(60_000)
	await expect(oidc.refreshTokenGrant(app.config, old)).rejects.toMatchObject({ error: 'invalid_grant' })
	await expect(oidc.refreshTokenGrant(app.config, newest.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('a refresh for more scopes than granted is refused, and the token still works', async () => {
	const wire = await startOauthWire()
	const app = await openApp(wire)
	const { tokens } = await letIn(wire, { app, learner: await signedIn(wire), scope: 'email' })
	const refresh = tokens.refresh_token ?? ''
	await expect(oidc.refreshTokenGrant(app.config, refresh, { scope: 'email phone' })).rejects.toMatchObject({ error: 'invalid_scope' })
	expect((await oidc.refreshTokenGrant(app.config, refresh, { scope: 'email' })).scope).toBe('email')
	expect(tokens.id_token).toBeUndefined()
})

test('unknown clients and wrong, old or missing secrets get the same answer', async () => {
	const wire = await startOauthWire()
	const app = await openApp(wire, { method: 'client_secret_post' })
	const renewed = await wire.service.auth.admin.oauth.regenerateClientSecret(app.id)
	const fields = { grant_type: 'refresh_token', refresh_token: 'x' }
	const basic = (id: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` })
	const secret = renewed.data?.client_secret ?? ''
	const answers = [
		await ask(wire, { ...fields, client_id: '00000000-0000-4000-8000-000000000000', client_secret: secret }),
		await ask(wire, { ...fields, client_id: 'x', client_secret: secret }),
		await ask(wire, { ...fields, client_id: app.id, client_secret: 'wrong' }),
		await ask(wire, { ...fields, client_id: app.id, client_secret: app.secret }),
		await ask(wire, { ...fields, client_id: app.id, client_secret: '' }),
		await ask(wire, { ...fields, client_id: app.id }),
		await ask(wire, fields),
		await ask(wire, fields, basic(app.id, 'wrong')),
	]
	for (const { status, body, headers } of answers)
		expect([status, body, headers.get('www-authenticate')]).toEqual([
			401,
			{ error: 'invalid_client', error_description: 'Client authentication failed' },
			'Basic realm="oauth"',
		])
	expect((await ask(wire, { ...fields, client_id: app.id, client_secret: secret })).body).toEqual(refusedAs('invalid_grant'))
	expect((await ask(wire, fields, basic(app.id, secret))).body).toEqual(refusedAs('invalid_grant'))
	const both = await ask(wire, { ...fields, client_id: app.id, client_secret: secret }, basic(app.id, secret))
	expect(both.body).toEqual(refusedAs('invalid_request'))
	expect((await ask(wire, `grant_type=refresh_token&grant_type=password&client_id=${app.id}`)).body).toEqual(refusedAs('invalid_request'))
	expect((await ask(wire, { grant_type: 'password', client_id: app.id, client_secret: secret })).body).toEqual(
		refusedAs('unsupported_grant_type'),
	)
})

test('only the learner who opened a request can approve it, with her own token', async () => {
	const wire = await startOauthWire()
	const [learner, stranger] = [await signedIn(wire), await signedIn(wire)]
	const id = await askedId(wire, (await leaveFor(await openApp(wire))).url)
	const consent = (headers: Record<string, string>) => wire.post(`/oauth/authorizations/${id}/consent`, { action: 'approve' }, headers)
	// Cookies authenticate no one here: a form from another site is anonymous.
	expect((await consent({ cookie: 'sb-access-token=x', origin: 'https://evil.example' })).status).toBe(401)
	expect((await learner.client.auth.oauth.approveAuthorization(id)).error?.code).toBe('oauth_authorization_not_found')
	expect((await learner.client.auth.oauth.getAuthorizationDetails(id)).error).toBeNull()
	for (const { error } of [
		await stranger.client.auth.oauth.getAuthorizationDetails(id),
		await stranger.client.auth.oauth.approveAuthorization(id),
		await stranger.client.auth.oauth.denyAuthorization(id),
	])
		expect([error?.status, error?.code]).toEqual([404, 'oauth_authorization_not_found'])
	const twice = await Promise.all([1, 2].map(() => learner.client.auth.oauth.approveAuthorization(id)))
	expect(twice.filter(({ error }) => error === null)).toHaveLength(1)
})

test('a session without its second factor and an anonymous one can’t authorize an application', async () => {
	const wire = await startOauthWire({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
	const learner = await signedIn(wire)
	const app = await openApp(wire)
	await wire.deps.db
		.insertInto('auth.mfa_factors')
		.values({ user_id: learner.user.id, factor_type: 'totp', status: 'verified', created_at: wire.deps.now() })
		.execute()
	const id = await askedId(wire, (await leaveFor(app)).url)
	expect((await learner.client.auth.oauth.getAuthorizationDetails(id)).error).toMatchObject({ status: 403, code: 'insufficient_aal' })
	const anonymous = wire.connect()
	await anonymous.auth.signInAnonymously()
	expect((await anonymous.auth.oauth.getAuthorizationDetails(id)).error).toMatchObject({ status: 403, code: 'no_authorization' })
})

test('an application’s token can’t access the account, and an ID token can’t access anything', async () => {
	const wire = await startOauthWire()
	const learner = await signedIn(wire)
	const { tokens } = await letIn(wire, { app: await openApp(wire), learner })
	for (const token of [tokens.access_token, tokens.id_token ?? '']) {
		const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
		const calls: [string, string, unknown?][] = [
			['GET', '/auth/v1/user'],
			['PUT', '/auth/v1/user', { password: 'taken-over-by-an-app' }],
			['PUT', '/auth/v1/user', { email: 'evil@example.com' }],
			['POST', '/auth/v1/factors', { factor_type: 'totp' }],
			['POST', '/auth/v1/logout'],
			['GET', '/auth/v1/user/oauth/grants'],
			['POST', '/auth/v1/passkeys/registration/options', {}],
			['GET', '/auth/v1/admin/users'],
			['GET', '/api/orders'],
			['GET', '/api/sessions'],
			['POST', '/api/privacy/erasure', {}],
			['GET', '/rest/v1/user_sms_settings'],
			['POST', '/functions/v1/send-verification-code', {}],
		]
		for (const [method, path, body] of calls) {
			const answer = await wire.request(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
			expect([path, answer.status === 401 || answer.status === 403]).toEqual([path, true])
		}
	}
	const own = { authorization: `Bearer ${learner.session.access_token}` }
	for (const headers of [{}, own, { authorization: `Bearer ${tokens.id_token}` }]) {
		const answer = await wire.request('/auth/v1/oauth/userinfo', { headers })
		expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
	}
	expect((await learner.client.auth.getUser()).error).toBeNull()
})

test('deleting the account and signing out everywhere revoke the applications’ access', async () => {
	const wire = await startOauthWire()
	const learner = await signedIn(wire)
	const app = await openApp(wire)
	const { tokens } = await letIn(wire, { app, learner })
	await learner.client.auth.signOut({ scope: 'global' })
	await expect(oidc.refreshTokenGrant(app.config, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
	const again = await signedIn(wire)
	const { url, keep } = await leaveFor(app)
	const back = await agree(again, await askedId(wire, url))
	await wire.deps.db
		.updateTable('auth.users')
		.set({ banned_until: new Date(wire.clock.now().getTime() + 1e9) })
		.where('id', '=', again.user.id)
		.execute()
	await expect(oidc.authorizationCodeGrant(app.config, back, keep)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('no answer can be framed, and dynamic registration is rate limited', async () => {
	const wire = await startOauthWire({ GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true', TRUSTED_PROXY_HOPS: '1' })
	const { url } = await leaveFor(await openApp(wire))
	const answer = await wire.request(`${url.pathname}${url.search}`)
	expect([answer.headers.get('x-frame-options'), answer.headers.get('referrer-policy'), answer.headers.get('cache-control')]).toEqual([
		'DENY',
		'no-referrer',
		'no-store',
	])
	const enter = () =>
		wire.post('/oauth/clients/register', { client_name: 'x', redirect_uris: [`${SITE}/x`] }, { 'x-forwarded-for': '203.0.113.7' })
	const statuses = []
	for (let count = 0; count < 11; count += 1) statuses.push((await enter()).status)
	expect(statuses.at(-1)).toBe(429)
})
