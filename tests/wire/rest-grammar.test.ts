// asvs V1.2.4
// regression CVE-2026-26980
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { signedIn, startWire, type Wire } from './test-client.ts'

/** Number of requests. For a long run: REST_GRAMMAR_RUNS=100000 FUZZ_SEED=random. */
const RUNS = Number(process.env['REST_GRAMMAR_RUNS'] ?? (isLong ? 10_000 : 800))
const AT_ONCE = 25

/** Columns of every kind that filters handle differently. */
const THINGS = [
	"create type public.mood as enum ('calm', 'wild')",
	`create table public.things (id int primary key, word text, short char(3), price numeric(8, 2), mood mood, data jsonb, plain json,
		tags text[], moods mood[], span int4range, found tsvector, asked tsquery, at timestamptz, own uuid, "two words" int)`,
	`insert into public.things select n, 'word ' || n, 'abc', n, 'calm', jsonb_build_object('a', jsonb_build_array(n, 'x'), 'b', 'c'), '{"a":1}',
		array['x', 'y'], array['wild']::mood[], int4range(n, n + 5), to_tsvector('the cat'), 'cat', now(), gen_random_uuid(), n
		from generate_series(1, 3) as n`,
	"insert into public.things (id, word) values (4, 'hidden')",
	'alter table public.things enable row level security',
	'create policy shown on public.things using (id < 4) with check (id < 4)',
	'grant all on public.things to anon, authenticated',
	'create function public.some_things(least_id int, word text default null) returns setof public.things language sql stable as $$ select * from things where id >= least_id $$',
	'grant execute on function public.some_things(int, text) to anon, authenticated',
]

const COLUMNS = [
	'id',
	'word',
	'short',
	'price',
	'mood',
	'data',
	'plain',
	'tags',
	'moods',
	'span',
	'found',
	'asked',
	'at',
	'own',
	'"two words"',
	'none',
]
const PATHS = ['', '', '', '->a', '->>a', '->a->0', '->b->>0', '->-1', '->>"x y"', '->a->b->c->d', '->']
const OPERATORS =
	'eq neq gt gte lt lte like ilike match imatch in is isdistinct cs cd ov sl sr nxr nxl adj fts plfts phfts wfts eq(any) like(all) gt(any) in(any) fts(english) wfts(simple) fts(nothing) x'
		.split(' ')
		.flatMap((operator) => [operator, operator, `not.${operator}`])
const TYPES = ['text', 'int', 'int4', 'jsonb', 'json', 'uuid', 'date', 'numeric', 'text[]', 'int[]', 'mood', 'regclass', 'bool']

const pick = <T>(items: readonly T[]) => fc.constantFrom(...items)
const TEXTS = ['', '1', '-1', 'calm', 'null', 'true', 'unknown', 'x', '{x}', '{1,2}', '{', '{{{{{{{1}}}}}}}', '[1,3)', '(,)', 'empty']
const NUMBERS = [
	'{"a":1}',
	'[1]',
	'"x"',
	'(1,2)',
	'("x""',
	'(calm,wild)',
	'cat & dog',
	"'cat' |",
	'<->',
	'!',
	'a:b',
	'*',
	'%\\',
	'(',
	'[',
	'\\',
]
const ODDITIES = [
	'infinity',
	'now',
	'2026-02-30',
	'1e400',
	'99999999999999999999',
	'NaN',
	"'; drop table things --",
	'$1',
	'$$',
	'/*',
	'\0',
	'❤️',
]

const value = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 10 }).map((text) => text.toWellFormed()),
	pick([...NUMBERS, ...TEXTS, ...ODDITIES]),
	fc.stringMatching(/^[(){}[\]"\\,.:*&|!<>'-]{1,30}$/),
	fc.constantFrom('{', '[', '(', '((a|b)*)*', '"', '\\').map((piece) => piece.repeat(400)),
)
const field = fc.tuple(pick(COLUMNS), pick(PATHS)).map((parts) => parts.join(''))
const condition = fc.tuple(field, pick(OPERATORS), value).map((parts) => parts.join('.'))
const { tree } = fc.letrec<{ tree: string; leaf: string }>((tie) => ({
	leaf: condition,
	tree: fc
		.tuple(pick(['and', 'or', 'not.and']), fc.array(fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('tree')), { maxLength: 3 }))
		.map(([word, parts]) => `${word}(${parts.join(',')})`),
}))
const item = fc
	.tuple(pick(['', '', 'as:', '"x":']), field, pick(['', '', '::']), pick(TYPES))
	.map(([as, of, cast, type]) => `${as}${of}${cast && cast + type}`)
const order = fc.tuple(field, pick(['', '.asc', '.desc', '.up']), pick(['', '.nullsfirst', '.nullslast'])).map((parts) => parts.join(''))
const parameter: fc.Arbitrary<[string, string]> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.tuple(
			field,
			fc.tuple(pick(OPERATORS), value).map((parts) => parts.join('.')),
		),
	},
	{ weight: 2, arbitrary: tree.map((text): [string, string] => [text.slice(0, text.indexOf('(')), text.slice(text.indexOf('('))]) },
	{ weight: 2, arbitrary: fc.array(item, { minLength: 1, maxLength: 4 }).map((items): [string, string] => ['select', items.join(',')]) },
	{ weight: 2, arbitrary: fc.array(order, { minLength: 1, maxLength: 3 }).map((items): [string, string] => ['order', items.join(',')]) },
	fc.tuple(pick(['limit', 'offset', 'columns', 'on_conflict', 'least_id', 'word']), value),
)
const query = fc.array(parameter, { minLength: 1, maxLength: 4 }).map((parameters) => new URLSearchParams(parameters).toString())
const target = pick(['things', 'things', 'things', 'rpc/some_things', 'rpc/some_things?least_id=0'])

/** Returns different addresses, so that the limit per network doesn't end the run. */
const addressOf = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`

type Asked = { path: string; token: string; address: number; method: string }

async function ask(wire: Wire, { path, token, address, method }: Asked) {
	const response = await wire.request(`/rest/v1/${path}`, {
		method,
		headers: {
			apikey: PUBLISHABLE_KEY,
			authorization: `Bearer ${token}`,
			'x-forwarded-for': addressOf(address),
			prefer: 'count=exact',
		},
	})
	const text = await response.text()
	const refusal = response.status >= 400 && method !== 'HEAD' ? (JSON.parse(text) as { code: string; message: string }) : null
	return { path, status: response.status, code: refusal?.code ?? '', text: refusal?.message ?? text }
}

test('no filter, select or order causes a server error or shows a hidden row', { timeout: 600_000 }, async () => {
	const wire = await startWire({ env: { TRUSTED_PROXY_HOPS: '1' } })
	for (const statement of THINGS) await sql.raw(statement).execute(wire.deps.db)
	const { session } = await signedIn(wire)
	const statuses = new Set<number>()
	let sent = 0
	const request = fc.tuple(target, query, pick(['GET', 'GET', 'GET', 'HEAD']), fc.boolean())
	await fc.assert(
		fc.asyncProperty(fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
			const answers = await Promise.all(
				requests.map(([path, search, method, isLearner]) =>
					ask(wire, {
						path: `${path}${path.includes('?') ? '&' : '?'}${search}`,
						token: isLearner ? session.access_token : PUBLISHABLE_KEY,
						method,
						address: (sent += 1),
					}),
				),
			)
			for (const { path, status, code, text } of answers) {
				statuses.add(status)
				expect([path, status, code, text]).toEqual([
					path,
					expect.toSatisfy((number: number) => number < 500),
					expect.not.stringMatching(/^(42601|XX)/),
					text,
				])
				expect(text).not.toContain('hidden')
			}
		}),
		{ numRuns: Math.ceil(RUNS / AT_ONCE) },
	)
	expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]))
	expect(await wire.countRows('things')).toBe(4)
	expect(wire.logLines.filter((line) => line.includes('rest request failed'))).toEqual([])
})

const MAKERS = [
	'create type public.pair as (a int, b text)',
	`create function public.make_thing(id int, word text default 'made', price numeric default 1, data jsonb default null, tags text[] default '{}',
		span int4range default null, twins pair default null, at timestamptz default null) returns setof public.things language sql
		as $$ insert into things (id, word, price, data, tags, span, at) values (id, coalesce((twins).b, word), price, data, tags, span, at) returning * $$`,
	'grant execute on function public.make_thing(int, text, numeric, jsonb, text[], int4range, pair, timestamptz) to anon, authenticated',
]
const NAMES = ['id', 'word', 'price', 'data', 'tags', 'span', 'twins', 'at', '__proto__', 'none']
const argument = fc.oneof(
	fc.jsonValue({ maxDepth: 2 }),
	value,
	fc.constantFrom(1, -1, 2 ** 31, 1e308, null, { a: 1, b: 'x' }, [1, 2], '[1,5)'),
)
const call = fc.tuple(
	fc.oneof(
		{ weight: 6, arbitrary: fc.dictionary(pick(NAMES), argument).map((given) => JSON.stringify({ id: 0, ...given })) },
		fc.json(),
		value,
	),
	fc.oneof(fc.constant(''), query),
)

test('no RPC argument causes a server error or reveals a hidden row', async () => {
	const wire = await startWire({ env: { TRUSTED_PROXY_HOPS: '1' } })
	for (const statement of [...THINGS, ...MAKERS]) await sql.raw(statement).execute(wire.deps.db)
	const statuses = new Set<number>()
	let sent = 0
	await fc.assert(
		fc.asyncProperty(call, async ([body, search]) => {
			sent += 1
			const response = await wire.request(`/rest/v1/rpc/make_thing?${search}`, {
				method: 'POST',
				body,
				headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json', 'x-forwarded-for': addressOf(sent), prefer: 'tx=rollback' },
			})
			const text = await response.text()
			statuses.add(response.status)
			expect([response.status, text]).toEqual([expect.toSatisfy((status: number) => status < 500), expect.not.stringMatching('"42601"')])
			expect(text).not.toContain('hidden')
		}),
		{ numRuns: isLong ? 2000 : 500 },
	)
	expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]))
	expect(await wire.countRows('things')).toBe(4)
})
