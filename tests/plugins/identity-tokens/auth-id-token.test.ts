// asvs V6.8.2 V10.5.1
// regression CVE-2026-31813
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { type OidcProvider, startOidcProvider } from '#tests/wire/oidc-provider.ts'
import { signedIn, someAddress, startWire } from '#tests/wire/test-client.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const halfHash = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

async function start(env: Record<string, string> = {}) {
	const provider = await startOidcProvider()
	return { provider, wire: await startWire({ env: { ...provider.env, ...env } }) }
}

const person = (email = someAddress()) => ({ sub: 'native-1', email, email_verified: true })

test('an ID token signs in for each of our audiences', async () => {
	const { provider, wire } = await start()
	const email = someAddress()
	const client = wire.connect()
	const first = await client.auth.signInWithIdToken({ provider: 'custom:acme', token: await provider.sign(person(email)) })
	expect([first.error, first.data.user?.email]).toEqual([null, email])
	const phone = await provider.sign({ ...person(email), aud: ['launchway-phone', 'other'], azp: 'launchway-phone' })
	const second = await wire.connect().auth.signInWithIdToken({ provider: 'custom:acme', token: phone })
	expect([second.error, second.data.user?.id]).toEqual([null, first.data.user?.id])
	expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth', provider: 'custom:acme' }])
})

test('nonce and access token must match the ID token', async () => {
	const { provider, wire } = await start()
	const token = await provider.sign({ ...person(), nonce: sha256('chance'), at_hash: halfHash('access') })
	const attempt = async (more: { nonce?: string; access_token?: string }) => {
		const { error } = await wire.connect().auth.signInWithIdToken({ provider: 'custom:acme', token, ...more })
		return error?.message ?? null
	}
	expect(await attempt({ nonce: 'chance', access_token: 'access' })).toBeNull()
	expect(await attempt({ nonce: 'chance' })).toBeNull()
	for (const wrong of [{}, { nonce: 'other' }, { nonce: sha256('chance') }, { nonce: 'chance', access_token: 'another' }])
		expect([wrong, await attempt(wrong)]).toEqual([wrong, 'Bad ID token'])
	const without = await provider.sign(person())
	const { error } = await wire.connect().auth.signInWithIdToken({ provider: 'custom:acme', token: without, nonce: 'chance' })
	expect(error?.message).toBe('Bad ID token')
})

test('invalid ID tokens are refused alike, with an OAuth error', async () => {
	const { provider, wire } = await start()
	const strangers = await startOidcProvider()
	const tampered = async (change: Parameters<OidcProvider['tamperWith']>[0]) => {
		provider.tamperWith(change)
		return provider.sign(person())
	}
	const now = Math.floor(Date.now() / 1000)
	const tokens = {
		'another provider with the same address': await strangers.sign(person()),
		'an issuer of the attacker': await tampered(({ claims }) => (claims.iss = strangers.issuer)),
		'another audience': await tampered(({ claims }) => (claims.aud = 'other')),
		'no audience': await tampered(({ claims }) => void delete claims.aud),
		'another authorised party': await tampered(({ claims }) => (claims.azp = 'other')),
		expired: await tampered(({ claims }) => (claims.exp = now - 60)),
		'no expiry': await tampered(({ claims }) => void delete claims.exp),
		'made in the future': await tampered(({ claims }) => (claims.iat = now + 3600)),
		'made days ago': await tampered(({ claims }) => (claims.iat = now - 200_000)),
		'no subject': await tampered(({ claims }) => void delete claims.sub),
		'alg none': await tampered(({ header }) => (header.alg = 'none')),
		'the public key as a secret': await tampered(({ header }) => (header.alg = 'HS256')),
		'no token': 'hello',
		'three dots': 'a.b.c',
	}
	for (const [name, token] of Object.entries(tokens)) {
		const answer = await wire.post('/token?grant_type=id_token', { provider: 'custom:acme', id_token: token, issuer: strangers.issuer })
		expect([name, answer.status, await answer.json()]).toEqual([name, 400, { error: 'invalid request', error_description: 'Bad ID token' }])
	}
	expect([await wire.countRows('auth.users'), await wire.countRows('auth.sessions')]).toEqual([0, 0])
})

test.each([
	['a provider that is off', { provider: 'google', id_token: 'a.b.c' }, 'provider_disabled'],
	['one that makes no tokens', { provider: 'github', id_token: 'a.b.c' }, 'provider_disabled'],
	['none', { id_token: 'a.b.c' }, 'validation_failed'],
	['no token', { provider: 'google' }, 'validation_failed'],
])('%s is refused', async (_name, body, code) => {
	const wire = await startWire({
		env: { GOTRUE_EXTERNAL_GITHUB_ENABLED: '1', GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: 'a', GOTRUE_EXTERNAL_GITHUB_SECRET: 'b' },
	})
	const answer = await wire.post('/token?grant_type=id_token', body)
	expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([400, code])
})

test('linkIdentity with an ID token links to the signed-in account, if enabled', async () => {
	const { provider, wire } = await start({ GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true' })
	const { client, user } = await signedIn(wire)
	const token = await provider.sign(person())
	const { data, error } = await client.auth.linkIdentity({ provider: 'custom:acme', token })
	expect([error, data.user?.id, data.user?.app_metadata.providers]).toEqual([null, user.id, ['email', 'custom:acme']])
	const stranger = await wire.post('/token?grant_type=id_token', { provider: 'custom:acme', id_token: token, link_identity: true })
	expect(stranger.status).toBe(401)

	const off = await start()
	const other = await signedIn(off.wire)
	const refused = await other.client.auth.linkIdentity({ provider: 'custom:acme', token: await off.provider.sign(person()) })
	expect(refused.error?.code).toBe('manual_linking_disabled')
})

test('a disabled or unreachable provider gives an error different from a bad token', async () => {
	const off = await (await startWire()).post('/token?grant_type=id_token', { provider: 'google', id_token: 'a.b.c' })
	expect([off.status, off.headers.get('x-sb-error-code')]).toEqual([400, 'provider_disabled'])
	const wire = await startWire({
		env: {
			GOTRUE_EXTERNAL_CUSTOM_ENABLED: 'true',
			GOTRUE_EXTERNAL_CUSTOM_CLIENT_ID: 'launchway',
			GOTRUE_EXTERNAL_CUSTOM_SECRET: 'secret',
			GOTRUE_EXTERNAL_CUSTOM_URL: 'https://provider.invalid',
		},
	})
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
	const idToken = `${part({ alg: 'RS256', kid: '1' })}.${part({ iss: 'https://provider.invalid', sub: '1' })}.AAAA`
	const show = (token: string) => wire.post('/token?grant_type=id_token', { provider: 'custom:oidc', id_token: token })
	const unfound = await show(idToken)
	expect([unfound.status, unfound.headers.get('x-sb-error-code')]).toEqual([503, 'unexpected_failure'])
	for (const token of ['mock-id-token', `${part({ alg: 'HS256' })}.${part({})}.AAAA`, 'a.b.c']) {
		const refused = await show(token)
		expect([refused.status, await refused.json()]).toEqual([400, { error: 'invalid request', error_description: 'Bad ID token' }])
	}
	expect(await wire.countRows('auth.sessions')).toBe(0)
})
