// asvs V3.5.1 V3.5.2 V13.3.2 V16.3.4 V16.5.1
// regression 28967aa4 CVE-2024-56734
import { sql } from 'kysely'
import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { expect, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'

import { GOOD_PASSWORD, signedIn, startWire, type Wire } from './test-client.ts'

test.each([
	['2024-01-01', { code: 'validation_failed', message: expect.any(String) }, '2024-01-01'],
	['2030-05-05', { code: 'validation_failed', message: expect.any(String) }, '2024-01-01'],
	['2023-12-31', { code: 400, error_code: 'validation_failed', msg: expect.any(String) }, null],
	['latest', { code: 400, error_code: 'validation_failed', msg: expect.any(String) }, null],
])('a caller with API version %s gets the error shape of that version', async (version, body, echoed) => {
	const wire = await startWire()
	const response = await wire.post('/recover', {}, { 'x-supabase-api-version': version })
	expect(response.status).toBe(400)
	expect(await response.json()).toEqual(body)
	expect(response.headers.get('x-supabase-api-version')).toBe(echoed)
	expect(response.headers.get('x-sb-error-code')).toBe('validation_failed')
})

type Case = [name: string, path: string, body: unknown, status: number, code: string]
const email = 'someone@example.com'
const CASES: Case[] = [
	['no address', '/signup', { password: GOOD_PASSWORD }, 422, 'anonymous_provider_disabled'],
	['no password', '/signup', { email }, 400, 'validation_failed'],
	['a short password', '/signup', { email, password: 'seven77' }, 422, 'weak_password'],
	['a common password', '/signup', { email, password: 'Password1' }, 422, 'weak_password'],
	['73 bytes of password', '/signup', { email, password: 'é'.repeat(36) + 'x' }, 400, 'validation_failed'],
	['email and phone', '/signup', { email, phone: '4915112345678', password: GOOD_PASSWORD }, 400, 'validation_failed'],
	['a phone', '/signup', { phone: '4915112345678', password: GOOD_PASSWORD }, 400, 'phone_provider_disabled'],
	['a strange address', '/signup', { email: 'Ada <ada@example.com>', password: GOOD_PASSWORD }, 400, 'validation_failed'],
	['two addresses', '/otp', { email: 'ada@example.com,eve@example.com' }, 400, 'validation_failed'],
	['a line break in the address', '/otp', { email: 'ada@example.com\r\nBcc: eve@example.com' }, 400, 'validation_failed'],
	['a channel with email', '/otp', { email, channel: 'sms' }, 400, 'validation_failed'],
	['a phone for a code', '/otp', { phone: '4915112345678' }, 400, 'phone_provider_disabled'],
	['unstorable data', '/otp', { email, data: { name: 'a\0b' } }, 400, 'validation_failed'],
	['half a character in data', '/otp', { email, data: { name: '\ud83d' } }, 400, 'validation_failed'],
	['data that is no object', '/otp', { email, data: 'x' }, 400, 'validation_failed'],
	['an address that is no text', '/otp', { email: { $ne: 1 } }, 400, 'validation_failed'],
	['a body that is no object', '/otp', [], 400, 'validation_failed'],
	['half a JSON', '/otp', '{"email":', 400, 'bad_json'],
	['an unknown grant', '/token?grant_type=magic', {}, 400, 'invalid_credentials'],
	['no grant', '/token', {}, 400, 'invalid_credentials'],
	['no type', '/verify', { email, token: '000000' }, 400, 'validation_failed'],
	['an unknown type', '/verify', { email, token: '000000', type: 'guess' }, 400, 'validation_failed'],
	['hash and code', '/verify', { email, token: '000000', token_hash: 'x', type: 'email' }, 400, 'validation_failed'],
	['a wrong hash', '/verify', { token_hash: 'x', type: 'email' }, 403, 'otp_expired'],
	['a phone code', '/verify', { phone: '4915112345678', token: '000000', type: 'sms' }, 403, 'otp_expired'],
	['nothing to recover', '/recover', {}, 400, 'validation_failed'],
	['an unknown resend', '/resend', { type: 'magic', email }, 400, 'validation_failed'],
	['resend to a phone', '/resend', { type: 'sms', phone: '4915112345678' }, 400, 'phone_provider_disabled'],
	['resend of a phone code by email', '/resend', { type: 'sms', email }, 400, 'validation_failed'],
	[
		'a password for a phone',
		'/token?grant_type=password',
		{ phone: '4915112345678', password: GOOD_PASSWORD },
		422,
		'phone_provider_disabled',
	],
	['resend without address', '/resend', { type: 'signup' }, 400, 'validation_failed'],
	['sign-out without token', '/logout', {}, 401, 'no_authorization'],
]
test('every refusal has its error code, and nothing is stored', async () => {
	const wire = await startWire()
	const answers = []
	for (const [name, path, body] of CASES) {
		const response = await wire.post(path, body)
		answers.push([name, response.status, response.headers.get('x-sb-error-code')])
	}
	expect(answers).toEqual(CASES.map(([name, , , status, code]) => [name, status, code]))
	for (const table of ['auth.users', 'auth.one_time_tokens', 'auth.sessions', 'outbox_messages'])
		expect([table, await wire.countRows(table)]).toEqual([table, 0])
})

test('a weak password is refused with its reasons', async () => {
	const wire = await startWire()
	const { error } = await wire.connect().auth.signUp({ email, password: 'qwerty' })
	expect(error).toMatchObject({ code: 'weak_password', status: 422, reasons: ['length', 'pwned'] })
	expect(error?.message).toContain('Password should be at least 8 characters')
})

test('disabled sign-up and email are reported where that reveals nothing about accounts', async () => {
	const closed = await startWire({ env: { GOTRUE_DISABLE_SIGNUP: '1' } })
	const refused = await closed.post('/signup', { email, password: GOOD_PASSWORD })
	expect([refused.status, refused.headers.get('x-sb-error-code')]).toEqual([422, 'signup_disabled'])
	expect((await closed.post('/otp', { email })).status).toBe(200)
	expect(await closed.countRows('auth.users')).toBe(0)

	const silent = await startWire({ env: { GOTRUE_EXTERNAL_EMAIL_ENABLED: '0' } })
	const codes = []
	for (const [path, body] of [
		['/signup', { email, password: GOOD_PASSWORD }],
		['/otp', { email }],
		['/token?grant_type=password', { email, password: GOOD_PASSWORD }],
	] as const)
		codes.push((await silent.post(path, body)).headers.get('x-sb-error-code'))
	expect(codes).toEqual(['email_provider_disabled', 'email_provider_disabled', 'email_provider_disabled'])
	expect(((await (await silent.request('/auth/v1/settings')).json()) as { external: { email: boolean } }).external.email).toBe(false)
})

test.each([
	['GET', '/nowhere', 404, 'not_found'],
	['POST', '/user/', 404, 'not_found'],
	['DELETE', '/user', 405, 'method_not_allowed'],
	['GET', '/token', 405, 'method_not_allowed'],
	['PUT', '/signup', 405, 'method_not_allowed'],
])('%s %s gets an error in the surface’s shape', async (...[method, path, status, code]) => {
	const wire = await startWire()
	const response = await wire.request(`/auth/v1${path}`, { method })
	expect([response.status, ((await response.json()) as { error_code: string }).error_code]).toEqual([status, code])
})

test('a body over one megabyte is refused', async () => {
	const wire = await startWire()
	const response = await wire.post('/otp', { email, data: { text: 'x'.repeat(1024 * 1024) } })
	expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([413, 'request_entity_too_large'])
})

test('browsers of any origin can call without cookies, and can read the needed headers', async () => {
	const wire = await startWire()
	const preflight = await wire.request('/auth/v1/token?grant_type=password', {
		method: 'OPTIONS',
		headers: {
			origin: 'https://elsewhere.example',
			'access-control-request-method': 'POST',
			'access-control-request-headers': 'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
		},
	})
	expect(preflight.status).toBe(204)
	expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
	expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
	expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE, OPTIONS')
	const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ')
	expect(allowed).toEqual(
		expect.arrayContaining(['authorization', 'apikey', 'content-type', 'x-client-info', 'x-supabase-api-version', 'traceparent']),
	)

	const refusal = await wire.post('/otp', '{', { origin: 'https://elsewhere.example' })
	expect(refusal.headers.get('access-control-allow-origin')).toBe('*')
	expect(refusal.headers.get('access-control-expose-headers')).toMatch(/x-supabase-api-version.*x-sb-error-code/)
})

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const get = async (wire: Wire, authorization?: string, apikey = PUBLISHABLE_KEY) => {
	const response = await wire.request('/auth/v1/user', { headers: { apikey, ...(authorization && { authorization }) } })
	const { error_code: code, msg } = (await response.json()) as { error_code: string; msg: string }
	return { status: response.status, code, msg }
}

test('only a valid bearer token identifies the caller', async () => {
	const wire = await startWire()
	const { session, user } = await signedIn(wire)
	const token = session.access_token
	const [, body = '', signature = ''] = token.split('.')
	const jwk = (await wire.deps.db.selectFrom('auth.signing_keys').select(['kid', 'private_jwk']).executeTakeFirstOrThrow()) as {
		kid: string
		private_jwk: JsonWebKey
	}
	const publicPem = createPublicKey({ key: jwk.private_jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
	const hmacInput = `${part({ alg: 'HS256', typ: 'JWT', kid: jwk.kid })}.${body}`
	const foreignKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
	const foreignInput = `${part({ alg: 'ES256', typ: 'JWT', kid: jwk.kid })}.${body}`
	const foreign = sign('sha256', Buffer.from(foreignInput), { key: foreignKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')

	const forged = {
		none: `${part({ alg: 'none', kid: jwk.kid })}.${body}.`,
		'hmac with the public key': `${hmacInput}.${createHmac('sha256', publicPem).update(hmacInput).digest('base64url')}`,
		'another key': `${foreignInput}.${foreign}`,
		'unknown kid': `${part({ alg: 'ES256', kid: 'x' })}.${body}.${signature}`,
		'changed body': `${token.split('.')[0]}.${part({ sub: user.id, exp: 9_999_999_999 })}.${signature}`,
		'cut signature': token.slice(0, -10),
		rubbish: 'a.b.c',
	}
	for (const [name, forgery] of Object.entries(forged)) {
		const answer = await get(wire, `Bearer ${forgery}`)
		expect([name, answer.status, answer.code]).toEqual([name, 403, 'bad_jwt'])
		expect(answer.msg).toMatch(/^invalid JWT.*unable to parse or verify signature/)
	}
	const anonKey = `${part({ alg: 'HS256' })}.${part({ role: 'anon', iss: 'supabase' })}.c2ln`
	expect(await get(wire)).toMatchObject({ status: 401, code: 'no_authorization', msg: expect.stringContaining('Bearer token') })
	expect(await get(wire, undefined, token)).toMatchObject({ status: 401 })
	expect(await get(wire, `Bearer ${PUBLISHABLE_KEY}`)).toMatchObject({ status: 403, code: 'bad_jwt' })
	expect(await get(wire, 'Bearer some-key', 'some-key')).toMatchObject({ status: 403, code: 'bad_jwt' })
	expect(await get(wire, `Bearer ${anonKey}`, anonKey)).toMatchObject({ status: 403, code: 'bad_jwt' })

	wire.clock.advance(3_600_000)
	expect(await get(wire, `Bearer ${token}`)).toMatchObject({ status: 403, code: 'bad_jwt' })
	const { data } = await wire.connect().auth.refreshSession({ refresh_token: session.refresh_token })
	await wire.deps.db.deleteFrom('auth.users').execute()
	expect(await get(wire, `Bearer ${data.session?.access_token}`)).toMatchObject({ status: 403, code: 'user_not_found' })
})

test.each([
	['app_metadata', { app_metadata: { role: 'admin' } }, 403, 'not_admin'],
	['nothing', {}, 400, 'validation_failed'],
	['a phone', { phone: '4915112345678' }, 400, 'phone_provider_disabled'],
	['a weak password', { password: 'short' }, 422, 'weak_password'],
	['a strange address', { email: 'nobody' }, 400, 'validation_failed'],
	['too much data', { data: { text: 'x'.repeat(9000) } }, 400, 'validation_failed'],
])('an update with %s is refused', async (...[, body, status, code]) => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	const response = await wire.request('/auth/v1/user', {
		method: 'PUT',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` },
		body: JSON.stringify(body),
	})
	expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([status, code])
})

test('an unexpected error is a 500 with an ID, and its details are only in the log', async () => {
	const wire = await startWire()
	await wire.deps.db.schema.dropTable('auth.identities').execute()
	const response = await wire.post('/otp', { email })
	expect(response.status).toBe(500)
	const body = (await response.json()) as Record<string, unknown>
	expect(body).toEqual({
		code: 500,
		error_code: 'unexpected_failure',
		msg: expect.any(String),
		error_id: response.headers.get('x-request-id'),
	})
	expect(JSON.stringify(body)).not.toContain('identities')
	expect(wire.logLines.some((line) => line.includes('auth.identities') && line.includes(String(body.error_id)))).toBe(true)
	expect((await wire.request('/auth/v1/health')).status).toBe(200)
})

test('auth tables, keys and secrets are closed to the database roles of the REST surface', async () => {
	const wire = await startWire()
	const open = await sql<{ table: string; role: string }>`
		select c.relname as table, r.rolname as role from pg_class c
		join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'auth'
		cross join pg_roles r
		where c.relkind = 'r' and r.rolname in ('anon', 'authenticated')
			and has_table_privilege(r.rolname, c.oid, 'select, insert, update, delete')`.execute(wire.deps.db)
	expect(open.rows).toEqual([])
	const unguarded = await sql<{ table: string }>`
		select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'auth'
		where c.relkind = 'r' and not c.relrowsecurity`.execute(wire.deps.db)
	expect(unguarded.rows).toEqual([])
})

test('a property name of Object.prototype is not a valid grant type', async () => {
	const wire = await startWire()
	for (const name of ['constructor', '__proto__', 'toString'])
		expect((await wire.post(`/token?grant_type=${name}`, {})).headers.get('x-sb-error-code')).toBe('invalid_credentials')
})
