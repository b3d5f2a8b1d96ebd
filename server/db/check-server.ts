import pg from 'pg'

import type { Connection } from './pools.ts'

const MIN_VERSION = 150_000
const CALLERS = ['anon', 'authenticated', 'service_role']
const ROLES = [...CALLERS, 'authenticator']

type Facts = {
	version: number
	version_text: string
	login: string
	may_create_roles: boolean
	may_create: boolean
	missing: string[]
	/** Roles that exist, but which this login can neither switch to nor grant. */
	foreign: string[]
	/** A database without Launchway that has a schema `auth`, such as Supabase's own. */
	is_taken: boolean
}

// Before PostgreSQL 16, members may always switch, and `createrole` may grant any role.
const FACTS = `
	with server as (
		select current_setting('server_version_num')::int as version, to_regclass('public._migration') is not null as is_ours,
			case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end as to_switch,
			(select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create_roles)
	select version, current_setting('server_version') as version_text, current_user as login, may_create_roles,
		is_ours or (has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create')) as may_create,
		array(select wanted from unnest($1::text[]) wanted where wanted not in (select rolname from pg_roles)) as missing,
		array(select rolname::text from pg_roles where rolname = any($2)
			and not (pg_has_role(oid, to_switch) and (is_ours or exists (
				select from pg_auth_members join pg_roles m on m.oid = member and m.rolname = 'authenticator' where roleid = pg_roles.oid)))
			and not pg_has_role(oid, 'member with admin option') and not (version < 160000 and may_create_roles)) as foreign,
		not is_ours and to_regnamespace('auth') is not null as is_taken
	from server`

/** Returns the reasons why Launchway can't run on this database server, one sentence each. */
export function findServerObstacles(facts: Facts): string[] {
	const obstacles: string[] = []
	if (facts.version < MIN_VERSION) obstacles.push(`PostgreSQL 15 or newer is needed; this server is ${facts.version_text}.`)
	if (facts.missing.length > 0 && !facts.may_create_roles)
		obstacles.push(
			`The roles ${facts.missing.join(', ')} do not exist and ${facts.login} may not create them. ` +
				'Have an administrator run the statements of docs/configuration.md, "A database of your own".',
		)
	if (facts.foreign.length > 0)
		obstacles.push(
			`${facts.login} may not use the roles ${facts.foreign.join(', ')}. ` +
				`Have an administrator run \`grant ${facts.foreign.join(', ')} to "${facts.login}", authenticator\`.`,
		)
	if (!facts.may_create)
		obstacles.push(
			`${facts.login} may not create schemas and tables here. ` +
				`Run \`grant create on database … to "${facts.login}"; grant create on schema public to "${facts.login}"\` as the owner.`,
		)
	if (facts.is_taken)
		obstacles.push('Another program uses this database: it has a schema `auth`. Create a separate database for Launchway.')
	return obstacles
}

const POOLED =
	'a pooler such as pgbouncer in transaction mode gives each transaction another session of PostgreSQL. For locks and notifications, ' +
	'Launchway also needs direct connections: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'

const readSession = async (client: pg.Client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

/** Returns false behind a pooler in transaction mode, where two connections share a session. */
async function haveOwnSessions(client: pg.Client, other: pg.Client): Promise<boolean> {
	const session = await readSession(client)
	// Check several times: a busy pooler may use two sessions once by chance.
	for (let round = 0; round < 3; round += 1) {
		await other.query('begin')
		const isShared = (await readSession(other)) === session || (await readSession(client)) !== session
		await other.query('rollback')
		if (isShared) return false
	}
	return true
}

/** @throws Error starting with the variable's name if it can't connect; rethrows any error of `work` */
async function withClient<T>(connection: Connection, variable: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, query_timeout: 5000 })
	client.on('error', () => {})
	try {
		await client.connect()
	} catch (error) {
		const { message, code } = error as NodeJS.ErrnoException
		throw new Error(`${variable}: cannot connect: ${message || code}`, { cause: error })
	}
	try {
		return await work(client)
	} finally {
		await client.end()
	}
}

/** @throws Error whose message starts with DATABASE_URL if it can't connect */
export const checkConnection = (connection: Connection): Promise<void> => withClient(connection, 'DATABASE_URL', async () => {})

/** @throws Error whose message starts with the variable if Launchway can't run on this server */
export const checkServer = (connection: Connection, variable = 'DATABASE_URL'): Promise<void> =>
	withClient(connection, variable, async (client) => {
		const { rows } = await client.query<Facts>(FACTS, [ROLES, CALLERS])
		const obstacles = rows.flatMap(findServerObstacles)
		if (!(await withClient(connection, variable, (other) => haveOwnSessions(client, other)))) obstacles.push(POOLED)
		if (obstacles.length > 0) throw new Error(`${variable}: ${obstacles.join('\n')}`)
	})
