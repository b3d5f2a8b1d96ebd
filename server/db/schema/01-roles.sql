-- Database roles, schemas, and the functions that tell row-level security who the caller is.
--
-- The server's login owns all tables and needs no other right. Browsers reach a few tables through /rest/v1, which switches to
-- `anon`, `authenticated` or `service_role`, as in Supabase; on the embedded database it connects as `authenticator`. Roles belong to
-- the whole PostgreSQL server, so another database or the administrator may have created them already.
do $$
declare
	is_superuser constant boolean := (select rolsuper from pg_roles where rolname = current_user);
	-- Before PostgreSQL 16, members may always switch.
	to_switch constant text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
	name text;
begin
	if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator login noinherit; end if;
	foreach name in array array['anon', 'authenticated', 'service_role'] loop
		if not exists (select from pg_roles where rolname = name) then execute format('create role %I nologin noinherit', name); end if;
		if not pg_has_role('authenticator', name, to_switch) then execute format('grant %I to authenticator', name); end if;
		if not is_superuser and not pg_has_role(name, to_switch) then execute format('grant %I to current_user', name); end if;
	end loop;
end $$;

-- New tables and functions can be used only after an explicit grant.
revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges revoke execute on functions from public;

-- Accounts, sessions, keys and everything about signing in. Nothing in it is granted to the roles above.
create schema auth;
grant usage on schema auth to anon, authenticated, service_role, authenticator;

-- The caller of the current request; null when it is not signed in.
create function auth.jwt() returns jsonb language sql stable as
$$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;
create function auth.uid() returns uuid language sql stable as
$$ select (auth.jwt() ->> 'sub')::uuid $$;
create function auth.role() returns text language sql stable as
$$ select auth.jwt() ->> 'role' $$;
create function auth.email() returns text language sql stable as
$$ select auth.jwt() ->> 'email' $$;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;

-- New IDs, sorted by time: a UUID of version 7 with microseconds, as uuidv7() of PostgreSQL 18 makes it.
create function auth.uuid_v7() returns uuid language plpgsql volatile parallel safe as $$
declare
	us constant bigint := extract(epoch from clock_timestamp()) * 1000000;
begin
	return lpad(to_hex(us / 1000), 12, '0') || to_hex(28672 + us % 1000 * 4096 / 1000) || right(gen_random_uuid()::text, 18);
end $$;
grant execute on function auth.uuid_v7() to anon, authenticated, service_role;

-- Gives a table of learners' rows its access rules: learners read their own rows, the server reads and writes all. Column `user_id` has the
-- learner. Row-level security is forced, so that even the table's owner, the server's login, needs an explicit policy.
create function auth.keep_to_owner(owned regclass) returns void language plpgsql set search_path = '' as $$
begin
	execute format('alter table %s enable row level security', owned);
	execute format('alter table %s force row level security', owned);
	execute format('create policy own_rows on %s for select to authenticated using (user_id = (select auth.uid()))', owned);
	execute format('create policy second_factor on %s as restrictive to authenticated using ((select auth.has_shown_factor()))', owned);
	execute format('create policy server_rows on %s to current_user using (true) with check (true)', owned);
	execute format('create policy service_rows on %s to service_role using (true) with check (true)', owned);
	execute format('grant select on %s to authenticated', owned);
	execute format('grant all on %s to service_role', owned);
end $$;
revoke all on function auth.keep_to_owner(regclass) from public;

-- Creates the monthly partitions of a table up to a time, and those for the rows in its default partition, which it moves there. Their
-- names end with the month in UTC. If a table was partitioned later, its first partition is named after the month before which it ends.
create function auth.make_months(parent regclass, until timestamptz) returns void language plpgsql set search_path = '' as $$
declare
	spare regclass;
	clock name;
	month timestamp;
	made text;
	has_rows boolean;
	oldest timestamp;
begin
	select i.inhrelid into strict spare from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
		where i.inhparent = parent and pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT';
	select a.attname into strict clock from pg_catalog.pg_partitioned_table p join pg_catalog.pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
		where p.partrelid = parent;
	execute format('select min(%I) at time zone ''UTC'' from %s', clock, spare) into oldest;
	for month in select m from generate_series(date_trunc('month', least(oldest, now() at time zone 'UTC')), until at time zone 'UTC', interval '1 month') m loop
		made = (select relname from pg_catalog.pg_class where oid = parent) || to_char(month, '_YYYY_MM');
		continue when exists (select from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
			where i.inhparent = parent and (c.relname = made or c.relname ~ '_before_\d{4}_\d{2}$' and right(c.relname, 7) > right(made, 7)));
		execute format('select exists (select from %s where %I >= %L and %2$I < %4$L)', spare, clock, month at time zone 'UTC',
			(month + interval '1 month') at time zone 'UTC') into has_rows;
		continue when not has_rows and month < date_trunc('month', now() at time zone 'UTC');
		made = format('%I.%I', (select relnamespace::regnamespace::text from pg_catalog.pg_class where oid = parent), made);
		execute format('create table %s (like %s including all)', made, parent);
		execute format('alter table %s enable row level security', made);
		execute format('comment on table %s is %L', made, 'Rows of one month of ' || parent);
		if has_rows then
			execute format('lock table %s in access exclusive mode', spare);
			execute format('with moved as (delete from %s where %I >= %L and %2$I < %4$L returning *) insert into %5$s select * from moved', spare, clock,
				month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC', made);
		end if;
		execute format('alter table %s attach partition %s for values from (%L) to (%L)', parent, made, month at time zone 'UTC',
			(month + interval '1 month') at time zone 'UTC');
	end loop;
end $$;

-- Drops the partitions that end before a time. Returns the number of their rows according to the database's statistics.
create function auth.drop_months(parent regclass, before timestamptz) returns bigint language plpgsql set search_path = '' as $$
declare
	past record;
	dropped bigint := 0;
begin
	for past in
		select i.inhrelid::regclass as name, greatest(c.reltuples, 0)::bigint as rows from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
		where i.inhparent = parent and c.relname ~ '_\d{4}_\d{2}$'
			and (to_date(right(c.relname, 7), 'YYYY_MM') + case when c.relname ~ '_before_' then interval '0' else interval '1 month' end) at time zone 'UTC' <= before
	loop
		execute format('drop table %s', past.name);
		dropped = dropped + past.rows;
	end loop;
	return dropped;
end $$;
revoke all on function auth.make_months(regclass, timestamptz), auth.drop_months(regclass, timestamptz) from public;
