// regression CVE-2026-26980
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { signedIn, startWire } from './test-client.ts'

const RUNS = isLong ? 1500 : 400

const COLUMNS = ['user_id', 'phone_number', 'verified', 'payment_notifications', 'created_at', 'message', 'type', 'none']
const OPERATORS = [
	'eq',
	'neq',
	'gt',
	'lte',
	'like',
	'ilike',
	'match',
	'in',
	'is',
	'not.eq',
	'not.in',
	'isdistinct',
	'cs',
	'ov',
	'sl',
	'eq(any)',
	'like(all)',
	'fts',
	'x',
]
const value = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed()),
	fc.constantFrom(
		'',
		'null',
		'true',
		'(1,2)',
		'("a"",b)',
		'{a,b}',
		'{{1},{2}}',
		'%',
		'\\',
		'(((',
		'[',
		'infinity',
		'-1',
		'1e309',
		'2147483648',
		'2026-02-30',
		'0001-01-01 BC',
		"'--",
		'$1',
		'a\0b',
		'(?:a+)+$',
		'x'.repeat(3000),
	),
)
const filter = fc.tuple(fc.constantFrom(...COLUMNS), fc.constantFrom(...OPERATORS), value)
const parameter = fc.oneof(
	{ weight: 4, arbitrary: filter.map(([column, operator, text]) => [column, `${operator}.${text}`]) },
	filter.map(([column, operator, text]) => ['or', `(${column}.${operator}.${text},and(verified.is.true,type.eq.${text}))`]),
	fc.tuple(
		fc.constantFrom('select', 'order', 'limit', 'offset', 'on_conflict', 'columns', 'and', 'not.or'),
		fc.oneof(value, fc.constantFrom(...COLUMNS, '*', 'user_id,verified', '1')),
	),
)
const query = fc.array(parameter, { maxLength: 4 }).map((parameters) => new URLSearchParams(parameters as [string, string][]).toString())

const field = fc.oneof(fc.jsonValue({ maxDepth: 3 }), value, fc.constantFrom(null, -1, 2 ** 53, 1e308))
const body = fc.oneof(
	fc.dictionary(fc.constantFrom(...COLUMNS, '__proto__', 'constructor'), field).map((row) => JSON.stringify(row)),
	fc.array(fc.dictionary(fc.constantFrom(...COLUMNS), field), { maxLength: 3 }).map((rows) => JSON.stringify(rows)),
	fc.json(),
	fc.string({ unit: 'binary', maxLength: 50 }),
)
const headers = fc.record(
	{
		prefer: fc.oneof(
			fc.constantFrom(
				'return=representation',
				'resolution=merge-duplicates',
				'resolution=ignore-duplicates, return=representation, missing=default',
				'count=exact',
				'handling=strict, max-affected=0',
				'handling=strict, x',
				'tx=rollback, return=representation',
			),
			fc.stringMatching(/^[ -~]{0,20}$/),
		),
		accept: fc.constantFrom('*/*', 'application/vnd.pgrst.object+json', 'text/csv', 'text/html', 'application/json;q=0'),
		'content-type': fc.constantFrom('application/json', 'text/csv', 'application/json; charset=utf-16', ''),
		range: fc.constantFrom('0-0', '5-1', 'bytes=0-', '999999999-', 'x'),
		'accept-profile': fc.constantFrom('public', 'auth', 'pgboss', ''),
	},
	{ requiredKeys: [] },
)
const path = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom('user_sms_settings', 'sms_logs', 'progress_entries') },
	fc.constantFrom('users', 'rpc/x', 'pg_class', '..%2f', 'sms_logs%00', 'sms_logs/1', 'sms_logs;', '%ff', '', 'auth.users'),
)
const request = fc.record({ method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'), path, query, body, headers })

test('every request returns the caller’s rows or an error code, and touches no other account', async () => {
	const wire = await startWire()
	const { session, user } = await signedIn(wire)
	const other = await signedIn(wire)
	const rows = [user.id, other.user.id].map((id) => ({ user_id: id, phone_number: '+14155552671', verified: true }))
	await wire.deps.db.insertInto('user_sms_settings').values(rows).execute()
	const logs = [user.id, other.user.id].map((id) => ({
		user_id: id,
		type: 'course_progress' as const,
		message: 'x',
		status: 'sent' as const,
	}))
	await wire.deps.db.insertInto('sms_logs').values(logs).execute()
	const foreign = () => wire.deps.db.selectFrom('user_sms_settings').selectAll().where('user_id', '=', other.user.id).execute()
	const before = await foreign()

	const statuses = new Set<number>()
	await fc.assert(
		fc.asyncProperty(request, async ({ method, path: table, query: search, body: text, headers: given }) => {
			const response = await wire.request(`/rest/v1/${table}?${search}`, {
				method,
				headers: { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json', ...given },
				...(method !== 'GET' && method !== 'HEAD' && { body: text }),
			})
			const answer = await response.text()
			statuses.add(response.status)
			expect([response.status, answer]).toEqual([expect.toSatisfy((status: number) => status < 500), answer])
			expect(answer).not.toContain(`"user_id":"${other.user.id}"`)
			if (response.status < 400 || method === 'HEAD') return
			const refusal = JSON.parse(answer) as { code: string }
			// A PostgreSQL syntax error would mean that we generated invalid SQL.
			expect(refusal.code).not.toBe('42601')
			expect(refusal).toEqual({
				code: expect.stringMatching(/^(PGRST\d{3}|[0-9A-Z]{5})$/),
				details: expect.toSatisfy((details) => details === null || typeof details === 'string'),
				hint: expect.toSatisfy((hint) => hint === null || typeof hint === 'string'),
				message: expect.any(String),
			})
		}),
		{ numRuns: RUNS },
	)
	// Some requests must also succeed, not only be refused.
	expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, 405, 406]))
	expect(await foreign()).toEqual(before)
	expect([await wire.countRows('user_sms_settings'), await wire.countRows('sms_logs'), await wire.countRows('auth.users')]).toEqual([
		2, 2, 2,
	])
	const own = await wire.deps.db
		.selectFrom('user_sms_settings')
		.select(['verified', 'phone_number'])
		.where('user_id', '=', user.id)
		.execute()
	expect(own).toSatisfy(
		(kept: typeof own) => kept.length === 1 && (kept[0]?.verified === false || kept[0]?.phone_number === '+14155552671'),
	)
	expect(wire.logLines.filter((line) => line.includes('rest request failed'))).toEqual([])
})

const mutation = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 30 }).map((text) => () => text.replaceAll(/[^\x21-\x7e]/g, '.')),
	fc.tuple(fc.nat(2), fc.nat(), fc.constantFrom('A', '_', '.', '=', '')).map(([part, at, letter]) => (token: string) => {
		const parts = token.split('.')
		const text = parts[part] ?? ''
		const place = at % Math.max(1, text.length)
		parts[part] = text.slice(0, place) + letter + text.slice(place + 1)
		return parts.join('.')
	}),
	fc.constantFrom('none', 'HS256', 'RS256').map((alg) => (token: string) => {
		const [, claims = '', signature = ''] = token.split('.')
		return `${Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url')}.${claims}.${alg === 'none' ? '' : signature}`
	}),
	fc
		.constantFrom({ role: 'service_role' }, { sub: crypto.randomUUID() }, { exp: 4_000_000_000 }, { aal: 'aal2' })
		.map((claims) => (token: string) => {
			const [head = '', text = '', signature = ''] = token.split('.')
			const changed = { ...(JSON.parse(Buffer.from(text, 'base64url').toString()) as object), ...claims }
			return `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`
		}),
)

/** The last character of a signature has unused bits; changing only those changes nothing. */
function isSame(token: string, other: string): boolean {
	const decode = (text: string) => {
		const at = text.lastIndexOf('.')
		return `${text.slice(0, at)}.${Buffer.from(text.slice(at), 'base64url').toString('hex')}`
	}
	return decode(token) === decode(other)
}

test('a token with any mutation is refused', async () => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	await fc.assert(
		fc.asyncProperty(mutation, async (mutate) => {
			const token = mutate(session.access_token)
			if (isSame(token, session.access_token)) return
			const response = await wire.request('/rest/v1/user_sms_settings', {
				headers: { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${token}` },
			})
			expect(response.status).toBe(401)
			expect(((await response.json()) as { code: string }).code).toMatch(/^(PGRST30[13]|42501)$/)
		}),
		{ numRuns: isLong ? 300 : 100 },
	)
})
