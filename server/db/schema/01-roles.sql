-- Database roles, schemas, and the functions that tell row-level security who is asking.
--
-- The login of the server owns all tables. Browsers reach a few of them through /rest/v1, which connects as `authenticator` and then
-- switches to `anon`, `authenticated` or `service_role`, as in Supabase. Roles belong to the whole PostgreSQL server, so another
-- database may have created them already.
do $$
begin
	if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
	if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
	if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
	if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator login noinherit; end if;
end $$;
grant anon, authenticated, service_role to authenticator;

-- A login that is no superuser must be allowed to switch to the roles.
do $$
begin
	if not (select rolsuper from pg_roles where rolname = current_user) then
		grant anon, authenticated, service_role to current_user with inherit false, set true;
	end if;
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

-- Everything a table of a learner's own rows needs, in one call: its owner reads, the server reads and writes. The table has the
-- learner in `user_id`. Forced row-level security binds the server's login too, so that its access is explicit.
create function auth.keep_to_owner(owned regclass) returns void language plpgsql set search_path = '' as $$
begin
	execute format('alter table %s enable row level security', owned);
	execute format('alter table %s force row level security', owned);
	execute format('create policy own_rows on %s for select to authenticated using (user_id = (select auth.uid()))', owned);
	execute format('create policy second_factor on %s as restrictive to authenticated using ((select auth.has_shown_factor()))', owned);
	execute format('create policy server_rows on %s to current_user using (true) with check (true)', owned);
	execute format('grant select on %s to authenticated', owned);
	execute format('grant all on %s to service_role', owned);
end $$;
revoke all on function auth.keep_to_owner(regclass) from public;
