// asvs V8.2.3
// regression CVE-2023-48309
import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { expect, test } from 'vitest'

import { readConfig } from '#server/process/environment.ts'
import { verifyAccessToken } from '#server/services/platform/keys/access-token.ts'
import { rotateSigningKeys } from '#server/services/platform/keys/rotate-signing-keys.ts'
import { forgetSigningKeys, readSigningKeys } from '#server/services/platform/keys/signing-keys.ts'
import { PRODUCT } from '#tests/factories/checkout.ts'

import { connectService } from './admin-client.ts'
import { GOOD_PASSWORD, signedIn, someAddress, startWire, type Wire } from './test-client.ts'

type Json = Record<string, unknown>
const SECRET = 'a-secret-of-the-operator-that-is-long-enough'
const env = { GOTRUE_JWT_SECRET: SECRET }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part = ''): Json => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json
/** Creates a token like any JWT library. */
function hs256(claims: Json, { key = SECRET, header = {} }: { key?: string | Buffer; header?: Json } = {}) {
	const input = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`
	return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
}
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}`, apikey: token } })
const statusOf = async (wire: Wire, path: string, token: string) => (await wire.request(path, bearer(token))).status
const USERS = '/auth/v1/admin/users'
const SETTINGS = '/rest/v1/user_sms_settings?select=user_id'

test('a service_role key signed with the JWT secret can manage accounts and tables like the secret key', async () => {
	const wire = await startWire({ env })
	const { user, client } = await signedIn(wire)
	await client.from('user_sms_settings').upsert({ user_id: user.id, payment_notifications: true }, { onConflict: 'user_id' })
	const now = Math.floor(wire.clock.now().getTime() / 1000)
	// Like in the client's own test suite: no expiry, and a subject without an account.
	for (const claims of [
		{ role: 'service_role' },
		{ role: 'supabase_admin', sub: '1234567890' },
		{ role: 'service_role', iss: 'supabase', iat: now, exp: now + 60 },
	]) {
		const service = connectService(wire, hs256(claims))
		const listed = await service.auth.admin.listUsers()
		expect(listed.data.users.map(({ id }) => id)).toEqual([user.id])
		const { data } = await service.from('user_sms_settings').select('user_id')
		expect(data).toEqual([{ user_id: user.id }])
	}
	const email = someAddress()
	const made = await connectService(wire, hs256({ role: 'service_role' })).auth.admin.createUser({
		email,
		password: GOOD_PASSWORD,
		email_confirm: true,
	})
	expect(made.error).toBeNull()
	expect((await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error).toBeNull()
})

test('a signed anon key identifies the product but no user', async () => {
	const wire = await startWire({ env })
	const email = someAddress()
	const key = hs256({ role: 'anon', iss: 'supabase' })
	const client = connectService(wire, key)
	expect((await client.auth.signUp({ email, password: GOOD_PASSWORD })).error).toBeNull()
	expect(await statusOf(wire, SETTINGS, key)).toBe(401)
	expect(await statusOf(wire, USERS, key)).toBe(403)
	const answer = await wire.request('/auth/v1/user', bearer(key))
	expect([answer.status, await answer.json()]).toMatchObject([403, { error_code: 'bad_jwt', msg: expect.stringContaining('missing sub') }])
	for (const role of ['anon', 'service_role']) {
		const checkout = await connectService(wire, hs256({ role })).functions.invoke('create-payment', {
			body: { productName: PRODUCT },
		})
		expect([role, checkout.error]).toEqual([role, null])
		expect(await statusOf(wire, '/functions/v1/verify-code', hs256({ role }))).toBe(405)
		const guess = await wire.request('/functions/v1/verify-code', { method: 'POST', body: '{}', ...bearer(hs256({ role })) })
		expect([guess.status, await guess.json()]).toMatchObject([401, { success: false, error: 'Not authenticated' }])
	}
})

test('user data, a role or a user token can’t make anyone the operator', async () => {
	const wire = await startWire({ env })
	const { client, session, user } = await signedIn(wire)
	await client.auth.updateUser({ data: { role: 'service_role', session_id: null } })
	const { data } = await client.auth.refreshSession()
	const token = data.session?.access_token ?? ''
	expect(decode(token.split('.')[1])).toMatchObject({ role: 'authenticated', sub: user.id, session_id: expect.any(String) })
	expect(await statusOf(wire, USERS, token)).toBe(403)

	const service = connectService(wire, hs256({ role: 'service_role' }))
	for (const change of [{ role: 'service_role' }, { app_metadata: { role: 'service_role' } }])
		await service.auth.admin.updateUserById(user.id, change)
	await expect(wire.deps.db.updateTable('auth.users').set({ role: 'service_role' }).execute()).rejects.toThrow('users_role')
	expect(decode((await client.auth.refreshSession()).data.session?.access_token.split('.')[1])).toMatchObject({ role: 'authenticated' })

	// Even with the secret, a token that names a person or a session gives no access.
	const claims = decode(session.access_token.split('.')[1])
	for (const role of ['service_role', 'supabase_admin', 'anon', 'postgres', '', undefined])
		for (const change of [{}, { sub: undefined }, { session_id: null }]) {
			const forged = hs256({ ...claims, ...change, role })
			expect([role, change, await statusOf(wire, USERS, forged)]).toEqual([role, change, 403])
			expect([role, change, await statusOf(wire, SETTINGS, forged)]).toEqual([role, change, 401])
			const own = await statusOf(wire, '/auth/v1/user', forged)
			expect([role, change, own]).toEqual([role, change, 403])
		}
})

test('only a key signed with the right secret and claims is accepted', async () => {
	const wire = await startWire({ env: { ...env, GOTRUE_JWT_KEY_ID: 'of-the-operator' } })
	const role = 'service_role'
	expect(await statusOf(wire, USERS, hs256({ role }))).toBe(200)
	expect(await statusOf(wire, USERS, hs256({ role }, { header: { kid: 'of-the-operator' } }))).toBe(200)
	const now = Math.floor(wire.clock.now().getTime() / 1000)
	const input = `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ role })}`
	const table: Record<string, string> = {
		'another secret': hs256({ role }, { key: `${SECRET}.` }),
		'no secret': hs256({ role }, { key: '' }),
		none: `${input}.`,
		'none with the signature': `${input}.${hs256({ role }).split('.')[2] ?? ''}`,
		'alg of another case': hs256({ role }, { header: { alg: 'hs256' } }),
		HS512: hs256({ role }, { header: { alg: 'HS512' } }),
		'ES256 without a key': hs256({ role }, { header: { alg: 'ES256' } }),
		'another kid': hs256({ role }, { header: { kid: 'other' } }),
		'an empty kid': hs256({ role }, { header: { kid: '' } }),
		'a kid of null': hs256({ role }, { header: { kid: null } }),
		'a kid by prototype': hs256({ role }, { header: { kid: '__proto__' } }),
		expired: hs256({ role, exp: now }),
		'an expiry of null': hs256({ role, exp: null }),
		'an expiry as text': hs256({ role, exp: 'never' }),
		'not yet': hs256({ role, nbf: now + 3600 }),
		'a person without expiry': hs256({ role, sub: crypto.randomUUID() }),
		'a session without expiry': hs256({ role: 'authenticated', session_id: crypto.randomUUID() }),
		'no role': hs256({}),
		'no role with expiry': hs256({ exp: now + 60 }),
		'a role of a list': hs256({ role: [role], exp: now + 60 }),
		'a role by prototype': hs256({ role: 'constructor', exp: now + 60 }),
	}
	for (const [name, token] of Object.entries(table)) {
		expect([name, await statusOf(wire, USERS, token)]).toEqual([name, 403])
		// A validly signed token without a role gets the role anon, which has no rights.
		expect([name, await statusOf(wire, SETTINGS, token)]).toEqual([name, name === 'no role with expiry' ? 403 : 401])
	}
})

test('with the operator’s own keys, tokens are signed by the signing key and verified with the public JWKS alone', async () => {
	const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
	const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
	const symmetric = { kty: 'oct', k: Buffer.from(SECRET).toString('base64url'), kid: 'sym', alg: 'HS256', key_ops: ['verify'] }
	const older = { ...rsa.privateKey.export({ format: 'jwk' }), kid: 'older', alg: 'RS256', key_ops: ['verify'] }
	const keys = JSON.stringify([{ ...jwk, kid: 'new', alg: 'ES256', key_ops: ['sign', 'verify'] }, older, symmetric])
	const wire = await startWire({ env: { ...env, GOTRUE_JWT_KEYS: keys } })
	const { client, session } = await signedIn(wire)
	expect(decode(session.access_token.split('.')[0])).toEqual({ alg: 'ES256', kid: 'new', typ: 'JWT' })
	expect(await wire.countRows('auth.signing_keys')).toBe(0)

	const answer = await wire.request('/auth/v1/.well-known/jwks.json')
	const published = (await answer.json()) as { keys: (JsonWebKey & Json)[] }
	expect(published.keys.map(({ kid, alg, use, key_ops: ops }) => [kid, alg, use, ops])).toEqual([
		['new', 'ES256', 'sig', ['verify']],
		['older', 'RS256', 'sig', ['verify']],
	])
	for (const key of published.keys) for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(part)
	expect((await client.auth.getClaims()).data?.header).toMatchObject({ kid: 'new' })

	// A public key must not work as an HMAC secret, in any spelling.
	const [publicJwk] = published.keys
	const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
	for (const key of [JSON.stringify(publicJwk), pem.toString(), pem.toString().trim(), publicJwk?.x ?? ''])
		for (const kid of ['new', 'older', 'sym', undefined])
			expect(await statusOf(wire, USERS, hs256({ role: 'service_role' }, { key, header: { kid } }))).toBe(403)
	// A published key, with an algorithm other than the token's.
	expect(await statusOf(wire, USERS, hs256({ role: 'service_role' }, { header: { kid: 'new' } }))).toBe(403)
	const input = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'older' })}.${encode({ role: 'service_role' })}`
	expect(await statusOf(wire, USERS, `${input}.${sign('sha256', Buffer.from(input), rsa.privateKey).toString('base64url')}`)).toBe(200)
	expect(await statusOf(wire, USERS, hs256({ role: 'service_role' }, { header: { kid: 'sym' } }))).toBe(200)
})

test('with only a JWT secret, tokens are signed with it, the JWKS is empty, and the client asks the server', async () => {
	const wire = await startWire({ env })
	const { client, session, user } = await signedIn(wire)
	expect(decode(session.access_token.split('.')[0])).toEqual({ alg: 'HS256', typ: 'JWT' })
	expect(await (await wire.request('/auth/v1/.well-known/jwks.json')).json()).toEqual({ keys: [] })
	expect((await client.auth.getClaims()).data?.claims).toMatchObject({ sub: user.id })
	expect((await client.auth.refreshSession()).error).toBeNull()
	expect((await client.from('user_sms_settings').select('*')).error).toBeNull()
})

test('switching to configured signing keys and back signs no one out', async () => {
	const wire = await startWire()
	const { session, client } = await signedIn(wire)
	const configured = { ...wire.deps, config: readConfig({ NODE_ENV: 'test', PORT: '3000', ...env }) }
	const ctx = {
		...configured,
		actor: { type: 'system' as const },
		clientAddress: '',
		isLocalDevelopment: false,
		browserCookie: null,
		isOurPages: false,
		userAgent: '',
		requestId: '',
	}
	forgetSigningKeys(wire.deps)
	expect((await readSigningKeys(ctx)).current).toMatchObject({ kid: null, alg: 'HS256' })
	expect(await verifyAccessToken(ctx, session.access_token)).toMatchObject({ role: 'authenticated' })

	expect(await rotateSigningKeys(ctx)).toEqual({ published: 0, promoted: 0, removed: 0 })
	expect(await verifyAccessToken(ctx, session.access_token)).toMatchObject({ role: 'authenticated' })
	wire.clock.advance(3 * 3_600_000)
	expect(await rotateSigningKeys(ctx)).toEqual({ published: 0, promoted: 0, removed: 1 })
	expect(await wire.countRows('auth.signing_keys')).toBe(0)

	forgetSigningKeys(wire.deps)
	const { data } = await client.auth.refreshSession()
	expect(decode(data.session?.access_token.split('.')[0])).toMatchObject({ alg: 'ES256' })
})
