-- Database roles, schemas, and the functions that tell row-level security who is asking.
--
-- The login of the server owns all tables and needs no other right. Browsers reach a few of them through /rest/v1, which switches to
-- `anon`, `authenticated` or `service_role`, as in Supabase; of the embedded database it connects as `authenticator`. Roles belong to the
-- whole PostgreSQL server, so another database, or the administrator, may have created them already.
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

-- New tables and functions are closed until a grant opens them by name.
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

-- New ids, sorted by time: a UUID of version 7 with microseconds, as uuidv7() of PostgreSQL 18 makes it.
create function auth.uuid_v7() returns uuid language plpgsql volatile parallel safe as $$
declare
	us constant bigint := extract(epoch from clock_timestamp()) * 1000000;
begin
	return lpad(to_hex(us / 1000), 12, '0') || to_hex(28672 + us % 1000 * 4096 / 1000) || right(gen_random_uuid()::text, 18);
end $$;
grant execute on function auth.uuid_v7() to anon, authenticated, service_role;

-- Everything a table of a learner's own rows needs, in one call: its owner reads, the server reads and writes. The table has the
-- learner in `user_id`. Forced row-level security binds the server's login too, so that its access is explicit.
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
