import type pg from 'pg'

import { withClient } from './database-text.ts'

/**
 * Lists everything in a schema, one line each, so that the result doesn't depend on how the schema was built: the order of
 * columns is ignored, and privileges are those in effect, granted or by default. Leaves out comments, which only the schema files
 * have, and monthly partitions, which depend on the date; PostgreSQL keeps their columns, constraints and indexes equal to those
 * of their table.
 */
const CATALOG = `
	with
	schemas as (select * from pg_namespace where nspname !~ '^(pg_|information_schema)'),
	relations as (select c.* from pg_class c join schemas n on n.oid = relnamespace where not (relispartition and nspname = 'auth')),
	functions as (select p.* from pg_proc p join schemas n on n.oid = pronamespace where prokind <> 'a'),
	privileges (kind, name, acl) as (
		select 'schema', nspname::text, coalesce(nspacl, acldefault('n', nspowner)) from schemas
		union all select 'table', oid::regclass::text, coalesce(relacl, acldefault(case when relkind = 'S' then 's' else 'r' end::"char", relowner))
			from relations where relkind in ('r', 'p', 'v', 'm', 'S')
		union all select 'column', attrelid::regclass::text || '.' || attname, attacl from pg_attribute join relations c on c.oid = attrelid where attacl is not null
		union all select 'function', oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner)) from functions
		union all select 'default', defaclobjtype::text || ' in ' || defaclnamespace::regnamespace, defaclacl from pg_default_acl)
	select concat_ws(' ', 'column', attrelid::regclass::text || '.' || attname, format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
			'default ' || pg_get_expr(adbin, adrelid), nullif(attgenerated, ''), nullif(attidentity, ''), 'storage ' || attstorage::text,
			attcollation::regcollation) as line
		from relations c join pg_attribute on attrelid = c.oid left join pg_attrdef on adrelid = c.oid and adnum = attnum
		where attnum > 0 and not attisdropped and relkind not in ('i', 'I', 'S')
	union all select concat_ws(' ', 'table', oid::regclass, relkind, relowner::regrole, relpersistence, reloptions,
			case when relrowsecurity then 'row level security' end, case when relforcerowsecurity then 'forced' end,
			case when relkind in ('v', 'm') then pg_get_viewdef(oid) end)
		from relations where relkind not in ('i', 'I')
	union all select concat_ws(' ', 'constraint', conname, 'on', conrelid::regclass, pg_get_constraintdef(o.oid), case when not convalidated then 'not valid' end)
		from pg_constraint o join relations c on conrelid = c.oid
	union all select concat_ws(' ', 'index', pg_get_indexdef(oid), case when indisreplident then 'replica identity' end)
		from relations join pg_index on indexrelid = oid
	union all select concat_ws(' ', 'trigger on', tgrelid::regclass, pg_get_triggerdef(t.oid), tgenabled)
		from pg_trigger t join relations c on tgrelid = c.oid where not tgisinternal
	union all select concat_ws(' ', 'policy', polname, 'on', polrelid::regclass, polcmd, case when not polpermissive then 'restrictive' end, 'to',
			(select string_agg(role::regrole::text, ',' order by role) from unnest(polroles) role),
			'using ' || pg_get_expr(polqual, polrelid), 'check ' || pg_get_expr(polwithcheck, polrelid))
		from pg_policy
	union all select concat_ws(' ', 'function', oid::regprocedure, proowner::regrole, pg_get_functiondef(oid)) from functions
	union all select concat_ws(' ', 'sequence', schemaname || '.' || sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size)
		from pg_sequences where schemaname in (select nspname from schemas)
	union all select concat_ws(' ', 'type', t.oid::regtype, typtype, format_type(typbasetype, typtypmod),
			(select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
		from pg_type t join schemas n on n.oid = typnamespace where typtype in ('e', 'd', 'r', 'm')
	union all select concat_ws(' ', 'schema', nspname, nspowner::regrole) from schemas
	union all select concat_ws(' ', 'extension', extname, extversion) from pg_extension
	union all select concat_ws(' ', 'role', rolname, rolsuper, rolinherit, rolcreaterole, rolcanlogin, rolbypassrls,
			(select string_agg(roleid::regrole::text, ',' order by roleid) from pg_auth_members where member = r.oid))
		from pg_roles r where rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
	union all select concat_ws(' ', 'grant on', kind, name, case when grantee = 0 then 'public' else grantee::regrole::text end,
			string_agg(privilege_type || case when is_grantable then '*' else '' end, ',' order by privilege_type))
		from privileges, aclexplode(acl) group by kind, name, grantee`

/** pg-boss names partitions after the day on which they were created, and midnight may fall between two databases. */
const IS_OF_A_DAY = /queue_stats_\d{8}/

export const readCatalog = (client: pg.Client): Promise<string[]> =>
	client.query<{ line: string }>(CATALOG).then(({ rows }) =>
		rows
			.map(({ line }) => line)
			.filter((line) => !IS_OF_A_DAY.test(line))
			.toSorted(),
	)

/** Returns objects that only one of two databases has. */
export async function compareCatalogs(one: pg.ClientConfig, other: pg.ClientConfig) {
	const [first, second] = [await withClient(one, readCatalog), await withClient(other, readCatalog)]
	return {
		lines: first.length,
		onlyFirst: first.filter((line) => !second.includes(line)),
		onlySecond: second.filter((line) => !first.includes(line)),
	}
}
