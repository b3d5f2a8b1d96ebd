import type { CallerDatabase } from '#server/db/caller-database.ts'

import { RestRefusal } from './rest-refusal.ts'

export const SCHEMA = 'public'

export type CatalogueColumn = {
	name: string
	/** As PostgreSQL writes it in a cast: `uuid`, `timestamp with time zone`. */
	type: string
	/** SQL of the default; null without one. */
	fallback: string | null
}

/** A table that callers may name. Everything in it comes from pg_catalog, nothing from a request. */
export type Relation = { name: string; columns: ReadonlyMap<string, CatalogueColumn>; primaryKey: readonly string[] }

export type Catalogue = ReadonlyMap<string, Relation>

/**
 * Tables of the exposed schema that `anon` or `authenticated` was granted something on. A table without row-level security
 * is not among them, whatever was granted (RELIABILITY A4, CVE-2025-48757); neither is a view, which would have its owner's
 * rights.
 */
const EXPOSED = `
	select c.relname as name,
		array(select k.attname from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
			where i.indrelid = c.oid and i.indisprimary order by array_position(i.indkey::int2[], k.attnum))::text[] as primary_key,
		json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'fallback',
			case when a.attgenerated = '' and a.attidentity = '' then pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum) as columns
	from pg_class c
	join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
	left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
	where c.relnamespace = '${SCHEMA}'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
		and exists (select from unnest(array['anon', 'authenticated']) r
			where has_any_column_privilege(r, c.oid, 'select, insert, update') or has_table_privilege(r, c.oid, 'delete'))
	group by c.oid, c.relname`

type ExposedRow = { name: string; primary_key: string[]; columns: CatalogueColumn[] }

async function load(database: CallerDatabase): Promise<Catalogue> {
	const rows = (await database.ask(EXPOSED)) as ExposedRow[]
	return new Map(
		rows.map(({ name, primary_key: primaryKey, columns }) => [
			name,
			{ name, primaryKey, columns: new Map(columns.map((column) => [column.name, column])) },
		]),
	)
}

const RELOAD_AFTER_MS = 30_000
type Loaded = { catalogue: Promise<Catalogue>; loadedAt: number }
const loaded = new WeakMap<CallerDatabase, Loaded>()

function reload(database: CallerDatabase, now: Date): Promise<Catalogue> {
	const catalogue = load(database)
	loaded.set(database, { catalogue, loadedAt: now.getTime() })
	catalogue.catch(() => loaded.delete(database))
	return catalogue
}

/**
 * The table of a name. The catalogue is read at the first request, when the migrations of this process are done, and again
 * for an unknown name, because another process may have migrated since; at most twice a minute, so that guesses cost nothing.
 * @throws RestRefusal PGRST205 (404)
 */
export async function findRelation(database: CallerDatabase, name: string, now: Date): Promise<Relation> {
	const known = loaded.get(database)
	const found = (await (known?.catalogue ?? reload(database, now))).get(name)
	if (found) return found
	const isFresh = !known || now.getTime() - known.loadedAt < RELOAD_AFTER_MS
	const relation = isFresh ? undefined : (await reload(database, now)).get(name)
	if (!relation) throw new RestRefusal(404, 'PGRST205', `Could not find the table '${SCHEMA}.${name}' in the schema cache`)
	return relation
}

/** All exposed tables, for tests that walk over everything a caller could reach. */
export const readCatalogue = (database: CallerDatabase): Promise<Catalogue> => load(database)
