import pg from 'pg'

import type { Connection } from './connection.ts'

const LEAST_VERSION = 180_000
const ROLES = ['anon', 'authenticated', 'service_role', 'authenticator']

type Facts = { version: number; version_text: string; login: string; may_create_roles: boolean; may_create: boolean; missing: string[] }

const FACTS = `
	select current_setting('server_version_num')::int as version, current_setting('server_version') as version_text, current_user as login,
		(select rolsuper or (rolcreaterole and rolbypassrls) from pg_roles where rolname = current_user) as may_create_roles,
		to_regclass('public._migration') is not null
			or (has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create')) as may_create,
		array(select wanted from unnest($1::text[]) wanted where wanted not in (select rolname from pg_roles)) as missing`

/** What keeps the product from running on this server, one sentence each. */
export function findObstacles(facts: Facts): string[] {
	const obstacles: string[] = []
	if (facts.version < LEAST_VERSION) obstacles.push(`PostgreSQL 18 or newer is needed; this server is ${facts.version_text}.`)
	if (facts.missing.length > 0 && !facts.may_create_roles)
		obstacles.push(
			`The roles ${facts.missing.join(', ')} do not exist and ${facts.login} may not create them. ` +
				`Run \`alter role "${facts.login}" createrole bypassrls\` as a superuser, or create them first (docs/configuration.md, DATABASE_URL).`,
		)
	if (!facts.may_create)
		obstacles.push(
			`${facts.login} may not create schemas and tables here. ` +
				`Run \`grant create on database … to "${facts.login}"; grant create on schema public to "${facts.login}"\` as the owner.`,
		)
	return obstacles
}

/**
 * Checks whether the product can run on a server that someone else operates.
 * @throws Error that starts with DATABASE_URL and names what is wrong
 */
export async function checkServer(connection: Connection): Promise<void> {
	const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
	client.on('error', () => {})
	try {
		await client.connect()
	} catch (error) {
		const { message, code } = error as NodeJS.ErrnoException
		throw new Error(`DATABASE_URL: cannot connect: ${message || code}`, { cause: error })
	}
	try {
		const { rows } = await client.query<Facts>(FACTS, [ROLES])
		const obstacles = rows.flatMap(findObstacles)
		if (obstacles.length > 0) throw new Error(`DATABASE_URL: ${obstacles.join('\n')}`)
	} finally {
		await client.end()
	}
}
