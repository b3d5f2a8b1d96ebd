// regression e2fae4cf
import { expect, test } from 'vitest'

import { errorOf, locationOf, openBrowser } from './browser.ts'
import { type OidcProvider, type Person, startOidcProvider } from './oidc-provider.ts'
import { GOOD_PASSWORD, signedIn, SITE, someAddress, startWire, type Wire } from './test-client.ts'

type Browser = ReturnType<typeof openBrowser>

async function start(env: Record<string, string> = {}) {
	const provider = await startOidcProvider()
	const wire = await startWire({ env: { ...provider.env, GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true', ...env } })
	return { provider, wire }
}

/** Opens a browser with a learner signed in by email. */
async function signedInBrowser(wire: Wire) {
	const { email, user } = await signedIn(wire)
	const browser = openBrowser(wire)
	await browser.client.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	return { browser, email, user }
}

/** The client's linkIdentity calls this URL with its token; the page's cookies are sent, too. */
async function askToLink(wire: Wire, browser: Browser) {
	const token = (await browser.client.auth.getSession()).data.session?.access_token ?? ''
	const path = `/auth/v1/user/identities/authorize?provider=custom:acme&skip_http_redirect=true&redirect_to=${SITE}/settings`
	const answer = browser.keep(await wire.request(path, { headers: { authorization: `Bearer ${token}` } }))
	expect(answer.status).toBe(200)
	return ((await answer.json()) as { url: string }).url
}

async function link(wire: Wire, { provider, browser, person }: { provider: OidcProvider; browser: Browser; person: Person }) {
	return browser.go(provider.agree(await askToLink(wire, browser), person))
}

const identitiesOf = async (browser: Browser) => (await browser.client.auth.getUserIdentities()).data?.identities ?? []
const codeOf = (answer: { error: unknown }) => (answer.error as { code?: string } | null)?.code ?? null

test('an identity is linked to the account that asked, signs in to it, and can be unlinked', async () => {
	const { provider, wire } = await start()
	const { browser, email, user } = await signedInBrowser(wire)
	const answer = await link(wire, { provider, browser, person: { sub: 'p', email: someAddress(), email_verified: true } })
	expect(locationOf(answer).pathname).toBe('/settings')
	const identities = await identitiesOf(browser)
	expect(identities.map((one) => one.provider)).toEqual(['email', 'custom:acme'])
	expect((await browser.client.auth.getUser()).data.user).toMatchObject({
		id: user.id,
		email,
		app_metadata: { providers: ['email', 'custom:acme'] },
	})

	const other = openBrowser(wire)
	const { data } = await other.client.auth.signInWithOAuth({ provider: 'custom:acme', options: { skipBrowserRedirect: true } })
	const left = await other.go(data.url ?? '')
	const back = locationOf(await other.go(provider.agree(left.headers.get('location') ?? '', { sub: 'p' })))
	const exchanged = await other.client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
	expect(exchanged.data.user?.id).toBe(user.id)

	const added = identities.find((one) => one.provider === 'custom:acme')
	if (!added) throw new Error('no identity')
	expect(codeOf(await browser.client.auth.unlinkIdentity(added))).toBeNull()
	expect((await identitiesOf(browser)).map((one) => one.provider)).toEqual(['email'])
	expect((await other.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
	expect(codeOf(await browser.client.auth.unlinkIdentity(added))).toBe('identity_not_found')
})

test('an auth code from an identity doesn’t work after the identity is unlinked', async () => {
	const { provider, wire } = await start()
	const { browser } = await signedInBrowser(wire)
	await link(wire, { provider, browser, person: { sub: 'p', email: someAddress(), email_verified: true } })
	const other = openBrowser(wire)
	const { data } = await other.client.auth.signInWithOAuth({ provider: 'custom:acme', options: { skipBrowserRedirect: true } })
	const left = await other.go(data.url ?? '')
	const back = locationOf(await other.go(provider.agree(left.headers.get('location') ?? '', { sub: 'p' })))
	const added = (await identitiesOf(browser)).find((one) => one.provider === 'custom:acme')
	if (!added) throw new Error('no identity')
	expect(codeOf(await browser.client.auth.unlinkIdentity(added))).toBeNull()
	expect(codeOf(await other.client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? ''))).toBe('flow_state_not_found')
})

test('linkIdentity of the client redirects to the provider', async () => {
	const { provider, wire } = await start()
	const { browser } = await signedInBrowser(wire)
	const { data, error } = await browser.client.auth.linkIdentity({ provider: 'custom:acme', options: { skipBrowserRedirect: true } })
	expect([error, new URL(data.url ?? '').origin]).toEqual([null, provider.issuer])
})

test('linking another account’s identity, a linked one, or in a stranger’s browser is refused', async () => {
	const { provider, wire } = await start()
	const person = { sub: 'p', email: someAddress(), email_verified: true }
	const first = await signedInBrowser(wire)
	await link(wire, { provider, browser: first.browser, person })
	const second = await signedInBrowser(wire)
	for (const { browser } of [first, second])
		expect(errorOf(await link(wire, { provider, browser, person })).query).toEqual(['invalid_request', 'identity_already_exists'])

	// The attacker sends the URL of their own linking to a victim who is signed in at the provider.
	const url = await askToLink(wire, second.browser)
	const lured = await openBrowser(wire).go(provider.agree(url, { sub: 'victim' }))
	expect([lured.status, lured.headers.get('x-sb-error-code')]).toEqual([400, 'bad_oauth_state'])
	expect((await identitiesOf(second.browser)).map((one) => one.provider)).toEqual(['email'])
})

test('the last identity and the one that verifies the address can’t be unlinked; a password goes with its mailbox', async () => {
	const { provider, wire } = await start()
	const { browser, email } = await signedInBrowser(wire)
	const [own] = await identitiesOf(browser)
	if (!own) throw new Error('no identity')
	expect(codeOf(await browser.client.auth.unlinkIdentity(own))).toBe('single_identity_not_deletable')
	await link(wire, { provider, browser, person: { sub: 'p', email: someAddress(), email_verified: true } })
	expect(codeOf(await browser.client.auth.unlinkIdentity(own))).toBe('email_conflict_identity_not_deletable')

	const added = (await identitiesOf(browser)).find((one) => one.provider === 'custom:acme')
	if (added) await browser.client.auth.unlinkIdentity(added)
	await link(wire, { provider, browser, person: { sub: 'q', email, email_verified: true } })
	expect(codeOf(await browser.client.auth.unlinkIdentity(own))).toBeNull()
	expect((await browser.client.auth.getUser()).data.user).toMatchObject({
		email,
		app_metadata: { provider: 'custom:acme', providers: ['custom:acme'] },
	})
	expect(codeOf(await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD }))).toBe('invalid_credentials')
})

test('an account without an address gets the verified one, unless it is taken', async () => {
	const { provider, wire } = await start({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
	const { email: taken } = await signedIn(wire)
	const browser = openBrowser(wire)
	const { data } = await browser.client.auth.signInAnonymously()
	const clash = await link(wire, { provider, browser, person: { sub: 'p', email: taken, email_verified: true } })
	expect(errorOf(clash).query).toEqual(['invalid_request', 'email_exists'])
	const email = someAddress()
	await link(wire, { provider, browser, person: { sub: 'p', email, email_verified: true } })
	expect((await browser.client.auth.getUser()).data.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false })
})

test('with a second factor, identities can be changed only at aal2', async () => {
	const { wire } = await start()
	const { browser, user } = await signedInBrowser(wire)
	const [own] = await identitiesOf(browser)
	await wire.deps.db
		.insertInto('auth.mfa_factors')
		.values({ user_id: user.id, factor_type: 'totp', status: 'verified', created_at: new Date(), updated_at: new Date() })
		.execute()
	const linking = await browser.client.auth.linkIdentity({ provider: 'custom:acme', options: { skipBrowserRedirect: true } })
	expect([codeOf(linking), own && codeOf(await browser.client.auth.unlinkIdentity(own))]).toEqual(['insufficient_aal', 'insufficient_aal'])
})

test('other accounts’ identities can’t be unlinked, and without manual linking no identity can', async () => {
	const { wire } = await start()
	const mine = await signedInBrowser(wire)
	const theirs = await signedInBrowser(wire)
	const [identity] = await identitiesOf(theirs.browser)
	const before = await wire.countRows('auth.identities')
	if (identity) expect(codeOf(await mine.browser.client.auth.unlinkIdentity(identity))).toBe('identity_not_found')
	const token = (await mine.browser.client.auth.getSession()).data.session?.access_token ?? ''
	const remove = (id: string, headers = {}) => wire.request(`/auth/v1/user/identities/${id}`, { method: 'DELETE', headers })
	expect((await remove('not-a-uuid', { authorization: `Bearer ${token}` })).status).toBe(404)
	expect((await remove(identity?.identity_id ?? '')).status).toBe(401)
	expect(await wire.countRows('auth.identities')).toBe(before)

	const off = await startWire()
	const { client } = await signedIn(off)
	const linking = await client.auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
	expect([codeOf(linking), linking.error?.message, linking.error?.status]).toEqual([
		'manual_linking_disabled',
		'Manual linking is disabled',
		404,
	])
	const [own] = (await client.auth.getUserIdentities()).data?.identities ?? []
	if (own) expect(codeOf(await client.auth.unlinkIdentity(own))).toBe('manual_linking_disabled')
})
