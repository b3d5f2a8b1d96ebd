import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'

/** Schema files of a new database, one per area, applied in alphabetical order. */
export const SCHEMA_DIR = path.join(import.meta.dirname, 'schema')

/** Last migration that the schema files include, which is the last one when `npm run row-types` ran. Later ones run after the files. */
export const LAST_INCLUDED_MIGRATION =
	fs
		.readFileSync(path.join(import.meta.dirname, 'migrations/SHA256SUMS'), 'utf8')
		.trimEnd()
		.split('  ')
		.at(-1) ?? ''

type Migration = { name: string; sha256: string }

/**
 * Creates the schema of an empty database from the schema files in one transaction.
 * @param migrations those that the files include; recorded as applied
 * @throws Error that names the file; the database then stays empty
 */
export async function createSchema(client: pg.Client, migrations: readonly Migration[], dir = SCHEMA_DIR): Promise<void> {
	let file = ''
	try {
		await client.query('begin')
		// Skip this check: a function may use a table that a later file creates.
		await client.query('set local check_function_bodies = off')
		for (file of fs.readdirSync(dir).sort()) await client.query(fs.readFileSync(path.join(dir, file), 'utf8'))
		await client.query('insert into public._migration (name, sha256) select * from unnest($1::text[], $2::text[])', [
			migrations.map(({ name }) => name),
			migrations.map(({ sha256 }) => sha256),
		])
		await client.query('commit')
	} catch (error) {
		await client.query('rollback').catch(() => {})
		throw new Error(`schema file ${file}: ${(error as Error).message}`, { cause: error })
	}
}
