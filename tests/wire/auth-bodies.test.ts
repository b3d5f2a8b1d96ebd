// asvs V1.5.2 V2.2.1 V3.5.2 V15.3.5
// regression CVE-2022-31093
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isLong } from '#tests/setup/long-tests.ts'

import { signedIn, SITE, startWire } from './test-client.ts'

const FIELDS = [
	'email',
	'phone',
	'password',
	'data',
	'channel',
	'type',
	'token',
	'token_hash',
	'refresh_token',
	'auth_code',
	'code_verifier',
	'code_challenge',
	'code_challenge_method',
	'create_user',
	'app_metadata',
	'gotrue_meta_security',
	'__proto__',
	'constructor',
] as const
const ENDPOINTS = [
	'POST /signup',
	'POST /token?grant_type=password',
	'POST /token?grant_type=refresh_token',
	'POST /token?grant_type=pkce',
	'POST /token?grant_type=id_token',
	'POST /otp',
	'POST /magiclink',
	'POST /verify',
	'GET /verify',
	'POST /recover',
	'POST /resend',
	'PUT /user',
	'POST /logout?scope=nowhere',
] as const

const nasty = fc.constantFrom(
	'',
	' ',
	'\0',
	'\ud800',
	'\r\n',
	'../',
	"'--",
	'=cmd',
	'<script>',
	'1e309',
	'x'.repeat(300),
	'x'.repeat(20_000),
	'\u202e',
	'a@b',
	'ada@example.com,',
	'ADA@EXAMPLE.COM ',
	'pkce_',
	'signup',
	'email',
	'sms',
)
const value = fc.oneof(
	{ weight: 3, arbitrary: nasty },
	{ weight: 1, arbitrary: fc.jsonValue() },
	{ weight: 1, arbitrary: fc.constantFrom(null, -0, 2 ** 53, 1e308, true, [], {}) },
)
const body = fc.oneof(
	{
		weight: 4,
		arbitrary: fc
			.array(fc.tuple(fc.constantFrom(...FIELDS), value), { maxLength: 6 })
			.map((entries) => JSON.stringify(Object.fromEntries(entries))),
	},
	{ weight: 1, arbitrary: fc.json() },
	{ weight: 1, arbitrary: fc.string() },
	{
		weight: 1,
		arbitrary: fc.constantFrom('{', '{"email":1,}', '\uFEFF{}', 'NaN', '[[[', '['.repeat(10_000) + ']'.repeat(10_000), '{"a":1,"a":2}'),
	},
)
const TABLES = [
	'auth.users',
	'auth.identities',
	'auth.sessions',
	'auth.one_time_tokens',
	'auth.flow_states',
	'outbox_messages',
	'pgboss.job',
]

test('invalid bodies are refused in the surface’s error shape or accepted without effect, and store nothing', async () => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	const counts = () => Promise.all(TABLES.map((table) => wire.countRows(table)))
	const before = await counts()

	const send = fc.record({
		endpoint: fc.constantFrom(...ENDPOINTS),
		body,
		contentType: fc.oneof(
			{ weight: 8, arbitrary: fc.constant('application/json;charset=UTF-8') },
			{ weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', '') },
		),
		query: fc.constantFrom('', '&redirect_to=%00', '&redirect_to=//evil.example', '&type=email&token=%ff', '&redirect_to=a&redirect_to=b'),
	})
	await fc.assert(
		fc.asyncProperty(send, async ({ endpoint, body: text, contentType, query }) => {
			const [method = '', path = ''] = endpoint.split(' ')
			const response = await wire.request(`/auth/v1${path}${path.includes('?') ? '' : '?a=b'}${query}`, {
				method,
				headers: { 'content-type': contentType, authorization: `Bearer ${session.access_token}` },
				...(method === 'GET' ? {} : { body: text }),
			})
			const answer = await response.text()
			if (response.status === 303) expect(new URL(response.headers.get('location') ?? '').origin).toBe(SITE)
			else if (response.status === 200) expect(answer === '{}' || endpoint === 'PUT /user').toBe(true)
			else {
				expect([400, 401, 403, 404, 413, 422, 429]).toContain(response.status)
				expect(JSON.parse(answer)).toMatchObject({ code: response.status, error_code: expect.any(String), msg: expect.any(String) })
			}
		}),
		{ numRuns: isLong ? 1500 : 400 },
	)
	expect(await counts()).toEqual(before)
	expect(wire.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
test.each([
	['POST', '/signup', `{"email":"a@b.example","password":"long enough 1","data":{"x":${nested(100_000)}}}`],
	['PUT', '/user', `{"data":{"x":${nested(100_000)}}}`],
	['PUT', '/user', `{"data":${'{"x":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
])('%s %s refuses a too deeply nested body as bad_json', async (method, path, body) => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
	const answer = await wire.request(`/auth/v1${path}`, { method, headers, body })
	expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([400, 'bad_json'])
})
