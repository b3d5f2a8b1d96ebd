import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

import { createSchema, SCHEMA_DIR, LAST_INCLUDED_MIGRATION } from './create-schema.ts'
import { withClient } from './pools.ts'

type Migration = { name: string; sql: string; sha256: string }

type Options = {
	dir?: string
	/** Schema files for a database without any migrations; null applies the migrations one by one instead. */
	schemaDir?: string | null
	/**
	 * Called before the first pending migration of an existing database.
	 * @param newest last migration already applied
	 */
	beforeChange?: (newest: string) => Promise<unknown>
	lockWaitMs?: number
	/** Last migration to apply; later ones are left pending. */
	last?: string
	/**
	 * True while a server uses the database: each attempt waits only briefly for a lock, because requests queue behind it, but there are many
	 * attempts.
	 */
	isServing?: boolean
}

export const MIGRATIONS_DIR = path.join(import.meta.dirname, 'migrations')

/** Lock timeout: long enough for another server's schema check. If another server is migrating for longer, this one fails and names it. */
const LOCK_WAIT_MS = 8000
const LOCK_TIMED_OUT = '55P03'
/** Lock timeouts for tables, without and with a server whose requests queue behind the migration. */
const TABLE_LOCK = { alone: { wait: '10s', tries: 1 }, serving: { wait: '300ms', tries: 100 } }
const RETRY_MS = 200
const HOLDER = `
	select pid, application_name as name, coalesce(client_addr::text, 'a local socket') as place, backend_start as since
	from pg_locks join pg_stat_activity using (pid)
	where locktype = 'advisory' and granted and objsubid = 1 and (classid::bigint << 32 | objid::bigint) = hashtext('launchway.migrations')
		and database = (select oid from pg_database where datname = current_database())`

/**
 * Checksums of these two files in release d6b33559, where they differ only in comments. Databases created by that release are
 * otherwise the same.
 */
const OF_D6B33559 = new Map([
	['0090_factors.sql', '625aac9551ad9929567746b2c011e05b7fd7c223d90b25ab2f22d09cab328246'],
	['0120_signing_key_ages.sql', '019aad718f8359ba032b037b5519f13026956bc002c6206137b76abdaa9b14e0'],
])

function readMigrations(dir: string): Migration[] {
	return fs
		.readdirSync(dir)
		.filter((name) => /^\d{4}_.+\.sql$/.test(name))
		.sort()
		.map((name) => {
			const sql = fs.readFileSync(path.join(dir, name), 'utf8').replaceAll('\r\n', '\n')
			return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
		})
}

async function createList(client: pg.Client): Promise<void> {
	await client.query(
		'create table if not exists public._migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
	)
	await client.query('alter table public._migration enable row level security')
}

/** Name of a contract step: `0361_contract_0355_old_names.sql` removes what programs that have 0355 no longer use. */
export const CONTRACT_STEP = /^\d{4}_contract_(\d{4})_/

/**
 * True if a program can run on a database with a later migration. All but contract steps only add what earlier programs ignore
 * (scripts/code-metrics/migration-steps.ts).
 * @param newest last migration of the program
 */
const canRunWith = (name: string, newest: string) => name > newest && (CONTRACT_STEP.exec(name)?.[1] ?? '') <= newest.slice(0, 4)

/**
 * Compares a database with the migration files.
 * @returns the last applied migration, null in a new database, and the pending ones
 * @throws Error if the database is too new for this program, or an applied file was changed later
 */
async function compare(client: pg.Client, dir: string): Promise<{ newest: string | null; pending: Migration[] }> {
	const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from public._migration')
	const applied = new Map(rows.map((row) => [row.name, row.sha256]))
	const migrations = readMigrations(dir)
	const newest = migrations.at(-1)?.name ?? ''
	for (const name of applied.keys())
		if (!migrations.some((migration) => migration.name === name) && !canRunWith(name, newest))
			throw new Error(`the database is newer than this program: it has ${name}`)
	const pending = migrations.filter(({ name, sha256 }) => {
		const known = applied.get(name)
		if (known !== undefined && known !== sha256 && known !== OF_D6B33559.get(name))
			throw new Error(`${name} was changed after it had been applied`)
		return known === undefined
	})
	return { newest: [...applied.keys()].toSorted().at(-1) ?? null, pending }
}

async function describeHolder(client: pg.Client): Promise<string> {
	const { rows } = await client.query<{ pid: number; name: string; place: string; since: Date }>(HOLDER)
	const [holder] = rows
	if (!holder) return 'another session held the lock on migrations until a moment ago; start again'
	const { pid, name, place, since } = holder
	return (
		`another session holds the lock on migrations: process ${pid} of PostgreSQL ("${name}" from ${place}, since ${since.toISOString()}). ` +
		'If another server is migrating this database, start again when it has finished. If a pooler such as pgbouncer in transaction mode ' +
		`left the lock behind, connect to PostgreSQL itself and end that session: select pg_terminate_backend(${pid})`
	)
}

/**
 * Takes an advisory lock for the session: it ends with the connection, so a killed process leaves no lock behind.
 * @throws Error that names the holder
 */
async function lockMigrations(client: pg.Client, waitMs: number): Promise<void> {
	await client.query('begin')
	await client.query("select set_config('lock_timeout', $1, true)", [`${waitMs}ms`])
	try {
		await client.query("select pg_advisory_lock(hashtext('launchway.migrations'))")
		await client.query('commit')
	} catch (error) {
		await client.query('rollback')
		if ((error as pg.DatabaseError).code !== LOCK_TIMED_OUT) throw error
		throw new Error(await describeHolder(client), { cause: error })
	}
}

async function apply(client: pg.Client, { name, sql, sha256 }: Migration, lock: { wait: string; tries: number }): Promise<void> {
	try {
		await client.query('begin')
		await client.query("select set_config('lock_timeout', $1, true)", [lock.wait])
		await client.query(sql)
		await client.query('insert into public._migration (name, sha256) values ($1, $2)', [name, sha256])
		await client.query('commit')
	} catch (error) {
		await client.query('rollback').catch(() => {})
		if ((error as pg.DatabaseError).code === LOCK_TIMED_OUT && lock.tries > 1) {
			await sleep(RETRY_MS)
			return apply(client, { name, sql, sha256 }, { ...lock, tries: lock.tries - 1 })
		}
		throw new Error(`migration ${name}: ${(error as Error).message}`, { cause: error })
	}
}

/**
 * Migrates a database to the newest schema, or creates that of a new one. Any number of processes may call this at the same
 * time.
 * @returns the migrations applied by this call, including those that the schema files of a new database contain
 * @throws Error if the database is newer than the program, an applied file was changed later, or another session keeps the lock
 */
export const migrate = (
	connection: pg.ClientConfig,
	{ dir = MIGRATIONS_DIR, schemaDir = SCHEMA_DIR, beforeChange, lockWaitMs = LOCK_WAIT_MS, last, isServing = false }: Options = {},
): Promise<string[]> =>
	withClient(connection, 'migrate', async (client) => {
		await lockMigrations(client, lockWaitMs)
		await createList(client)
		const { newest, pending: all } = await compare(client, dir)
		const pending = last === undefined ? all : all.filter(({ name }) => name <= last)
		if (newest !== null && pending.length > 0) await beforeChange?.(newest)
		const included =
			newest === null && schemaDir !== null && (last ?? LAST_INCLUDED_MIGRATION) >= LAST_INCLUDED_MIGRATION
				? pending.filter(({ name }) => name <= LAST_INCLUDED_MIGRATION)
				: []
		if (schemaDir !== null && included.length > 0) await createSchema(client, included, schemaDir)
		for (const migration of pending.slice(included.length))
			await apply(client, migration, isServing ? TABLE_LOCK.serving : TABLE_LOCK.alone)
		return pending.map(({ name }) => name)
	})

/** Returns this program's migrations by name, with the SHA-256 of each. */
export const listMigrations = (): ReadonlyMap<string, string> =>
	new Map(readMigrations(MIGRATIONS_DIR).map(({ name, sha256 }) => [name, sha256]))

/**
 * Lists the migrations that `migrate` would apply.
 * @throws Error if the database is too new for this program, or an applied file was changed later
 */
export const listPendingMigrations = (connection: pg.ClientConfig): Promise<string[]> =>
	withClient(connection, 'migrate', async (client) => (await compare(client, MIGRATIONS_DIR)).pending.map(({ name }) => name))

/**
 * Checks the schema without changing anything.
 * @throws Error unless the database has all migrations of this program
 */
export const requireCurrentSchema = (connection: pg.ClientConfig, dir = MIGRATIONS_DIR): Promise<void> =>
	withClient(connection, 'migrate', async (client) => {
		const { rows } = await client.query<{ is_ours: boolean }>("select to_regclass('public._migration') is not null as is_ours")
		if (!rows[0]?.is_ours) throw new Error('this database does not contain Launchway yet; npm start sets it up')
		const { pending } = await compare(client, dir)
		if (pending.length > 0) throw new Error(`the database is older than this program; npm start brings it up to date (${pending[0]?.name})`)
	})
