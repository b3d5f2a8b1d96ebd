/**
 * SQL that empties the search path, so that PostgreSQL prints types and defaults with their schema. Parameters of the queries in
 * this file: $1 exposed schemas; $2 true to serve only relations protected by row-level security.
 */
const BARE = `(select set_config('search_path', '', true) as path offset 0) as bare`

const IS_INVOKER = (relation: string) =>
	`coalesce((select o.option_value::boolean from pg_options_to_table(${relation}.reloptions) o where o.option_name = 'security_invoker'), false)`

/**
 * SQL expression, true if a relation never shows callers a row that a policy hides from them. A view must run with its caller's
 * rights, and so must everything it reads. Materialized views and foreign tables never qualify.
 */
const IS_GUARDED = `case c.relkind
	when 'v' then not exists (
		with recursive part(oid) as (
			select c.oid
			union select d.refobjid from part join pg_rewrite w on w.ev_class = part.oid
				join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_class'::regclass)
		select from part join pg_class k on k.oid = part.oid
		where not case k.relkind when 'v' then ${IS_INVOKER('k')} else k.relkind in ('r', 'p') and k.relrowsecurity end)
	else c.relkind in ('r', 'p') and c.relrowsecurity end`

const COLUMN = `json_build_object('name', a.attname, 'type', format_type(a.atttypid, -1), 'fallback', case
	when a.attgenerated = '' and a.attidentity = '' then pg_get_expr(d.adbin, d.adrelid)
	when a.attidentity = 'd' then
		format('nextval(%L::regclass)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname)) end)`

/** SQL that lists relations with any grant to `anon` or `authenticated`. */
export const LIST_RELATIONS = `
	select n.nspname as schema, c.relname as name, c.relkind = 'v' as is_view,
		array(select k.attname from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
			where i.indrelid = c.oid and i.indisprimary order by array_position(i.indkey::int2[], k.attnum))::text[] as primary_key,
		json_agg(${COLUMN} order by a.attnum) as columns
	from ${BARE}
	join pg_class c on c.relkind in ('r', 'p', 'v', 'm', 'f')
	join pg_namespace n on n.oid = c.relnamespace and n.nspname = any ($1::text[])
	join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
	left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
	where (not $2::boolean or ${IS_GUARDED})
		and exists (select from unnest(array['anon', 'authenticated']) r
			where has_any_column_privilege(r, c.oid, 'select, insert, update') or has_table_privilege(r, c.oid, 'delete'))
	group by n.nspname, c.oid, c.relname, c.relkind`

const ARGUMENTS = `select t.name, t.type, coalesce(t.mode, 'i') as mode, t.place,
		row_number() over (partition by coalesce(t.mode, 'i') in ('i', 'b') order by t.place) as nth
	from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
		with ordinality as t(type, name, mode, place)`

const IS_OPTIONAL = 'g.nth > p.pronargs - p.pronargdefaults'

const FIELD = (name: string, type: string) => `json_build_object('name', ${name}, 'type', format_type(${type}, -1), 'fallback', null)`

/**
 * SQL that lists functions with an explicit grant: those that everyone may execute by PostgreSQL's default aren't meant to be
 * called from outside.
 */
export const LIST_FUNCTIONS = `
	select n.nspname as schema, p.proname as name, p.provolatile = 'v' as is_volatile, p.proretset as is_set,
		coalesce((select json_agg(json_build_object('name', coalesce(g.name, ''), 'type', format_type(g.type, -1),
				'isOptional', ${IS_OPTIONAL}) order by g.place)
			from (${ARGUMENTS}) g where g.mode in ('i', 'b')), '[]') as parameters,
		case when p.prorettype = 'void'::regtype then 'void' when r.typtype = 'c' or p.prorettype = 'record'::regtype then 'rows' else 'value' end as kind,
		case when r.typtype = 'c' then (select json_agg(${FIELD('a.attname', 'a.atttypid')} order by a.attnum)
				from pg_attribute a where a.attrelid = r.typrelid and a.attnum > 0 and not a.attisdropped)
			when p.prorettype = 'record'::regtype then (select json_agg(${FIELD('g.name', 'g.type')} order by g.place)
				from (${ARGUMENTS}) g where g.mode in ('o', 'b', 't'))
			else json_build_array(${FIELD('p.proname', 'p.prorettype')}) end as columns
	from ${BARE}
	join pg_proc p on p.prokind = 'f' and p.provariadic = 0
	join pg_namespace n on n.oid = p.pronamespace and n.nspname = any ($1::text[])
	join pg_type r on r.oid = p.prorettype
	where (r.typtype <> 'p' or p.prorettype = 'void'::regtype or (p.prorettype = 'record'::regtype and 't' = any (p.proargmodes))
			or (p.prorettype = 'record'::regtype and 'o' = any (p.proargmodes)))
		and not exists (select from (${ARGUMENTS}) g where coalesce(g.name, '') = '' and not (g.mode in ('i', 'b') and ${IS_OPTIONAL}))
		and exists (select from aclexplode(p.proacl) x join pg_roles l on l.oid = x.grantee
			where l.rolname in ('anon', 'authenticated', 'service_role') and x.privilege_type = 'EXECUTE')`
