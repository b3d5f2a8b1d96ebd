import pg from 'pg'

import type { Connection } from './connection.ts'

const LEAST_VERSION = 180_000
const ROLES = ['anon', 'authenticated', 'service_role', 'authenticator']

type Facts = {
	version: number
	version_text: string
	login: string
	may_create_roles: boolean
	may_create: boolean
	missing: string[]
	/** Roles that exist, but which this login can't grant. */
	foreign: string[]
}

const FACTS = `
	select current_setting('server_version_num')::int as version, current_setting('server_version') as version_text, current_user as login,
		(select rolsuper or (rolcreaterole and rolbypassrls) from pg_roles where rolname = current_user) as may_create_roles,
		to_regclass('public._migration') is not null
			or (has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create')) as may_create,
		array(select wanted from unnest($1::text[]) wanted where wanted not in (select rolname from pg_roles)) as missing,
		array(select rolname::text from pg_roles where rolname = any($1) and to_regclass('public._migration') is null
			and not pg_has_role(current_user, oid, 'member with admin option')) as foreign`

/** Returns the reasons why Launchway can't run on this database server, one sentence each. */
export function findObstacles(facts: Facts): string[] {
	const obstacles: string[] = []
	if (facts.version < LEAST_VERSION) obstacles.push(`PostgreSQL 18 or newer is needed; this server is ${facts.version_text}.`)
	if (facts.missing.length > 0 && !facts.may_create_roles)
		obstacles.push(
			`The roles ${facts.missing.join(', ')} do not exist and ${facts.login} may not create them. ` +
				'Have a superuser run the statements of docs/configuration.md, "A database of your own".',
		)
	if (facts.foreign.length > 0)
		obstacles.push(
			`${facts.login} may not grant the roles ${facts.foreign.join(', ')}. ` +
				`Have a superuser run \`grant ${facts.foreign.join(', ')} to "${facts.login}" with admin option\`.`,
		)
	if (!facts.may_create)
		obstacles.push(
			`${facts.login} may not create schemas and tables here. ` +
				`Run \`grant create on database … to "${facts.login}"; grant create on schema public to "${facts.login}"\` as the owner.`,
		)
	return obstacles
}

const POOLED =
	'a pooler such as pgbouncer in transaction mode gives each transaction another session of PostgreSQL. Launchway needs a session ' +
	'for each connection, for locks and notifications: connect to PostgreSQL itself.'

const readSession = async (client: pg.Client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

/** Returns false behind a pooler in transaction mode, where two connections share a session. */
async function haveOwnSessions(client: pg.Client, other: pg.Client): Promise<boolean> {
	const session = await readSession(client)
	// Check several times: on a busy pool, the first results may look right by chance.
	for (let round = 0; round < 3; round += 1) {
		await other.query('begin')
		const isShared = (await readSession(other)) === session || (await readSession(client)) !== session
		await other.query('rollback')
		if (isShared) return false
	}
	return true
}

/** @throws Error whose message starts with DATABASE_URL if it can't connect; any error of `work` */
async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, query_timeout: 5000 })
	client.on('error', () => {})
	try {
		await client.connect()
	} catch (error) {
		const { message, code } = error as NodeJS.ErrnoException
		throw new Error(`DATABASE_URL: cannot connect: ${message || code}`, { cause: error })
	}
	try {
		return await work(client)
	} finally {
		await client.end()
	}
}

/** @throws Error whose message starts with DATABASE_URL if Launchway can't run on this server */
export const checkServer = (connection: Connection): Promise<void> =>
	withClient(connection, async (client) => {
		const { rows } = await client.query<Facts>(FACTS, [ROLES])
		const obstacles = rows.flatMap(findObstacles)
		if (!(await withClient(connection, (other) => haveOwnSessions(client, other)))) obstacles.push(POOLED)
		if (obstacles.length > 0) throw new Error(`DATABASE_URL: ${obstacles.join('\n')}`)
	})
