// asvs V3.7.2 V6.3.2 V6.8.2 V7.6.2 V10.1.2 V10.2.1 V10.5.1 V10.5.2 V10.5.4 V16.5.2
// regression CVE-2026-31813 ccf20d72 #2483 CVE-2026-53516 CVE-2026-121802
import { expect, test } from 'vitest'

import { currentAgeRule } from '#domain/consents/age-rule.ts'

import { errorOf, locationOf, openBrowser } from './browser.ts'
import { CLIENT_SECRET, type OidcProvider, type Person, startOidcProvider } from './oidc-provider.ts'
import { GOOD_PASSWORD, signedIn, SITE, someAddress, startWire, type Wire } from './test-client.ts'

type Browser = ReturnType<typeof openBrowser>
const DASHBOARD = `${SITE}/dashboard`

async function start(env: Record<string, string> = {}) {
	const provider = await startOidcProvider()
	return { provider, wire: await startWire({ env: { ...provider.env, ...env } }) }
}

/** Follows the client's URL to the provider. */
async function leave(browser: Browser, options: Record<string, unknown> = {}) {
	const { data, error } = await browser.client.auth.signInWithOAuth({
		provider: 'custom:acme',
		options: { redirectTo: DASHBOARD, skipBrowserRedirect: true, ...options },
	})
	expect(error).toBeNull()
	const answer = await browser.go(data.url ?? '')
	expect(answer.status).toBe(302)
	return answer.headers.get('location') ?? ''
}

const comeBack = async (provider: OidcProvider, browser: Browser, person: Person) =>
	browser.go(provider.agree(await leave(browser), person))

/** Runs the whole flow, up to a session in the client. */
async function signInThrough(provider: OidcProvider, wire: Wire, person: Person) {
	const browser = openBrowser(wire)
	const back = locationOf(await comeBack(provider, browser, person))
	const { data, error } = await browser.client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
	expect([back.origin + back.pathname, back.hash, error]).toEqual([DASHBOARD, '', null])
	if (!data.session || !data.user) throw new Error('no session')
	return { browser, session: data.session, user: data.user }
}

const proven = (email: string, sub = 'person-1'): Person => ({ sub, email, email_verified: true, name: 'Sample Person' })

test('a first sign-in through a provider creates an account and an identity and returns the provider’s tokens', async () => {
	const { provider, wire } = await start()
	const email = someAddress()
	const { session, user, browser } = await signInThrough(provider, wire, proven(email))
	expect(user).toMatchObject({
		email,
		app_metadata: { provider: 'custom:acme', providers: ['custom:acme'] },
		user_metadata: { name: 'Sample Person' },
	})
	expect(user.email_confirmed_at).toBeTruthy()
	expect(user.identities).toMatchObject([
		{ id: 'person-1', provider: 'custom:acme', email, identity_data: { iss: provider.issuer, email_verified: true } },
	])
	expect([session.provider_token?.length, session.provider_refresh_token]).toEqual([32, 'provider-refresh'])
	expect((await browser.client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth', provider: 'custom:acme' }])
	expect(browser.jar.size).toBe(0)

	// The age rule is also shown below the provider buttons.
	const age = () => wire.deps.db.selectFrom('auth.users').select('age_rule_version').where('id', '=', user.id).executeTakeFirst()
	expect(await age()).toEqual({ age_rule_version: currentAgeRule.version })

	const again = await signInThrough(provider, wire, { ...proven(someAddress()), name: 'Later Name' })
	expect([again.user.id, again.user.email, again.user.user_metadata.name]).toEqual([user.id, email, 'Sample Person'])
	const rows = await wire.deps.db.selectFrom('auth.audit_log_entries').select('action').where('user_id', '=', user.id).execute()
	expect(rows.map(({ action }) => action)).toEqual(
		expect.arrayContaining(['user_signedup', 'identity_linked', 'external_sign_in', 'login']),
	)
})

test('the authorization request has our redirect, state, nonce and PKCE challenge, and extra parameters of the caller', async () => {
	const { provider, wire } = await start()
	const browser = openBrowser(wire)
	const url = new URL(
		await leave(browser, {
			scopes: 'calendar',
			queryParams: { prompt: 'consent', client_id: 'theirs', nonce: 'theirs', response_type: 'token' },
		}),
	)
	const asked = Object.fromEntries(url.searchParams)
	expect(url.origin).toBe(provider.issuer)
	expect(asked).toMatchObject({
		client_id: 'launchway-client',
		redirect_uri: `${SITE}/auth/v1/callback`,
		response_type: 'code',
		scope: 'openid email profile calendar',
		code_challenge_method: 'S256',
		prompt: 'consent',
	})
	expect([asked.nonce?.length, asked.state?.length, asked.code_challenge?.length]).toEqual([43, 43, 43])
	await browser.go(provider.agree(url.toString(), proven(someAddress())))
	expect(provider.tokenRequests[0]?.get('client_secret')).toBe(CLIENT_SECRET)
})

test('without a PKCE challenge, the session is returned in the URL fragment', async () => {
	const { provider, wire } = await start()
	const browser = openBrowser(wire)
	const left = await browser.go(`/auth/v1/authorize?provider=custom:acme&redirect_to=${DASHBOARD}`)
	const back = locationOf(await browser.go(provider.agree(left.headers.get('location') ?? '', proven(someAddress()))))
	const keys = [...new URLSearchParams(back.hash.slice(1)).keys()]
	expect(keys).toEqual([
		'access_token',
		'expires_at',
		'expires_in',
		'provider_refresh_token',
		'provider_token',
		'refresh_token',
		'sb',
		'token_type',
	])
})

test('a verified provider address signs in to the existing account, whose password stays', async () => {
	const { provider, wire } = await start()
	const { email, user } = await signedIn(wire)
	const { user: same } = await signInThrough(provider, wire, proven(email.toUpperCase()))
	expect([same.id, same.app_metadata.providers]).toEqual([user.id, ['email', 'custom:acme']])
	expect((await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error).toBeNull()
})

test('an unconfirmed sign-up by a stranger is replaced when a provider verifies the address', async () => {
	const { provider, wire } = await start()
	const email = someAddress()
	const { data } = await wire.connect().auth.signUp({ email, password: 'the stranger waits here', options: { data: { name: 'Stranger' } } })
	const passkey = { user_id: data.user?.id ?? '', credential_id: 'x', public_key: Buffer.from('x') }
	await wire.deps.db.insertInto('auth.passkeys').values(passkey).execute()
	const { user } = await signInThrough(provider, wire, proven(email))
	const { code } = await wire.lastMail(email)
	expect([user.id, user.user_metadata.name, user.identities?.map((one) => one.provider)]).toEqual([
		data.user?.id,
		'Sample Person',
		['custom:acme'],
	])
	expect(await wire.countRows('auth.passkeys')).toBe(0)
	const late = wire.connect()
	expect((await late.auth.signInWithPassword({ email, password: 'the stranger waits here' })).error?.code).toBe('invalid_credentials')
	expect((await late.auth.verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe('otp_expired')
})

test.each([
	['an address the provider has not proven', { sub: 'x', email: 'learner@example.org' }, 'provider_email_needs_verification'],
	['the word false', { sub: 'x', email: 'learner@example.org', email_verified: 'false' }, 'provider_email_needs_verification'],
	['no address', { sub: 'x' }, 'email_address_not_provided'],
	['what is no address', { sub: 'x', email: 'a,b@example.org', email_verified: true }, 'email_address_not_provided'],
])('%s signs no one in and creates nothing', async (_name, person, code) => {
	const { provider, wire } = await start()
	const { email } = await signedIn(wire, 'learner@example.org')
	expect(email).toBe('learner@example.org')
	const before = [await wire.countRows('auth.users'), await wire.countRows('auth.identities'), await wire.countRows('auth.sessions')]
	const { query, fragment } = errorOf(await comeBack(provider, openBrowser(wire), person))
	expect([query[1], fragment[1]]).toEqual([code, code])
	expect([await wire.countRows('auth.users'), await wire.countRows('auth.identities'), await wire.countRows('auth.sessions')]).toEqual(
		before,
	)
})

test('closed sign-up and banned accounts return an error to the page', async () => {
	const { provider, wire } = await start({ GOTRUE_DISABLE_SIGNUP: 'true' })
	expect(errorOf(await comeBack(provider, openBrowser(wire), proven(someAddress()))).query).toEqual(['invalid_request', 'signup_disabled'])
	const open = await start()
	const { user } = await signInThrough(open.provider, open.wire, proven(someAddress()))
	await open.wire.deps.db
		.updateTable('auth.users')
		.set({ banned_until: new Date(Date.now() + 1e9) })
		.where('id', '=', user.id)
		.execute()
	const answer = await comeBack(open.provider, openBrowser(open.wire), proven(someAddress()))
	expect(errorOf(answer).query).toEqual(['access_denied', 'user_banned'])
})

const refuse = { query: ['invalid_request', 'bad_oauth_callback'], fragment: ['invalid_request', 'bad_oauth_callback'] }

test('every invalid ID token is refused', async () => {
	const { provider, wire } = await start()
	const tampers: [string, Parameters<OidcProvider['tamperWith']>[0]][] = [
		['wrong issuer', ({ claims }) => (claims.iss = 'https://accounts.google.com')],
		['wrong audience', ({ claims }) => (claims.aud = 'another-client')],
		['another party authorised', ({ claims }) => void Object.assign(claims, { aud: ['launchway-client', 'b'], azp: 'b' })],
		['wrong nonce', ({ claims }) => (claims.nonce = 'replayed')],
		['no nonce', ({ claims }) => void delete claims.nonce],
		['expired', ({ claims }) => (claims.exp = (claims.iat ?? 0) - 60)],
		['no subject', ({ claims }) => void delete claims.sub],
		['alg none', ({ header }) => (header.alg = 'none')],
		['public key as secret', ({ header }) => (header.alg = 'HS256')],
		['unknown key', ({ header }) => (header.kid = 'second')],
	]
	for (const [name, tamper] of tampers) {
		provider.tamperWith(tamper)
		expect([name, errorOf(await comeBack(provider, openBrowser(wire), proven(someAddress())))]).toEqual([name, refuse])
	}
	provider.tamperWith(() => undefined)
	provider.signAsStranger()
	expect(errorOf(await comeBack(provider, openBrowser(wire), proven(someAddress())))).toEqual(refuse)
	expect(await wire.countRows('auth.users')).toBe(0)
})

test('a swapped auth code and a denial return an error to the page, without the provider’s text', async () => {
	const { provider, wire } = await start()
	const mine = openBrowser(wire)
	const theirs = openBrowser(wire)
	const back = provider.agree(await leave(mine), proven(someAddress()))
	const stolen = provider.agree(await leave(theirs), proven(someAddress(), 'person-2'))
	back.searchParams.set('code', stolen.searchParams.get('code') ?? '')
	expect(errorOf(await mine.go(back))).toEqual(refuse)

	const denied = provider.agree(await leave(mine), proven(someAddress()))
	denied.searchParams.delete('code')
	denied.searchParams.set('error', 'access_denied')
	denied.searchParams.set('error_description', 'Call 555-0100 now')
	const answer = await mine.go(denied)
	expect([errorOf(answer).query, answer.headers.get('location')?.includes('555')]).toEqual([['access_denied', 'bad_oauth_callback'], false])
})

test('an OAuth state works once, within five minutes, in the browser that started it', async () => {
	const { provider, wire } = await start()
	const codeOf = async (answer: Response) => [answer.status, answer.headers.get('x-sb-error-code'), answer.headers.get('location')]
	const mine = openBrowser(wire)
	const back = provider.agree(await leave(mine), proven(someAddress()))
	expect(await codeOf(await openBrowser(wire).go(back))).toEqual([400, 'bad_oauth_state', null])
	expect(await codeOf(await mine.go(back))).toEqual([400, 'flow_state_already_used', null])

	const late = provider.agree(await leave(mine), proven(someAddress()))
	wire.clock.advance(300_000)
	expect(await codeOf(await mine.go(late))).toEqual([400, 'bad_oauth_state', null])
	expect(await codeOf(await mine.go('/auth/v1/callback?code=1'))).toEqual([400, 'bad_oauth_callback', null])
	expect(await codeOf(await mine.go('/auth/v1/callback?code=1&state=unknown'))).toEqual([400, 'bad_oauth_state', null])
	expect(await wire.countRows('auth.users')).toBe(0)
})

test('16 parallel callbacks with one state sign in once', async () => {
	const { provider, wire } = await start()
	const browser = openBrowser(wire)
	const back = provider.agree(await leave(browser), proven(someAddress()))
	const { pathname, search } = back
	const headers = { cookie: browser.cookie() }
	const answers = await Promise.all(Array.from({ length: 16 }, () => wire.request(`${pathname}${search}`, { headers })))
	expect([303, 400].map((status) => answers.filter((answer) => answer.status === status).length)).toEqual([1, 15])
	expect(await wire.countRows('auth.flow_states')).toBe(1)
})

test('parallel first sign-ins of one person create one account', async () => {
	const { provider, wire } = await start()
	const browsers = [openBrowser(wire), openBrowser(wire), openBrowser(wire), openBrowser(wire)]
	const email = someAddress()
	const ways = []
	for (const browser of browsers) ways.push({ browser, back: provider.agree(await leave(browser), proven(email)) })
	const answers = await Promise.all(ways.map(({ browser, back }) => browser.go(back)))
	expect(answers.every((answer) => locationOf(answer).searchParams.has('code'))).toBe(true)
	expect([await wire.countRows('auth.users'), await wire.countRows('auth.identities')]).toEqual([1, 1])
})

test.each([
	['unknown', 'nobody'],
	['off', 'google'],
	['a name of every object', 'constructor'],
	['none', ''],
])('a provider name that is %s is refused', async (_name, provider) => {
	const wire = await startWire()
	const answer = await wire.request(`/auth/v1/authorize?provider=${provider}`)
	expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed'])
	expect(await answer.text()).toContain('Unsupported provider')
})

test('redirects to foreign URLs are ignored, and settings list the enabled providers', async () => {
	const { provider, wire } = await start()
	const browser = openBrowser(wire)
	const url = await leave(browser, { redirectTo: 'https://evil.example/dashboard' })
	expect(locationOf(await browser.go(provider.agree(url, proven(someAddress())))).origin).toBe(SITE)
	const settings = (await (await wire.request('/auth/v1/settings')).json()) as { external: Record<string, boolean> }
	expect([settings.external['custom:acme'], settings.external.google]).toEqual([true, false])
})

test('an unreachable provider gives an error and stores no state', async () => {
	const wire = await startWire({
		env: {
			GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
			GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: 'a',
			GOTRUE_EXTERNAL_KEYCLOAK_SECRET: 'b',
			GOTRUE_EXTERNAL_KEYCLOAK_URL: 'http://127.0.0.1:1/realms/x',
		},
	})
	const answer = await wire.request('/auth/v1/authorize?provider=keycloak')
	expect([answer.status, answer.headers.get('x-sb-error-code'), await wire.countRows('auth.external_flows')]).toEqual([
		502,
		'unexpected_failure',
		0,
	])
})
