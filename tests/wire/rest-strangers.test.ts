// asvs V8.2.2 V14.2.4
// regression CVE-2025-48757 discussion#38690
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { signAccessToken } from '#server/services/platform/keys/access-token.ts'
import { readSigningKeys } from '#server/services/platform/keys/signing-keys.ts'
import { readSchemaCatalog, type Relation } from '#server/services/platform/rest/catalog.ts'

import { signedIn, startWire, type Wire } from './test-client.ts'

/** A sample value for each column type in a served table. New types are added here. */
const SOME: Record<string, string> = {
	uuid: 'gen_random_uuid()',
	text: "'x'",
	smallint: '1',
	integer: '1',
	boolean: 'true',
	jsonb: "'{}'",
	'text[]': "'{}'",
	bytea: "decode(md5(random()::text), 'hex')",
	date: "date '2026-01-05'",
	'timestamp with time zone': 'now()',
}

/** Generated columns. */
const GENERATED: ReadonlySet<string> = new Set(['bytes'])

/** Adds a row for a learner with only the required columns; checks and foreign keys aren't tested here. */
async function addRow(wire: Wire, { name, columns }: Relation, userId: string) {
	if (!columns.has('user_id')) throw new Error(`${name} is served and has no user_id: say here whose rows it has`)
	const given = [...columns.values()].filter((column) => column.fallback === null && !GENERATED.has(column.name))
	const values = given.map(({ name: column, type }) => {
		const value = column === 'user_id' ? `'${userId}'` : SOME[type]
		if (!value) throw new Error(`${name}.${column}: no value of type ${type} is known`)
		return value
	})
	const names = given.map((column) => `"${column.name}"`).join(', ')
	await sql.raw(`insert into public."${name}" (${names}) values (${values.join(', ')})`).execute(wire.deps.db)
}

const DROP_RULES = `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
	from pg_constraint where contype in ('c', 'f') and conrelid = $1::regclass`

/** Creates two learners with a row in every served table. */
async function withStrangers() {
	const wire = await startWire()
	const own = await signedIn(wire)
	const other = await signedIn(wire)
	const relations = [...(await readSchemaCatalog(wire.deps)).relations.values()]
	for (const relation of relations) {
		const { rows } = await sql.raw<{ statement: string }>(DROP_RULES.replace('$1', `'public.${relation.name}'`)).execute(wire.deps.db)
		for (const { statement } of rows) await sql.raw(statement).execute(wire.deps.db)
		for (const { user } of [own, other]) await addRow(wire, relation, user.id)
	}
	const dump = async (table: string, userId: string) => {
		const rows = sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(table)} t where user_id = ${userId} order by t::text`
		return (await rows.execute(wire.deps.db)).rows
	}
	const ask = async (
		method: string,
		path: string,
		{ token = own.session.access_token, body, prefer = 'return=representation,count=exact' }: Asked = {},
	) => {
		const response = await wire.request(`/rest/v1/${path}`, {
			method,
			headers: { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer },
			...(body !== undefined && { body: JSON.stringify(body) }),
		})
		const text = await response.text()
		return { status: response.status, text, range: response.headers.get('content-range') }
	}
	return { wire, own, other, relations, dump, ask }
}
type Asked = { token?: string; body?: unknown; prefer?: string }

test('no query returns another learner’s row', async () => {
	const { own, other, relations, ask } = await withStrangers()
	const stranger = other.user.id
	expect(relations.map(({ name }) => name)).toEqual(expect.arrayContaining(['progress_entries', 'sms_logs', 'user_sms_settings']))
	for (const { name } of relations) {
		const queries = [
			'',
			'?select=*&order=user_id',
			`?user_id=eq.${stranger}`,
			`?user_id=neq.${own.user.id}`,
			`?user_id=in.(${stranger},${own.user.id})`,
			`?or=(user_id.eq.${stranger},user_id.not.is.null)`,
			`?not.and=(user_id.eq.${own.user.id})`,
			'?limit=1000&offset=0',
		]
		for (const query of queries) {
			const { status, text, range } = await ask('GET', name + query)
			expect([name, query, [200, 206].includes(status)]).toEqual([name, query, true])
			expect(text).not.toContain(stranger)
			// The count does not reveal other rows either.
			expect(Number(range?.split('/')[1])).toBeLessThanOrEqual(1)
			expect((await ask('HEAD', name + query)).range).toBe(range)
		}
		expect((await ask('GET', name)).text).toContain(own.user.id)
	}
})

test('no write changes another learner’s row or gives one away', async () => {
	const { own, other, relations, dump, ask } = await withStrangers()
	const stranger = other.user.id
	for (const { name, columns, primaryKey } of relations) {
		const before = [await dump(name, stranger), await dump(name, own.user.id)]
		const [row] = before[0] ?? []
		const foreign = row?.row as Record<string, unknown>
		const anyColumn = [...columns.keys()].find((column) => !primaryKey.includes(column)) ?? 'user_id'
		const change = { [anyColumn]: foreign[anyColumn] }
		const conflict = `${name}?on_conflict=${primaryKey.join(',')}`
		const attempts = [
			ask('POST', name, { body: foreign }),
			ask('POST', name, { body: [{ ...foreign, user_id: own.user.id }, foreign] }),
			ask('POST', conflict, { body: foreign, prefer: 'resolution=merge-duplicates,return=representation' }),
			ask('POST', conflict, { body: foreign, prefer: 'resolution=merge-duplicates' }),
			ask('POST', conflict, { body: foreign, prefer: 'resolution=ignore-duplicates' }),
			ask('PATCH', `${name}?user_id=eq.${stranger}`, { body: change }),
			ask('PATCH', `${name}?user_id=neq.${own.user.id}`, { body: { user_id: own.user.id } }),
			ask('PATCH', `${name}?user_id=eq.${own.user.id}`, { body: { user_id: stranger } }),
			ask('DELETE', `${name}?user_id=eq.${stranger}`),
			ask('DELETE', `${name}?or=(user_id.eq.${stranger},user_id.eq.${own.user.id})`),
		]
		for (const attempt of attempts) {
			const { status, text } = await attempt
			expect(status, `${name}: ${text}`).toBeLessThan(500)
			expect(text).not.toContain(`"user_id":"${stranger}"`)
		}
		expect([await dump(name, stranger), await dump(name, own.user.id)]).toEqual(before)
	}
})

test('strangers can’t read or write; the service key reads everything', async () => {
	const { wire, own, other, relations, ask, dump } = await withStrangers()
	const keys = await readSigningKeys(wire.deps)
	const claims = JSON.parse(Buffer.from(own.session.access_token.split('.')[1] ?? '', 'base64url').toString())
	const as = (role: string) => {
		const { sub: _sub, session_id: _session, aud: _aud, ...rest } = claims
		return signAccessToken(keys, { ...rest, role })
	}
	for (const { name } of relations) {
		const before = await dump(name, own.user.id)
		for (const token of [PUBLISHABLE_KEY, as('anon')])
			for (const [method, path, body] of [
				['GET', name],
				['HEAD', name],
				['POST', name, { user_id: own.user.id }],
				['PATCH', `${name}?user_id=eq.${own.user.id}`, { user_id: own.user.id }],
				['DELETE', `${name}?user_id=eq.${own.user.id}`],
			] as const)
				expect([name, method, (await ask(method, path, { token, body })).status]).toEqual([name, method, 401])
		expect(await dump(name, own.user.id)).toEqual(before)

		const { text } = await ask('GET', name, { token: as('service_role') })
		for (const { user } of [own, other]) expect(text).toContain(user.id)
		for (const role of ['postgres', 'authenticator', 'pg_read_all_data', ''])
			expect([role, (await ask('GET', name, { token: as(role) })).status]).toEqual([role, 401])
	}
	// A user's token without a session gives no access, whatever its claims.
	const { session_id: _, ...unbound } = claims
	expect((await ask('GET', 'sms_logs', { token: signAccessToken(keys, unbound) })).status).toBe(401)
	expect((await ask('GET', 'sms_logs', { token: signAccessToken(keys, { ...claims, aud: 'elsewhere' }) })).status).toBe(401)
})

/** Connects with the login of /rest/v1, as an attacker who broke out of the engine would. */
async function asAuthenticator(wire: Wire) {
	const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(wire.deps.db)
	const client = new pg.Client({ ...inject('adminServer'), database: rows[0]?.name ?? '' })
	await client.connect()
	await client.query('set session authorization authenticator')
	onTestFinished(() => client.end())
	const tryTo = async (...statements: string[]): Promise<string> => {
		await client.query('begin')
		try {
			let count = 0
			for (const statement of statements) count = (await client.query(statement)).rowCount ?? 0
			return `${count} rows`
		} catch (error) {
			return (error as { code: string }).code
		} finally {
			await client.query('rollback')
		}
	}
	return { client, tryTo }
}

test('the authenticator role can do nothing except switch to one of the three roles', async () => {
	const { wire, own, other, relations } = await withStrangers()
	const { client, tryTo } = await asAuthenticator(wire)
	const { rows: tables } = await client.query<{ name: string; is_served: boolean }>(
		`select format('%I.%I', n.nspname, c.relname) as name, n.nspname = 'public' and c.relname = any ($1) as is_served
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname in ('public', 'auth', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm')`,
		[relations.map(({ name }) => name)],
	)
	expect(tables.length).toBeGreaterThan(30)
	const claims = `select set_config('request.jwt.claims', '{"sub":"${own.user.id}","role":"authenticated","aal":"aal1"}', true)`
	for (const { name, is_served: isServed } of tables) {
		expect([name, await tryTo(`select from ${name}`)]).toEqual([name, '42501'])
		expect([name, await tryTo('set local role anon', `select from ${name}`)]).toEqual([name, '42501'])
		const read = await tryTo('set local role authenticated', claims, `select from ${name}`)
		expect([name, read]).toEqual([name, isServed ? '1 rows' : '42501'])
		if (!isServed) continue
		const foreign = await tryTo('set local role authenticated', claims, `select from ${name} where user_id = '${other.user.id}'`)
		expect([name, foreign]).toEqual([name, '0 rows'])
		expect([name, await tryTo('set local role authenticated', `select from ${name}`)]).toEqual([name, '0 rows'])
	}
	for (const role of ['postgres', 'pg_read_all_data', 'pg_execute_server_program'])
		expect(await tryTo(`set local role ${role}`)).toBe('42501')
	for (const statement of [
		'create table public.x ()',
		'create schema x',
		"select pg_read_file('PG_VERSION')",
		'create function public.x() returns int language sql as $$ select 1 $$',
	])
		expect([statement, await tryTo('set local role authenticated', statement)]).toEqual([statement, '42501'])
})

test.each(['app', 'texts'])('with a second factor by %s, the API and the tables each require it, in the same transaction', async (kind) => {
	const { wire, own, relations, ask } = await withStrangers()
	const { db } = wire.deps
	if (kind === 'app')
		await db.insertInto('auth.mfa_factors').values({ user_id: own.user.id, factor_type: 'totp', status: 'verified' }).execute()
	else
		await db
			.updateTable('user_sms_settings')
			.set({ phone_number: '+15005550006', two_factor_enabled: true, verified: true })
			.where('user_id', '=', own.user.id)
			.execute()
	const { client, tryTo } = await asAuthenticator(wire)
	const as = (aal: string) => [
		`select set_config('request.jwt.claims', '{"sub":"${own.user.id}","role":"authenticated","aal":"${aal}"}', true)`,
		'set local role authenticated',
	]
	await client.query("begin; select set_config('request.second_factor', 'shown', true); commit")
	for (const { name } of relations) {
		expect([name, (await ask('GET', name)).status]).toEqual([name, 403])
		expect([name, await tryTo(...as('aal1'), `select from public."${name}"`)]).toEqual([name, '0 rows'])
		expect([name, await tryTo(...as('aal2'), `select from public."${name}"`)]).toEqual([name, '1 rows'])
	}
})

test('functions callable by the API roles return only the caller’s identity and second factor', async () => {
	const { client } = await asAuthenticator(await startWire())
	const { rows } = await client.query<{ name: string; roles: string[] }>(
		`select format('%I.%I', n.nspname, p.proname) as name,
			array(select r from unnest(array['anon', 'authenticated', 'authenticator']) r where has_function_privilege(r, p.oid, 'execute')) as roles
		from pg_proc p join pg_namespace n on n.oid = p.pronamespace
		where n.nspname not in ('pg_catalog', 'information_schema', 'pgboss') order by name`,
	)
	expect(rows.filter(({ roles }) => roles.length > 0)).toEqual([
		{ name: 'auth.email', roles: ['anon', 'authenticated'] },
		{ name: 'auth.has_factor_in_claims', roles: ['authenticated'] },
		{ name: 'auth.has_shown_factor', roles: ['authenticated'] },
		{ name: 'auth.jwt', roles: ['anon', 'authenticated'] },
		{ name: 'auth.require_session', roles: ['authenticator'] },
		{ name: 'auth.role', roles: ['anon', 'authenticated'] },
		{ name: 'auth.uid', roles: ['anon', 'authenticated'] },
		{ name: 'auth.uuid_v7', roles: ['anon', 'authenticated'] },
	])
})
