import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'

import { SCHEMA_INCLUDES } from '#server/db/create-schema.ts'
import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
import { makeThrowAwayDir } from '#server/db/embedded/throw-away-dir.ts'
import { migrate, MIGRATIONS_DIR } from '#server/db/migrate.ts'

import { listNewMigrations } from './house/landed-migrations.ts'
import { type CatalogColumn, presentRowTypes } from './present-row-types.ts'

const TARGET = path.join(import.meta.dirname, '..', 'server', 'db', 'row-types.ts')

const COLUMNS = `
	select n.nspname as schema, c.relname as table, a.attname as column, coalesce(e.typname, t.typname) as type,
		t.typelem <> 0 and t.typlen = -1 as is_array, not a.attnotnull as is_nullable,
		a.atthasdef or a.attidentity = 'd' as has_default, a.attgenerated <> '' or a.attidentity = 'a' as is_computed,
		(select pg_get_constraintdef(k.oid) from pg_constraint k
			where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
				and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY\\[''' limit 1) as check
	from pg_class c
	join pg_namespace n on n.oid = c.relnamespace
	join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
	join pg_type t on t.oid = a.atttypid
	left join pg_type e on e.oid = t.typelem and t.typlen = -1
	where c.relkind in ('r', 'p') and not c.relispartition and c.relname !~ '^_'
		and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss')
	order by n.nspname = 'public', n.nspname, c.relname, a.attnum`

/** Reads a temporary, new database. */
async function readCatalog(): Promise<CatalogColumn[]> {
	const dir = makeThrowAwayDir('launchway-types-')
	const server = await ensureEmbedded({ dir, settings: { fsync: 'off', full_page_writes: 'off' }, lifeline: true })
	const connection = { host: server.host, port: server.port, user: server.user, database: server.database }
	try {
		await migrate(connection)
		const client = new pg.Client(connection)
		await client.connect()
		const { rows } = await client.query<CatalogColumn>(COLUMNS)
		await client.end()
		return rows
	} finally {
		await server.stop()
		fs.rmSync(dir, { recursive: true, force: true })
	}
}

const text = presentRowTypes(await readCatalog())
if (process.argv.includes('--check')) {
	if (fs.readFileSync(TARGET, 'utf8') !== text) {
		console.error('server/db/row-types.ts does not match the migrations; run: npm run row-types')
		process.exitCode = 1
	}
} else {
	fs.writeFileSync(TARGET, text)
	listNewMigrations()
	console.log(`wrote ${path.relative(process.cwd(), TARGET)}`)
	const missing = fs.readdirSync(MIGRATIONS_DIR).filter((name) => name.endsWith('.sql') && name > SCHEMA_INCLUDES)
	if (missing.length > 0)
		console.log(`Make the changes of ${missing.join(', ')} in server/db/schema too, then set SCHEMA_INCLUDES (server/db/README.md).`)
}
