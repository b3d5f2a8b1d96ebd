// asvs V7.6.1 V7.6.2 V10.3.3
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'

import { errorOf, locationOf, openBrowser } from '#tests/wire/browser.ts'
import { GOOD_PASSWORD, signedIn, SITE, startWire } from '#tests/wire/test-client.ts'

import { CALLBACK, post, SAML_ON, startCompany } from './saml-world.ts'

const UNVERIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

test('an employee signs in through the company’s provider, twice, to the same account', async () => {
	const mapping = {
		keys: { full_name: { name: 'displayName' }, groups: { names: ['teams', 'groups'], array: true }, site: { default: 'main' } },
	}
	const { wire, provider, name, signIn } = await startCompany({ connection: { attribute_mapping: mapping } })
	const { session, user } = await signIn()
	const claims = {
		iss: provider.entityId,
		sub: provider.person.nameId,
		email: 'jo@corp.example',
		email_verified: true,
		full_name: 'Sample Learner',
		custom_claims: { groups: ['staff'], site: 'main' },
	}
	expect(user).toMatchObject({ email: 'jo@corp.example', app_metadata: { provider: name, providers: [name] }, user_metadata: claims })
	expect(user.email_confirmed_at).toBeDefined()
	expect(user.identities).toMatchObject([{ provider: name, id: provider.person.nameId, identity_data: claims }])
	expect(decodeJwt(session.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'sso/saml', provider: name }] })

	const again = await signIn(openBrowser(wire))
	expect([again.user.id, await wire.countRows('auth.users'), await wire.countRows('auth.identities')]).toEqual([user.id, 1, 1])
	expect(await wire.countRows('auth.saml_assertions')).toBe(2)
})

test('without a PKCE challenge the session is returned, only to the browser that started', async () => {
	const { wire, provider, browser } = await startCompany()
	const leave = async () => {
		const answer = await browser.go('/auth/v1/sso', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ domain: 'CORP.example', redirect_to: CALLBACK }),
		})
		expect(answer.status).toBe(303)
		return provider.signIn(answer.headers.get('location') ?? '')
	}
	const stranger = await post(openBrowser(wire), await leave())
	expect(errorOf(stranger).query).toEqual(['invalid_request', 'saml_relay_state_not_found'])
	expect(await wire.countRows('auth.sessions')).toBe(0)

	const back = locationOf(await post(browser, await leave()))
	const fragment = new URLSearchParams(back.hash.slice(1))
	expect([back.origin + back.pathname, fragment.get('token_type'), fragment.has('provider_token')]).toEqual([CALLBACK, 'bearer', false])
	const { data } = await browser.client.auth.setSession({
		access_token: fragment.get('access_token') ?? '',
		refresh_token: fragment.get('refresh_token') ?? '',
	})
	expect(data.user?.email).toBe('jo@corp.example')
})

test.each([
	['', CALLBACK],
	[`${SITE}/dashboard?tab=1`, `${CALLBACK}?next=%2Fdashboard%3Ftab%3D1`],
	['https://app.example/in', 'https://app.example/in'],
	['https://elsewhere.example/', CALLBACK],
	['javascript:alert(1)', CALLBACK],
	[`${SITE}@elsewhere.example/`, CALLBACK],
	[`//elsewhere.example`, null],
	['no address', null],
])('an IdP-initiated sign-in with RelayState “%s” leads to %s', async (relayState, target) => {
	const { wire, provider, browser } = await startCompany({
		connection: { allow_idp_initiated: true },
		env: { GOTRUE_URI_ALLOW_LIST: 'https://app.example/in' },
	})
	const back = locationOf(await post(browser, await provider.answer(undefined, relayState)))
	const fragment = new URLSearchParams(back.hash.slice(1))
	const isRefused = target === null
	expect([back.href.split('#')[0], fragment.has('access_token')]).toEqual([
		isRefused ? expect.stringContaining(CALLBACK) : target,
		!isRefused,
	])
	expect(fragment.get('error_code')).toBe(isRefused ? 'validation_failed' : null)
	expect(await wire.countRows('auth.sessions')).toBe(isRefused ? 0 : 1)
})

test('an IdP-initiated sign-in is refused unless allowed', async () => {
	const { wire, provider, browser } = await startCompany()
	const refused = await post(browser, await provider.answer(undefined, ''))
	expect(errorOf(refused).query).toEqual(['invalid_request', 'saml_idp_not_found'])
	expect(await wire.countRows('auth.sessions')).toBe(0)
})

test('encrypted assertions are accepted if enabled, otherwise refused', async () => {
	const open = await startCompany({ encrypts: true, env: { GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true' } })
	expect((await open.signIn()).user.email).toBe('jo@corp.example')
	// The provider still has our key from the time when encryption was on.
	const closed = await startCompany({ encrypts: true, encryptsAnyway: true })
	const refused = await post(closed.browser, await closed.provider.signIn(await closed.leave()))
	expect(errorOf(refused).query).toEqual(['invalid_request', 'validation_failed'])
	expect(closed.wire.logLines.join()).toContain('encrypted assertions are not accepted')
})

test('an address verified by mail and the same one asserted by a company are two accounts', async () => {
	const { wire, signIn } = await startCompany()
	const own = await signedIn(wire, 'jo@corp.example')
	const { user } = await signIn()
	expect(user.id).not.toBe(own.user.id)
	expect([user.email, own.user.email]).toEqual(['jo@corp.example', 'jo@corp.example'])

	const password = await wire.connect().auth.signInWithPassword({ email: 'jo@corp.example', password: GOOD_PASSWORD })
	expect(password.data.user?.id).toBe(own.user.id)
	await wire.connect().auth.signInWithOtp({ email: 'jo@corp.example', options: { shouldCreateUser: false } })
	const { code } = await wire.lastMail('jo@corp.example')
	const mailed = await wire.connect().auth.verifyOtp({ email: 'jo@corp.example', token: code, type: 'email' })
	expect(mailed.data.user?.id).toBe(own.user.id)
})

test('after a company sign-in, the owner of the address can still sign up for a separate account', async () => {
	const { wire, signIn } = await startCompany()
	const { user } = await signIn()
	await wire.connect().auth.signInWithOtp({ email: 'jo@corp.example', options: { shouldCreateUser: false } })
	await wire.connect().auth.resetPasswordForEmail('jo@corp.example')
	expect(await wire.mails('jo@corp.example')).toEqual([])
	wire.clock.advance(61_000)
	const own = await signedIn(wire, 'jo@corp.example')
	expect(own.user.id).not.toBe(user.id)
})

test('an address outside the company’s domains isn’t verified, and its earlier one is removed', async () => {
	const { provider, signIn, wire } = await startCompany()
	const first = await signIn()
	provider.person.email = 'ceo@other.example'
	const second = await signIn(openBrowser(wire))
	expect(second.user).toMatchObject({ id: first.user.id, email: '' })
	expect(second.user.email_confirmed_at).toBeUndefined()
	expect(second.user.identities?.[0]?.identity_data).toMatchObject({ email: 'ceo@other.example', email_verified: false })
	provider.person.email = 'Jo.New@Corp.example'
	expect((await signIn(openBrowser(wire))).user.email).toBe('jo.new@corp.example')
})

test('a domain that only starts with the company’s domain isn’t accepted', async () => {
	const { provider, signIn } = await startCompany()
	provider.person.email = 'jo@corp.example.evil.example'
	expect((await signIn()).user.email).toBe('')
})

test('an address as NameID is matched in lower case', async () => {
	const { wire, provider, signIn } = await startCompany({ nameIdFormat: UNVERIFIED })
	const first = await signIn()
	provider.person.email = 'JO@corp.example'
	expect((await signIn(openBrowser(wire))).user.id).toBe(first.user.id)
})

test('account data managed by the company can’t be changed here', async () => {
	const { wire, browser, signIn } = await startCompany({ env: { GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: '1' } })
	const { user } = await signIn()
	for (const change of [{ email: 'me@example.com' }, { password: 'another-long-word' }, { nonce: '123456' }])
		expect((await browser.client.auth.updateUser(change)).error?.code).toBe('user_sso_managed')
	expect((await browser.client.auth.updateUser({ data: { motto: 'onward' } })).data.user?.user_metadata.motto).toBe('onward')
	const token = (await browser.client.auth.getSession()).data.session?.access_token ?? ''
	const passkey = await wire.post('/passkeys/registration/options', {}, { authorization: `Bearer ${token}` })
	expect([passkey.status, passkey.headers.get('x-sb-error-code')]).toEqual([422, 'user_sso_managed'])
	const removed = await browser.client.auth.unlinkIdentity(user.identities![0]!)
	expect(removed.error?.code).toBe('single_identity_not_deletable')
})

test('the session ends with the provider’s session', async () => {
	const { wire, provider, browser, signIn } = await startCompany()
	provider.change.tags.SessionNotOnOrAfter = new Date(wire.clock.now().getTime() + 600_000).toISOString()
	const { session } = await signIn()
	expect(session.expires_in).toBeLessThanOrEqual(600)
	wire.clock.advance(599_000)
	expect((await browser.client.auth.refreshSession()).error).toBeNull()
	wire.clock.advance(2000)
	expect((await browser.client.auth.refreshSession()).error?.code).toBe('session_expired')
})

test('disabling a provider ends its sessions and pending codes; deleting it keeps the accounts', async () => {
	const { wire, provider, browser, id, operator, leave, signIn } = await startCompany()
	const own = await signedIn(wire)
	await signIn()
	const waiting = openBrowser(wire)
	const code = locationOf(await post(waiting, await provider.signIn(await leave(waiting)))).searchParams.get('code') ?? ''
	const away = await leave()
	expect((await operator('PUT', `/${id}`, { disabled: true })).body.disabled).toBe(true)
	expect((await waiting.client.auth.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found')
	expect((await browser.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
	expect((await own.client.auth.refreshSession()).error).toBeNull()
	expect(errorOf(await post(browser, await provider.signIn(away))).query[1]).toBe('sso_provider_disabled')
	const gone = await browser.client.auth.signInWithSSO({ domain: 'corp.example' })
	expect([gone.error?.status, gone.error?.code]).toEqual([404, 'sso_provider_disabled'])

	await operator('PUT', `/${id}`, { disabled: false })
	const late = await leave()
	await operator('DELETE', `/${id}`)
	expect(errorOf(await post(browser, await provider.signIn(late))).query[1]).toBe('sso_provider_not_found')
	expect((await browser.client.auth.signInWithSSO({ providerId: id })).error?.code).toBe('sso_provider_not_found')
	expect(await wire.countRows('auth.users')).toBe(2)
})

test('no account is created while sign-up is off, and a banned one can’t sign in', async () => {
	const closed = await startCompany({ env: { GOTRUE_DISABLE_SIGNUP: 'true' } })
	const refused = await post(closed.browser, await closed.provider.signIn(await closed.leave()))
	expect(errorOf(refused).query[1]).toBe('signup_disabled')

	const { wire, browser, provider, leave, signIn } = await startCompany()
	const { user } = await signIn()
	const until = new Date(wire.clock.now().getTime() + 3_600_000)
	await wire.deps.db.updateTable('auth.users').set({ banned_until: until }).where('id', '=', user.id).execute()
	expect(errorOf(await post(browser, await provider.signIn(await leave()))).query).toEqual(['access_denied', 'user_banned'])
})

test('the service provider metadata is served, also as a file, and settings report SAML as enabled', async () => {
	const wire = await startWire({ env: { ...SAML_ON, GOTRUE_SAML_EXTERNAL_URL: 'https://login.academy.example/auth/v1' } })
	const answer = await wire.request('/auth/v1/sso/saml/metadata')
	const xml = await answer.text()
	expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('content-type')]).toEqual([
		200,
		'public, max-age=600',
		'application/samlmetadata+xml; charset=utf-8',
	])
	expect(xml).toContain('entityID="https://login.academy.example/auth/v1/sso/saml/metadata"')
	expect(xml).toContain('Location="https://login.academy.example/auth/v1/sso/saml/acs"')
	expect(xml).toContain('WantAssertionsSigned="true"')
	expect(xml).not.toMatch(/encryption|PRIVATE/)
	const file = await wire.request('/auth/v1/sso/saml/metadata?download=true')
	expect([file.headers.get('content-disposition'), await file.text()]).toEqual([
		'attachment; filename="metadata.xml"',
		expect.stringContaining('validUntil="20'),
	])
	expect(await (await wire.request('/auth/v1/settings')).json()).toMatchObject({ saml_enabled: true })
})

test('while SAML is off its endpoints answer with an error code', async () => {
	const wire = await startWire()
	for (const answer of [
		await wire.request('/auth/v1/sso/saml/metadata'),
		await wire.request('/auth/v1/sso/saml/acs', { method: 'POST', body: new URLSearchParams({ SAMLResponse: 'x' }) }),
	])
		expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([404, 'saml_provider_disabled'])
})
