// asvs V7.2.1 V9.1.1 V9.1.2 V9.1.3 V9.2.1 V9.2.2 V9.2.3 V10.3.1 V11.4.3
// regression c3005a47 CVE-2023-48309
import fc from 'fast-check'
import { createHmac, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'

import { readSigningKeys } from '#server/services/platform/keys/signing-keys.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { signedIn, startWire, type Wire } from './test-client.ts'

type Json = Record<string, unknown>
const encode = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const decode = (part = ''): Json => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json
const es256 = (input: string, key: KeyObject) =>
	sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
const hs256 = (input: string, key: string | Buffer) => createHmac('sha256', key).update(input).digest('base64url')

/** Every surface that accepts a token, with a call and its refusals. */
const SURFACES: Record<string, { method: string; path: string; isRefusal: (status: number, body: Json) => boolean }> = {
	auth: { method: 'GET', path: '/auth/v1/user', isRefusal: (status, body) => status === 403 && typeof body.msg === 'string' },
	admin: {
		method: 'GET',
		path: '/auth/v1/admin/users',
		isRefusal: (status, body) => status === 403 && typeof body.error_code === 'string',
	},
	rest: {
		method: 'GET',
		path: '/rest/v1/user_sms_settings?select=*',
		isRefusal: (status, body) => status === 401 && /^PGRST30[13]$|^22023$/.test(String(body.code)),
	},
	functions: {
		method: 'POST',
		path: '/functions/v1/verify-code',
		isRefusal: (status, body) => [401, 403].includes(status) && body.success === false,
	},
	api: {
		method: 'GET',
		path: '/api/progress',
		isRefusal: (status, body) => [401, 403].includes(status) && typeof body.error === 'object',
	},
}

async function ask(wire: Wire, surface: keyof typeof SURFACES, authorization: string) {
	const { method = 'GET', path = '', isRefusal } = SURFACES[surface] ?? {}
	const body = method === 'POST' ? JSON.stringify({ code: '000000', phoneNumber: '+12025550100', purpose: 'phone_verification' }) : null
	const answer = await wire.request(path, { method, body, headers: { authorization, 'content-type': 'application/json' } })
	const text = await answer.text()
	return { status: answer.status, isRefused: isRefusal?.(answer.status, JSON.parse(text) as Json) ?? false, text }
}

async function expectRefused(wire: Wire, name: string, token: string) {
	for (const surface of Object.keys(SURFACES)) {
		const { status, isRefused, text } = await ask(wire, surface, `Bearer ${token}`)
		expect({ name, surface, status, isRefused, text }).toEqual({ name, surface, status, isRefused: true, text })
	}
}

async function start() {
	const wire = await startWire()
	const { session, user } = await signedIn(wire)
	const [head = '', body = '', signature = ''] = session.access_token.split('.')
	const { current } = await readSigningKeys(wire.deps)
	/** Signs any claims with a valid signature. */
	const forge = (claims: Json | string, header: Json = {}) => {
		const input = `${encode({ ...decode(head), ...header })}.${encode(typeof claims === 'string' ? claims : { ...decode(body), ...claims })}`
		return `${input}.${es256(input, current.privateKey)}`
	}
	const now = Math.floor(wire.clock.now().getTime() / 1000)
	return { wire, user, session, head, body, signature, current, forge, now }
}

test('the unchanged token is accepted everywhere, so that each refusal below has its own cause', async () => {
	const { wire, forge, session } = await start()
	for (const token of [session.access_token, forge({})])
		for (const surface of ['auth', 'rest', 'functions', 'api']) {
			const { status, isRefused } = await ask(wire, surface, `Bearer ${token}`)
			expect([surface, status < 500 && !isRefused]).toEqual([surface, true])
		}
})

test('the algorithm and key named in a token’s header are not trusted', async () => {
	const { wire, head, body, signature, current } = await start()
	const publicJwk = (await (await wire.request('/auth/v1/.well-known/jwks.json')).json()) as { keys: (JsonWebKey & { kid: string })[] }
	const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const ownJwk = { ...own.publicKey.export({ format: 'jwk' }), kid: 'mine', alg: 'ES256' }
	const [publicKey] = publicJwk.keys
	const withHeader = (header: Json, make: (input: string) => string) => {
		const input = `${encode({ ...decode(head), ...header })}.${body}`
		return `${input}.${make(input)}`
	}
	const table: Record<string, string> = {
		none: withHeader({ alg: 'none' }, () => ''),
		'none with a signature': withHeader({ alg: 'none' }, () => signature),
		NoNe: withHeader({ alg: 'NoNe' }, () => ''),
		'no algorithm': withHeader({ alg: undefined }, () => signature),
		'HS256 by the public key': withHeader({ alg: 'HS256' }, (input) => hs256(input, JSON.stringify(publicKey))),
		'HS256 by the key id': withHeader({ alg: 'HS256' }, (input) => hs256(input, current.kid ?? '')),
		'HS256 by nothing': withHeader({ alg: 'HS256' }, (input) => hs256(input, '')),
		RS256: withHeader({ alg: 'RS256' }, () => signature),
		ES384: withHeader({ alg: 'ES384' }, () => signature),
		'a foreign key under our id': withHeader({}, (input) => es256(input, own.privateKey)),
		'an injected key': withHeader({ kid: 'mine', jwk: ownJwk }, (input) => es256(input, own.privateKey)),
		'our id and an injected key': withHeader({ jwk: ownJwk }, (input) => es256(input, own.privateKey)),
		'an injected key address': withHeader({ jku: 'https://elsewhere.example/jwks.json', kid: 'mine' }, (input) =>
			es256(input, own.privateKey),
		),
		x5u: withHeader({ x5u: 'https://elsewhere.example/cert.pem', kid: 'mine' }, (input) => es256(input, own.privateKey)),
		...Object.fromEntries(
			['', '../../../../dev/null', "' or '1'='1", '\u0000', '__proto__', 'constructor', 'a'.repeat(20_000), ['x'], 7, null, {}].map(
				(kid) => [`key id ${JSON.stringify(kid).slice(0, 30)}`, withHeader({ kid }, () => signature)],
			),
		),
	}
	for (const [name, token] of Object.entries(table)) await expectRefused(wire, name, token)
})

test('invalid claims are refused even with a valid signature', async () => {
	const { wire, forge, now, session } = await start()
	const table: Record<string, string> = {
		expired: forge({ exp: now }),
		'long expired': forge({ exp: 0 }),
		'no expiry': forge({ exp: undefined }),
		'expiry as text': forge({ exp: String(now + 999) }),
		'endless expiry': forge(JSON.stringify({ ...decode(session.access_token.split('.')[1]), exp: 0 }).replace('"exp":0', '"exp":1e309')),
		'expiry of a list': forge({ exp: [now + 999] }),
		'not yet': forge({ nbf: now + 3600 }),
		'not yet, as text': forge({ nbf: 'tomorrow' }),
		'another audience': forge({ aud: 'somewhere-else' }),
		'many audiences': forge({ aud: ['authenticated', 'somewhere-else'] }),
		'no audience': forge({ aud: undefined }),
		'another issuer': forge({ iss: 'https://elsewhere.example/auth/v1' }),
		'no issuer': forge({ iss: undefined }),
		'no session': forge({ session_id: undefined }),
		'an unknown session': forge({ session_id: crypto.randomUUID() }),
		'a session by SQL': forge({ session_id: "' or true --" }),
		'another person with this session': forge({ sub: crypto.randomUUID() }),
		'another kind of token': forge({}, { typ: 'at+jwt' }),
		'an extension': forge({}, { crit: ['b64'], b64: false }),
		'claims that are a list': forge('[]'),
		'claims that are null': forge('null'),
		'claims that are no JSON': forge('{'),
	}
	for (const [name, token] of Object.entries(table)) await expectRefused(wire, name, token)
})

test('a user token that claims an operator role doesn’t get operator access', async () => {
	const { wire, forge } = await start()
	for (const role of ['service_role', 'supabase_admin']) expect((await ask(wire, 'admin', `Bearer ${forge({ role })}`)).status).toBe(403)
	expect((await ask(wire, 'rest', `Bearer ${forge({ role: 'postgres' })}`)).status).toBe(401)
	expect((await ask(wire, 'admin', `Bearer ${forge({ role: 'service_role', session_id: undefined, sub: undefined })}`)).status).toBe(200)
})

test('a token with any changed byte is refused', async () => {
	const { wire, head, body, signature, session } = await start()
	const shapes = [
		`${head}.${body}`,
		`${head}.${body}.`,
		`.${body}.${signature}`,
		`${head}..${signature}`,
		`${head}.${body}.${signature}.`,
		`${head}.${body}.${signature}.${signature}`,
		`${head}.${body}.${signature.slice(0, -2)}`,
		`${head}.${body}.${signature}AA`,
		`${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
		`${head}.${body}.${Buffer.alloc(64, 0xff).toString('base64url')}`,
		'..',
		'a.b.c',
		`${'a'.repeat(50_000)}.${'b'.repeat(50_000)}.c`,
	]
	for (const token of shapes) await expectRefused(wire, token.slice(-40), token)

	const bytes = Buffer.from(session.access_token)
	// The last character of each part has unused bits; changing those changes nothing.
	const isSpare = (at: number) => bytes[at + 1] === 0x2e || bytes[at] === 0x2e || at === bytes.length - 1
	await fc.assert(
		fc.asyncProperty(fc.nat(bytes.length - 1), fc.constantFrom(...'ABCxyz019-_'), async (at, letter) => {
			fc.pre(!isSpare(at) && bytes[at] !== letter.charCodeAt(0))
			const token = Buffer.from(bytes)
			token[at] = letter.charCodeAt(0)
			const answers = await Promise.all(Object.keys(SURFACES).map((surface) => ask(wire, surface, `Bearer ${token.toString()}`)))
			expect(answers.map(({ isRefused }) => isRefused)).toEqual(answers.map(() => true))
		}),
		{ numRuns: isLong ? 300 : 100 },
	)
})

test('no authorization header causes a server error', async () => {
	const { wire } = await start()
	await fc.assert(
		fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'Bearer .=-_eyJ0,;"%'), maxLength: 200 }), async (value) => {
			const answers = await Promise.all(Object.keys(SURFACES).map((surface) => ask(wire, surface, value)))
			expect(answers.every(({ status }) => status < 500)).toBe(true)
			expect(answers[1]?.status).not.toBe(200)
		}),
		{ numRuns: isLong ? 200 : 80 },
	)
})
