import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { signedIn, startWire } from './test-client.ts'

const NOTES = [
	'create table public.notes (id int primary key, owner uuid default auth.uid(), body text, data jsonb, found tsvector)',
	'alter table public.notes enable row level security',
	'create policy own on public.notes using (owner = auth.uid()) with check (owner = auth.uid())',
	'grant all on public.notes to authenticated',
]

/** Signature and definition of each function; all but the last are granted to learners by name. */
const FUNCTIONS: [signature: string, rest: string][] = [
	["add_note(id int, body text default 'empty')", 'returns notes as $$ insert into notes (id, body) values (id, body) returning * $$'],
	['list_notes(lowest int)', 'returns setof notes stable as $$ select * from notes where id >= lowest $$'],
	['ends(a int[], out first int, out last int)', 'immutable as $$ select a[1], a[cardinality(a)] $$'],
	['words(line text)', "returns setof text immutable as $$ select unnest(string_to_array(line, ' ')) $$"],
	['forget()', 'returns void as $$ delete from notes $$'],
	['same(a int)', 'returns int immutable as $$ select a $$'],
	['same(a text)', 'returns text immutable as $$ select a $$'],
	['maybe()', "returns text immutable as $$ select 'none' $$"],
	["maybe(text default 'default')", 'returns text immutable as $$ select $1 $$'],
	['unnamed(text)', 'returns text immutable as $$ select $1 $$'],
	['everybodys()', "returns text immutable as $$ select 'x' $$"],
]

async function withNotes() {
	const wire = await startWire()
	for (const statement of NOTES) await sql.raw(statement).execute(wire.deps.db)
	for (const [signature, rest] of FUNCTIONS) {
		await sql.raw(`create function public.${signature} ${rest} language sql`).execute(wire.deps.db)
		const name = signature.replace(/ default '\w*'/, '')
		const role = name === 'everybodys()' ? 'public' : 'authenticated'
		await sql.raw(`grant execute on function public.${name} to ${role}`).execute(wire.deps.db)
	}
	const own = await signedIn(wire)
	return { wire, own, client: own.client }
}

test('a granted function runs with the rights of its caller', async () => {
	const { wire, client, own } = await withNotes()
	const added = await client.rpc('add_note', { id: 1, body: 'one' })
	expect([added.status, added.data]).toEqual([200, { id: 1, owner: own.user.id, body: 'one', data: null, found: null }])
	expect((await client.rpc('add_note', { id: 2 })).data).toMatchObject({ id: 2, body: 'empty' })
	expect((await client.rpc('add_note', { id: 3 }).rollback()).data).toMatchObject({ id: 3 })
	const listed = await client.rpc('list_notes', { lowest: 1 }, { count: 'exact' }).select('number:id').neq('body', 'x').order('id').limit(1)
	expect([listed.status, listed.count, listed.data]).toEqual([206, 2, [{ number: 1 }]])
	const asked = await client.rpc('list_notes', { lowest: 2 }, { get: true }).eq('body', 'empty').single()
	expect([asked.status, asked.data]).toEqual([200, expect.objectContaining({ id: 2 })])
	expect((await client.rpc('ends', { a: [4, 5, 6] }, { get: true })).data).toEqual({ first: 4, last: 6 })
	expect((await client.rpc('words', { line: 'a b c' }).limit(2)).data).toEqual(['a', 'b'])

	const other = (await signedIn(wire)).client
	expect((await other.rpc('list_notes', { lowest: 0 })).data).toEqual([])
	expect((await other.rpc('forget')).status).toBe(204)
	expect(await wire.countRows('notes')).toBe(2)
	const gone = await client.rpc('forget')
	expect([gone.status, gone.data, await wire.countRows('notes')]).toEqual([204, null, 0])
})

type Refused = [name: string, answer: PromiseLike<{ status: number; error: { code: string } | null }>, status: number, code: string]
test('a call that matches no granted function is refused, and a read-only call can’t write', async () => {
	const { wire, client } = await withNotes()
	await client.rpc('add_note', { id: 1 })
	const many = client.rpc('list_notes', { lowest: 0 })
	const cases: Refused[] = [
		['granted to everybody only', client.rpc('everybodys'), 404, 'PGRST202'],
		['argument without a name', client.rpc('unnamed', { x: 'y' }), 404, 'PGRST202'],
		['argument missing', client.rpc('add_note', { body: 'x' }), 404, 'PGRST202'],
		['argument unknown', client.rpc('add_note', { id: 2, secret: 1 }), 404, 'PGRST202'],
		['trigger', client.rpc('guard_sms_settings'), 404, 'PGRST202'],
		['two that fit', client.rpc('same', { a: 1 }), 300, 'PGRST203'],
		['two that fit, one by the default of an argument without a name', client.rpc('maybe'), 300, 'PGRST203'],
		['a name that is empty', client.rpc('maybe', { '': 'x' }), 404, 'PGRST202'],
		['wrong type', client.rpc('add_note', { id: 'one' }), 400, '22P02'],
		['writing by GET', client.rpc('add_note', { id: 2 }, { get: true }), 405, '25006'],
		['column of the rows', many.select('secret'), 400, '42703'],
		['embedding', client.rpc('list_notes', { lowest: 0 }).select('owner(*)'), 400, 'PGRST200'],
		['no one row', client.rpc('list_notes', { lowest: 9 }).single(), 406, 'PGRST116'],
		['broken rule', client.rpc('add_note', { id: 1 }), 409, '23505'],
	]
	const answers = await Promise.all(
		cases.map(async ([name, answer]) => {
			const { status, error } = await answer
			return [name, status, error?.code]
		}),
	)
	expect(answers).toEqual(cases.map(([name, , status, code]) => [name, status, code]))
	expect(await wire.countRows('notes')).toBe(1)
	const hint = 'Try renaming the parameters or the function itself in the database so function overloading can be resolved'
	const between = (candidates: string) => ({ message: `Could not choose the best candidate function between: ${candidates}`, hint })
	expect((await client.rpc('same', { a: 1 })).error).toMatchObject(between('public.same(a => integer), public.same(a => text)'))
	expect((await client.rpc('maybe')).error).toMatchObject(between('public.maybe( => text), public.maybe()'))
	const bulk = await wire.request('/rest/v1/rpc/add_note', {
		method: 'POST',
		body: '[{"id":7}]',
		headers: { 'content-type': 'application/json' },
	})
	expect([bulk.status, ((await bulk.json()) as { code: string }).code]).toEqual([400, 'PGRST102'])
})

test('JSON values inside a column are selected, cast, compared and sorted, and full-text search works', async () => {
	const { client } = await withNotes()
	const rows = [
		{ id: 1, body: 'The cats sleep', data: { a: { b: [1, 'x'] }, n: 5 }, found: 'cat:1 sleep:2' },
		{ id: 2, body: 'A dog barks', data: { a: { b: [2] }, n: 40 }, found: 'dog:1 bark:2' },
		{ id: 3, body: 'Nothing', data: null, found: null },
	]
	expect((await client.from('notes').insert(rows)).status).toBe(201)
	const notes = (columns = 'id') => client.from('notes').select(columns).order('id')
	const chosen = await notes('id::text,data->a->b,first:data->a->b->>0,data->>n::int').eq('data->a->b->0', 1)
	expect(chosen.data).toEqual([{ id: '1', b: [1, 'x'], first: '1', n: 5 }])
	expect((await client.from('notes').select('id').order('data->n', { ascending: false, nullsFirst: false })).data).toEqual([
		{ id: 2 },
		{ id: 1 },
		{ id: 3 },
	])
	const ids = async (query: PromiseLike<{ data: unknown; error: { message: string } | null }>) => {
		const { data, error } = await query
		return error?.message ?? (data as { id: number }[]).map(({ id }) => id)
	}
	expect({
		path: await ids(notes().or('data->>n.eq.40,data->a.is.null')),
		contained: await ids(notes().contains('data->a', { b: [2] })),
		vector: await ids(notes().textSearch('found', "'cat' | 'dog'")),
		text: await ids(notes().textSearch('body', 'cat & sleeping', { config: 'english' })),
		simple: await ids(notes().textSearch('body', 'cat', { config: 'simple' })),
		plain: await ids(notes().textSearch('body', 'dog barking', { config: 'english', type: 'plain' })),
		phrase: await ids(notes().textSearch('body', 'dog barks', { config: 'english', type: 'phrase' })),
		web: await ids(notes().textSearch('body', 'cats -dog', { config: 'english', type: 'websearch' })),
		not: await ids(notes().not('body', 'plfts(english)', 'cat')),
	}).toEqual({ path: [2, 3], contained: [2], vector: [1, 2], text: [1], simple: [], plain: [2], phrase: [2], web: [1], not: [2, 3] })
	const refused = await Promise.all([
		notes().textSearch('body', 'cat &'),
		notes().textSearch('body', "'cat"),
		notes().textSearch('body', 'cat', { config: 'klingon' }),
		notes().eq('found', "'"),
		notes('id::public'),
		notes('body->>a'),
	])
	expect(refused.map(({ status, error }) => [status, error?.code ?? null])).toEqual([
		[400, '22007'],
		[400, '22007'],
		[400, '42704'],
		[404, '42883'],
		[400, '42704'],
		[200, null],
	])
})

test('a function can read method, path and headers of its request, without credentials or leaks into the next one', async () => {
	const wire = await startWire()
	const setting = (name: string) => `'${name}', current_setting('request.${name}', true)`
	const body = `select json_build_object(${['method', 'path', 'headers'].map(setting).join(', ')})`
	await sql.raw(`create function public.seen() returns json language sql stable as $$ ${body} $$`).execute(wire.deps.db)
	await sql.raw('grant execute on function public.seen() to anon, authenticated').execute(wire.deps.db)
	const { client } = await signedIn(wire)
	type Seen = { method: string; path: string; headers: string }
	const seen = async (call: PromiseLike<{ data: unknown }>) => (await call).data as Seen

	const own = await seen(client.rpc('seen', {}, { get: true }).setHeader('X-Forwarded-For', '203.0.113.7').setHeader('Cookie', 'a=b'))
	expect([own.method, own.path]).toEqual(['GET', '/rpc/seen'])
	const headers = JSON.parse(own.headers) as Record<string, string>
	expect(headers).toMatchObject({ 'x-forwarded-for': '203.0.113.7' })
	expect(Object.keys(headers).filter((name) => ['authorization', 'apikey', 'cookie'].includes(name))).toEqual([])
	const next = await seen(wire.connect().rpc('seen'))
	expect([next.method, JSON.parse(next.headers) as unknown]).toEqual([
		'POST',
		expect.not.objectContaining({ 'x-forwarded-for': '203.0.113.7' }),
	])

	expect(await wire.deps.callerDb.query("select coalesce(current_setting('request.headers', true), '') as left")).toEqual([{ left: '' }])
})
