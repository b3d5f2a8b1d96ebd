import fc from 'fast-check'
import { gzipSync } from 'node:zlib'

import { fieldGroups } from './fields.ts'

/** A request as it is sent over the socket. `headers` may contain a name twice. */
export type Case = {
	/** As in docs/reference/wire.md, e.g. `PUT /auth/v1/user`. */
	endpoint: string
	method: string
	target: string
	headers: [string, string][]
	body: string | Buffer | null
	caller: 'nobody' | 'learner' | 'operator' | 'forger'
	/** Number of parallel requests. */
	times: number
}

const MEGABYTE = 1_048_576
const BOMB = gzipSync(Buffer.alloc(10 * MEGABYTE, 'a'))

/** Boundary numbers and nasty strings; none is an address that could receive a message. */
const nasty = fc.constantFrom<unknown>(
	-1,
	-0,
	0.5,
	2 ** 31,
	2 ** 53 + 2,
	1e308,
	true,
	false,
	null,
	'',
	' ',
	'\0',
	'a\0b',
	'\ud800',
	'\u202e',
	'\u200d',
	'\r\nBcc: x',
	'<script>',
	"'--",
	'../',
	'..\\',
	'%00',
	'=cmd',
	'$1',
	'{}',
	'[]',
	'x'.repeat(255),
	'x'.repeat(256),
	'x'.repeat(70_000),
	'٠١٢٣٤٥',
	'000000',
	'1e309',
	'NaN',
	'null',
	'undefined',
	'constructor',
	'a@b',
	'ada@example.com,eve@example.com',
	'"<b>"@example',
	'ａｄａ＠example．com',
	'ada@example.com\n',
	'@',
	'ada@@example.com',
	'+0',
	'+1',
	'+999999999999999999',
	'00000000-0000-0000-0000-000000000000',
	'00000000-0000-0000-0000-00000000000g',
	'2026-02-30',
	'0000-00-00T00:00:00Z',
	'javascript:alert(1)',
	'//evil.example',
	'email',
	'sms',
	'totp',
	'signup',
	'phone',
)
const value = fc.oneof(
	{ weight: 6, arbitrary: nasty },
	{ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
	{ weight: 1, arbitrary: fc.array(nasty, { maxLength: 3 }) },
	{ weight: 1, arbitrary: fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor', 'length'), nasty, { maxKeys: 3 }) },
)

/** One of the endpoint's bodies, with each field of a wrong type or with a nasty value, and unknown keys. */
const fieldsBody = (path: string) =>
	fc
		.constantFrom(...fieldGroups(path))
		.chain((group) =>
			fc
				.tuple(
					fc.array(fc.tuple(fc.constantFrom(...group), value), { maxLength: 6 }),
					fc.option(fc.tuple(fc.constantFrom('__proto__', 'constructor', 'is_super_admin', 'role', 'user_id', 'id', 'toJSON'), value)),
				)
				.map(
					([entries, extra]) =>
						`{${[...entries, ...(extra ? [extra] : [])].map(([name, item]) => `${JSON.stringify(name)}:${JSON.stringify(item)}`).join()}}`,
				),
		)

const JSON_TYPE: [string, string] = ['content-type', 'application/json']
type Payload = { body: string | Buffer | null; headers: [string, string][] }
const asJson = (body: string): Payload => ({ body, headers: [JSON_TYPE] })

/** No body, invalid or deep JSON, duplicate keys, too large, compressed, with a wrong content type. */
const brokenBody = fc.constantFrom<Payload>(
	{ body: null, headers: [] },
	...[
		'',
		'{',
		'{"email":1,}',
		'\uFEFF{}',
		'NaN',
		'1e309',
		'"text"',
		'[]',
		'null',
		'{"a":1,"a":2}',
		`${'['.repeat(10_000)}${']'.repeat(10_000)}`,
	].map(asJson),
	...[
		'text/plain',
		'application/x-www-form-urlencoded',
		'multipart/form-data',
		'multipart/form-data; boundary=x',
		'application/xml',
		';;;',
		'application/json; charset=utf-16',
	].map((type): Payload => ({ body: '{"email":"x"}', headers: [['content-type', type]] })),
	{
		body: '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nx\r\n--x--',
		headers: [['content-type', 'multipart/form-data; boundary=x']],
	},
	{ body: '%ff=%00&email=%E0%A4%A&a[b]=c&a=1&a=2', headers: [['content-type', 'application/x-www-form-urlencoded']] },
	{ body: BOMB, headers: [JSON_TYPE, ['content-encoding', 'gzip']] },
	{ body: Buffer.from([0xff, 0xfe, 0x00, 0x80]), headers: [JSON_TYPE] },
)
const hugeBody = fc
	.tuple(fc.constantFrom(MEGABYTE + 1, 10 * MEGABYTE), fc.constantFrom<[string, string][]>([], [['transfer-encoding', 'chunked']]))
	.map(([length, headers]): Payload => ({ body: `"${'x'.repeat(length)}"`, headers: [JSON_TYPE, ...headers] }))

const queries = fc.constantFrom(
	'',
	'',
	'',
	'',
	'?a=1&a=2',
	'?select=*&select=none',
	'?redirect_to=%00',
	'?redirect_to=//evil.example',
	'?page=-1&per_page=1e9',
	'?type=email&token=%ff',
	'?grant_type=password',
	'?grant_type=refresh_token',
	'?grant_type=pkce',
	'?grant_type=id_token',
	'?grant_type=web3',
	'?grant_type=constructor',
	'?limit=-1&offset=x',
	'?or=(((',
	'?user_id=eq.x',
	'?order=a.b.c',
	'?%',
	`?${'a=b&'.repeat(500)}`,
	'?__proto__=1',
	'?_method=DELETE',
)

/** Path segments: invalid IDs and path traversal. */
const segment = fc.constantFrom(
	'1',
	'x',
	'00000000-0000-4000-8000-000000000000',
	'%00',
	'..%2f',
	'%2e%2e',
	'..;',
	"'--",
	'%ff',
	'constructor',
	'__proto__',
	'x'.repeat(500),
	'ORD-1',
	'%E2%80%AE',
	'*',
)
const bentPath = (path: string) =>
	fc
		.constantFrom<(whole: string) => string>(
			(whole) => whole,
			(whole) => whole,
			(whole) => whole,
			(whole) => whole,
			(whole) => whole,
			(whole) => `/${whole}`,
			(whole) => `${whole}/`,
			(whole) => `${whole}%2f`,
			(whole) => `${whole};a=b`,
			(whole) => whole.replace('/', '/./'),
			(whole) => whole.replace(/\/(?=[^/]*$)/, '/../'),
			(whole) => whole.toUpperCase(),
		)
		.chain((bend) => fc.infiniteStream(segment).map((segments) => bend(path.replace(/:\w+/g, () => String(segments.next().value)))))

/** Headers with unusual, duplicate or forged values. */
const extraHeaders = fc.constantFrom<[string, string][]>(
	[],
	[],
	[],
	[['x-http-method-override', 'DELETE']],
	[
		['x-forwarded-for', "1'--, ::1"],
		['x-forwarded-for', '\t'],
	],
	[
		['x-forwarded-host', 'evil.example'],
		['forwarded', 'host=evil.example'],
	],
	[
		['accept', 'text/csv;q=x'],
		['accept', 'application/vnd.pgrst.object+json'],
	],
	[
		['prefer', 'handling=strict, x'],
		['prefer', 'return=representation'],
	],
	[['range', 'bytes=0-0,1-1,-']],
	[
		['x-supabase-api-version', '2024-01-01'],
		['x-supabase-api-version', 'x'],
	],
	[
		['accept-profile', 'auth'],
		['content-profile', 'pg_catalog'],
	],
	[['cookie', `a=${'b'.repeat(4000)}; =; __Host-x`]],
	[['origin', 'null']],
)

const CALLERS = ['nobody', 'learner', 'learner', 'operator', 'forger'] as const

/** Generates requests to an endpoint of the table, with any combination of the classes above. */
export const caseFor = (endpoint: string): fc.Arbitrary<Case> => {
	const [method = '', path = ''] = endpoint.split(' ')
	const payload = fc.oneof(
		{ weight: 60, arbitrary: fieldsBody(path).map(asJson) },
		{ weight: 30, arbitrary: brokenBody },
		{ weight: 1, arbitrary: hugeBody },
	)
	return fc
		.record({
			method: fc.oneof(
				{ weight: 9, arbitrary: fc.constant(method) },
				fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'),
			),
			path: bentPath(path),
			query: queries,
			payload,
			extra: extraHeaders,
			caller: fc.constantFrom(...CALLERS),
			times: fc.oneof({ weight: 40, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(64) }),
		})
		.map((made) => ({
			endpoint,
			method: made.method,
			target: made.path + made.query,
			headers: [...(made.method === 'GET' || made.method === 'HEAD' ? [] : made.payload.headers), ...made.extra],
			body: made.method === 'GET' || made.method === 'HEAD' ? null : made.payload.body,
			caller: made.caller,
			times: made.payload.body !== null && made.payload.body.length > 100_000 ? 1 : made.times,
		}))
}
