// asvs V1.3.6 V10.5.2 V10.5.3 V15.3.1
// regression ssrf
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { connectService, startAdminWire } from '#tests/wire/admin-client.ts'
import { errorOf, locationOf, openBrowser } from '#tests/wire/browser.ts'
import { CLIENT_ID, CLIENT_SECRET, type Person, startOidcProvider } from '#tests/wire/oidc-provider.ts'
import { signedIn, SITE, someAddress } from '#tests/wire/test-client.ts'

type Wire = Awaited<ReturnType<typeof startAdminWire>>
type Body = Parameters<Wire['service']['auth']['admin']['customProviders']['createProvider']>[0]

const oidc = (issuer: string): Body => ({
	provider_type: 'oidc',
	identifier: 'custom:acme',
	name: 'Acme',
	client_id: CLIENT_ID,
	client_secret: CLIENT_SECRET,
	issuer,
})

async function start(more: Partial<Body> = {}) {
	const provider = await startOidcProvider()
	const wire = await startAdminWire()
	const { customProviders } = wire.service.auth.admin
	const made = await customProviders.createProvider({ ...oidc(provider.issuer), ...more })
	expect(made.error).toBeNull()
	return { provider, wire, customProviders, made: made.data }
}

async function leave(wire: Wire, name = 'custom:acme') {
	const browser = openBrowser(wire)
	const { data } = await browser.client.auth.signInWithOAuth({
		provider: name as 'github',
		options: { skipBrowserRedirect: true, redirectTo: `${SITE}/dashboard` },
	})
	const answer = await browser.go(data.url ?? '')
	return { browser, answer, url: answer.headers.get('location') ?? '' }
}

async function signInThrough({ wire, provider }: Pick<Awaited<ReturnType<typeof start>>, 'wire' | 'provider'>, person: Person) {
	const { browser, url } = await leave(wire)
	const back = await browser.go(provider.agree(url, person))
	return { back, exchanged: await browser.client.auth.exchangeCodeForSession(locationOf(back).searchParams.get('code') ?? '') }
}

const person = (email: string): Person => ({ sub: 'person-1', email, email_verified: true, name: 'Sample Person' })

test('a provider added at runtime signs a learner in, and its secret is never returned', async () => {
	const { provider, wire, customProviders, made } = await start()
	expect(made).toMatchObject({
		identifier: 'custom:acme',
		provider_type: 'oidc',
		enabled: true,
		pkce_enabled: true,
		discovery_document: { issuer: provider.issuer },
	})
	expect(JSON.stringify([made, (await customProviders.listProviders()).data])).not.toContain(CLIENT_SECRET)
	const { client_secret: kept } = await wire.deps.db
		.selectFrom('auth.custom_oauth_providers')
		.select('client_secret')
		.executeTakeFirstOrThrow()
	expect(kept.includes(CLIENT_SECRET)).toBe(false)
	const settings = (await (await wire.request('/auth/v1/settings')).json()) as { external: Record<string, boolean> }
	expect(settings.external['custom:acme']).toBe(true)

	const email = someAddress()
	const { exchanged } = await signInThrough({ wire, provider }, person(email))
	expect(exchanged.data.user).toMatchObject({ email, app_metadata: { providers: ['custom:acme'] } })
	expect(provider.tokenRequests[0]?.get('client_secret')).toBe(CLIENT_SECRET)
})

test('scopes, parameters, attribute names and custom claims are configurable', async () => {
	const { provider, wire } = await start({
		scopes: ['email', 'groups'],
		authorization_params: { prompt: 'consent' },
		attribute_mapping: { email: 'mail', email_verified: 'mail_checked' },
		custom_claims_allowlist: ['groups', 'absent'],
	})
	const email = someAddress()
	const { url } = await leave(wire)
	const { searchParams } = new URL(url)
	expect([searchParams.get('scope'), searchParams.get('prompt')]).toEqual(['openid email groups', 'consent'])
	const someone = { sub: 'person-1', mail: email, mail_checked: true, groups: ['a', 'b'] } as unknown as Person
	const { exchanged } = await signInThrough({ wire, provider }, someone)
	expect(exchanged.data.user?.email).toBe(email)
	expect(exchanged.data.user?.identities?.[0]?.identity_data?.custom_claims).toEqual({ groups: ['a', 'b'] })
})

test('without an email address an account is created only if the operator allows it', async () => {
	const strict = await start()
	expect(errorOf((await signInThrough(strict, { sub: 'person-1' })).back).query[1]).toBe('email_address_not_provided')
	const lenient = await start({ email_optional: true })
	expect((await signInThrough(lenient, { sub: 'person-1' })).exchanged.data.user).toMatchObject({ email: '', is_anonymous: false })
	const unproven = await signInThrough(lenient, { sub: 'person-2', email: someAddress() })
	expect(errorOf(unproven.back).query[1]).toBe('provider_email_needs_verification')
})

test('disabling, changing and deleting a provider take effect at once', async () => {
	const { provider, wire, customProviders } = await start()
	const changed = await customProviders.updateProvider('custom:acme', { enabled: false, name: 'Acme Two' })
	expect(changed.data).toMatchObject({ enabled: false, name: 'Acme Two', issuer: provider.issuer })
	expect((await leave(wire)).answer.status).toBe(400)
	await customProviders.updateProvider('custom:acme', { enabled: true })
	await signInThrough({ wire, provider }, person(someAddress()))
	wire.clock.advance(1000)
	await customProviders.updateProvider('custom:acme', { client_secret: 'renewed' })
	await signInThrough({ wire, provider }, person(someAddress()))
	expect(provider.tokenRequests.at(-1)?.get('client_secret')).toBe('renewed')
	expect((await customProviders.deleteProvider('custom:acme')).error).toBeNull()
	expect((await leave(wire)).answer.status).toBe(400)
	for (const { error } of [await customProviders.getProvider('custom:acme'), await customProviders.deleteProvider('custom:acme')])
		expect([error?.status, error?.code]).toEqual([404, 'custom_provider_not_found'])
})

test.each<[string, Partial<Body> & Record<string, unknown>]>([
	['a name of a built-in provider', { identifier: 'custom:google' }],
	['a name with other letters', { identifier: 'custom:a/b' }],
	['no issuer', { issuer: '' }],
	['http elsewhere', { issuer: 'http://provider.example' }],
	['an unknown type', { provider_type: 'saml' as 'oidc' }],
	['no secret', { client_secret: '' }],
	['the nonce left unchecked', { skip_nonce_check: true }],
	['a parameter that is ours', { authorization_params: { redirect_uri: 'https://evil.example' } }],
	['a claim that says who vouches', { attribute_mapping: { iss: 'email' } }],
	['a subject from elsewhere', { attribute_mapping: { sub: 'email' } }],
])('%s is refused', async (_name, wrong) => {
	const wire = await startAdminWire()
	const { error } = await wire.service.auth.admin.customProviders.createProvider({ ...oidc('https://provider.example'), ...wrong })
	expect([error?.status, error?.code, await wire.countRows('auth.custom_oauth_providers')]).toEqual([400, 'validation_failed', 0])
})

async function serve(document: (origin: string) => unknown, status = 200) {
	const server = http.createServer((_request, response) => {
		const { port } = server.address() as AddressInfo
		response.writeHead(status, { location: `http://127.0.0.1:${port}/there` }).end(JSON.stringify(document(`http://127.0.0.1:${port}`)))
	})
	server.listen(0, '127.0.0.1')
	await new Promise((resolve) => server.once('listening', resolve))
	onTestFinished(() => void server.close())
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const whole = (issuer: string) => ({
	issuer,
	authorization_endpoint: `${issuer}/a`,
	token_endpoint: `${issuer}/t`,
	jwks_uri: `${issuer}/k`,
})

test('an issuer whose document is foreign, incomplete, redirected or unreachable is refused', async () => {
	const wire = await startAdminWire()
	const addresses = [
		await serve(() => whole('https://accounts.google.com')),
		await serve((origin) => ({ issuer: origin })),
		await serve((origin) => ({ ...whole(origin), token_endpoint: 'file:///etc/passwd' })),
		await serve(whole, 302),
		await serve(() => null),
		'http://127.0.0.1:1',
	]
	for (const issuer of addresses) {
		const { error } = await wire.service.auth.admin.customProviders.createProvider(oidc(issuer))
		expect([issuer, error?.status, error?.code]).toEqual([issuer, 400, 'validation_failed'])
	}
	expect(await wire.countRows('auth.custom_oauth_providers')).toBe(0)
})

test('in production issuers on this machine or in a private network are never contacted', async () => {
	const here = await serve(whole)
	const wire = await startAdminWire({ NODE_ENV: 'production', SANDBOX: '1', GOTRUE_SITE_URL: SITE })
	for (const issuer of [here, here.replace('http:', 'https:'), 'https://10.0.0.1', 'https://169.254.169.254', 'https://[::1]']) {
		const { error } = await wire.service.auth.admin.customProviders.createProvider(oidc(issuer))
		expect([issuer, error?.status, error?.code]).toEqual([issuer, 400, 'validation_failed'])
	}
	expect(wire.logLines.join('')).toContain('is not a public address')
})

test.each([
	{ where: 'in development', env: {}, connections: 1 },
	{ where: 'in production', env: { NODE_ENV: 'production', SANDBOX: '1', GOTRUE_SITE_URL: SITE }, connections: 0 },
])('$where a token endpoint on this machine gets $connections connections', async ({ env, connections }) => {
	const listener = net.createServer((socket) => void socket.destroy())
	let seen = 0
	listener.on('connection', () => (seen += 1))
	await new Promise<void>((resolve) => void listener.listen(0, resolve))
	onTestFinished(() => void listener.close())
	const inside = `https://localhost:${(listener.address() as AddressInfo).port}/x`
	const wire = await startAdminWire(env)
	const { customProviders } = wire.service.auth.admin
	const own = { provider_type: 'oauth2', identifier: 'custom:acme', name: 'Acme', client_id: CLIENT_ID, client_secret: 'x' } as const
	const addresses = { authorization_url: 'https://acme.example/a', token_url: inside, userinfo_url: inside }
	expect((await customProviders.createProvider({ ...own, ...addresses, scopes: ['email'] })).error).toBeNull()
	const { browser, url } = await leave(wire)
	const answer = new URLSearchParams({ code: 'c', state: URL.parse(url)?.searchParams.get('state') ?? '' })
	const back = await browser.go(`/auth/v1/callback?${answer.toString()}`)
	expect([errorOf(back).query[0], seen]).toEqual(['server_error', connections])
})

test('a discovery document at another URL is accepted only for the pinned issuer', async () => {
	const provider = await startOidcProvider()
	const wire = await startAdminWire()
	const { customProviders } = wire.service.auth.admin
	let issuer = provider.issuer
	const elsewhere = await serve(() => ({ ...whole(provider.issuer), authorization_endpoint: `${provider.issuer}/authorize`, issuer }))
	const discovery_url = `${elsewhere}/.well-known/openid-configuration`
	expect((await customProviders.createProvider({ ...oidc(provider.issuer), discovery_url })).error).toBeNull()
	expect((await leave(wire)).answer.status).toBe(302)
	issuer = 'https://evil.example'
	wire.clock.advance(1000)
	await customProviders.updateProvider('custom:acme', { name: 'Changed' })
	expect((await leave(wire)).answer.status).toBe(502)
})

test('a duplicate name and one more than the limit are refused, and the configured provider keeps its name', async () => {
	const provider = await startOidcProvider()
	const wire = await startAdminWire({ ...provider.env, GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS: '1' })
	const { customProviders } = wire.service.auth.admin
	const add = async (identifier: string) => (await customProviders.createProvider({ ...oidc(provider.issuer), identifier })).error?.code
	expect([await add('custom:acme'), await add('first'), await add('custom:first'), await add('second')]).toEqual([
		'conflict',
		undefined,
		'conflict',
		'over_custom_provider_quota',
	])
	expect((await customProviders.getProvider('custom:first')).data?.identifier).toBe('custom:first')
	expect((await customProviders.listProviders({ type: 'oauth2' })).data.providers).toEqual([])
})

test('only the operator can manage providers, and only if enabled', async () => {
	const wire = await startAdminWire({ GOTRUE_CUSTOM_OAUTH_ENABLED: 'false' })
	const { client } = await signedIn(wire)
	for (const { auth } of [client, connectService(wire, `sb_secret_${'x'.repeat(40)}`)])
		expect((await auth.admin.customProviders.listProviders()).error?.status).toBe(403)
	expect((await wire.service.auth.admin.customProviders.listProviders()).error).toMatchObject({ status: 404, code: 'feature_disabled' })
	expect((await leave(wire)).answer.status).toBe(400)
})
