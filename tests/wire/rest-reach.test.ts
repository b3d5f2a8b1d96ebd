// asvs V4.3.1
// regression CVE-2025-48757 discussion#38690 CVE-2026-8502
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { readSchemaCatalog } from '#server/services/platform/rest/catalog.ts'

import { signedIn, startWire, type Wire } from './test-client.ts'

const run = async (wire: Wire, ...statements: string[]) => {
	for (const statement of statements) await sql.raw(statement).execute(wire.deps.db)
}

type Answered = PromiseLike<{ status: number; error: { code: string } | null }>
const outcome = async (answer: Answered) => {
	const { status, error } = await answer
	return error?.code ?? status
}

/** Relations of every kind, all granted. Only those that show no row hidden by a policy may be served. */
const KINDS = [
	'create table public.guarded (place text, part int, note text, primary key (place, part))',
	"insert into public.guarded values ('here', 1, 'mine'), ('there', 2, 'hidden')",
	'alter table public.guarded enable row level security',
	"create policy here on public.guarded for select using (place = 'here')",
	'create table public.unguarded (id int primary key)',
	'insert into public.unguarded values (1)',
	'create view public.through with (security_invoker = true) as select place, part + 1 as next from public.guarded',
	'create view public.twice with (security_invoker = on) as select * from public.through',
	'create view public.by_owner as select * from public.guarded',
	'create view public.over_unguarded with (security_invoker = true) as select g.place, u.id from public.guarded g, public.unguarded u',
	'create view public.over_owner with (security_invoker = true) as select * from public.by_owner',
	'create materialized view public.copied as select * from public.guarded',
	'create table public.closed (id int)',
	'alter table public.closed enable row level security',
	'grant select on public.guarded, public.unguarded, public.through, public.twice, public.by_owner, public.over_unguarded, public.over_owner, public.copied to authenticated',
]
const NAMES = ['guarded', 'through', 'twice', 'unguarded', 'by_owner', 'over_unguarded', 'over_owner', 'copied', 'closed']

test('grants and policies decide what is served: unprotected tables don’t exist', async () => {
	const wire = await startWire()
	await run(wire, ...KINDS)
	const { client } = await signedIn(wire)
	const outcomes = await Promise.all(NAMES.map((name) => outcome(client.from(name).select())))
	expect(outcomes).toEqual([200, 200, 200, ...Array.from({ length: 6 }, () => 'PGRST205')])
	expect((await client.from('guarded').select().eq('part', 1)).data).toEqual([{ place: 'here', part: 1, note: 'mine' }])
	expect((await client.from('twice').select('next,place', { count: 'exact' })).data).toEqual([{ next: 2, place: 'here' }])
	expect(await outcome(client.from('guarded').delete().eq('part', 1))).toBe('42501')
})

test('the operator can choose to serve granted tables without a policy', async () => {
	const wire = await startWire({ env: { REST_REQUIRE_RLS: 'false' } })
	await run(wire, ...KINDS)
	const { client } = await signedIn(wire)
	const outcomes = await Promise.all(NAMES.map((name) => outcome(client.from(name).select())))
	expect(outcomes).toEqual([...Array.from({ length: 8 }, () => 200), 'PGRST205'])
})

test('changes of grants, columns and policies take effect without a restart', async () => {
	const wire = await startWire()
	const { client } = await signedIn(wire)
	const ask = (columns = '*') => outcome(client.from('later').select(columns))
	expect(await ask()).toBe('PGRST205')
	await run(wire, 'create table public.later (a int)', 'alter table public.later enable row level security')
	await run(wire, 'grant select on public.later to authenticated')
	expect(await ask()).toBe('PGRST205')
	wire.clock.advance(2000)
	expect([await ask(), await ask('b')]).toEqual([200, '42703'])
	await run(wire, 'alter table public.later add b int')
	wire.clock.advance(2000)
	expect(await ask('b')).toBe(200)
	await run(wire, 'alter table public.later drop b')
	wire.clock.advance(31_000)
	expect([await ask(), await ask('b')]).toEqual([200, '42703'])
	await run(wire, 'alter table public.later disable row level security')
	wire.clock.advance(31_000)
	expect(await ask()).toBe('PGRST205')
	// With a clock that was set back, the tables seem to have been read in the future.
	await run(wire, 'alter table public.later enable row level security')
	wire.clock.advance(-3_600_000)
	expect(await ask()).toBe(200)
})

test('if the tables can’t be read, the next request reads them again', async () => {
	const wire = await startWire()
	const { client } = await signedIn(wire)
	await run(wire, 'create table public.later (a int)', 'alter table public.later enable row level security')
	await run(wire, 'grant select on public.later to authenticated')
	const { callerDb } = wire.deps
	const query = vi.spyOn(callerDb, 'query').mockRejectedValueOnce(new Error('the connection was lost'))
	expect(await outcome(client.from('later').select())).not.toBe(200)
	query.mockRestore()
	expect(await outcome(client.from('later').select())).toBe(200)
})

test('configured schemas are served, each with its own tables and types', async () => {
	const wire = await startWire({ env: { PGRST_DB_SCHEMAS: 'public, workshop' } })
	await run(
		wire,
		'create schema workshop',
		'grant usage on schema workshop to authenticated',
		"create type public.mood as enum ('low')",
		"create type workshop.mood as enum ('high', 'higher')",
		"create table workshop.tools (id int primary key, mood workshop.mood default 'high', span int4range, tags text[])",
		'alter table workshop.tools enable row level security',
		'create policy anyone on workshop.tools using (true)',
		"insert into workshop.tools values (1, default, '[1,5)', '{a,b}'), (2, 'higher', '[5,9)', '{}')",
		// The function's body doesn't name its schema.
		'create function workshop.count_tools() returns int language plpgsql stable as $$ begin return (select count(*)::int from tools); end $$',
		'grant select on workshop.tools to authenticated',
		'grant execute on function workshop.count_tools() to authenticated',
	)
	const { client } = await signedIn(wire)
	const tools = () => client.schema('workshop').from('tools').select('id')
	expect((await tools().eq('mood', 'higher')).data).toEqual([{ id: 2 }])
	expect((await tools().in('mood', ['high']).contains('span', '[2,3)').overlaps('tags', ['b'])).data).toEqual([{ id: 1 }])
	expect((await client.schema('workshop').rpc('count_tools')).data).toBe(2)
	expect([await outcome(client.from('tools').select()), await outcome(client.schema('auth').from('users').select())]).toEqual([
		'PGRST205',
		'PGRST106',
	])
})

test('an answer has at most the configured number of rows', async () => {
	const wire = await startWire({ env: { PGRST_DB_MAX_ROWS: '2' } })
	await run(
		wire,
		'create table public.many as select generate_series(1, 5) as n',
		'alter table public.many enable row level security',
		'create policy anyone on public.many using (true)',
		'grant select on public.many to authenticated',
	)
	const { client } = await signedIn(wire)
	const { status, count, data } = await client.from('many').select('n', { count: 'exact' }).limit(4)
	expect([status, count, data?.length]).toEqual([206, 5, 2])
})

test('only tables with forced row-level security are served, strangers see no rows, and no function is callable', async () => {
	const wire = await startWire()
	const { relations, functions } = await readSchemaCatalog(wire.deps)
	expect([...functions.keys()]).toEqual([])
	expect(relations.size).toBeGreaterThan(1)
	for (const { schema, name } of relations.values()) {
		const { rows } = await sql<{ is_forced: boolean }>`
			select relrowsecurity and relforcerowsecurity as is_forced from pg_class
			where oid = format('%I.%I', ${schema}::text, ${name}::text)::regclass`.execute(wire.deps.db)
		expect([name, rows]).toEqual([name, [{ is_forced: true }]])
		const answer = await wire.request(`/rest/v1/${name}`, { headers: { apikey: PUBLISHABLE_KEY } })
		expect([name, answer.status]).toEqual([name, 401])
	}
	const { rows } = await sql<{ name: string }>`
		select distinct format('%s.%s to %s', routine_schema, routine_name, grantee) as name from information_schema.routine_privileges
		where grantee in ('PUBLIC', 'anon', 'authenticated') and routine_schema not in ('pg_catalog', 'information_schema', 'pgboss')
		order by name`.execute(wire.deps.db)
	const speakers = ['email', 'jwt', 'role', 'uid'].flatMap((name) => [`auth.${name} to anon`, `auth.${name} to authenticated`])
	// Besides the caller's identity, policies may check whether the second factor was shown.
	const factor = ['auth.has_factor_in_claims to authenticated', 'auth.has_shown_factor to authenticated']
	// Default of ID columns, which an insert calls with its caller's rights.
	const ids = ['auth.uuid_v7 to anon', 'auth.uuid_v7 to authenticated']
	expect(rows.map(({ name }) => name)).toEqual([...speakers, ...factor, ...ids].toSorted())
	for (const { name } of relations.values()) {
		const policy = await sql`
			select from pg_policies where tablename = ${name} and permissive = 'RESTRICTIVE' and qual like '%has_shown_factor%'
				and cmd = 'ALL' and roles::text[] = array['authenticated']`.execute(wire.deps.db)
		expect([name, policy.rows.length]).toEqual([name, 1])
	}
})
