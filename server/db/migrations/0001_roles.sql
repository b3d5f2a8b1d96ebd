-- Roles of the Supabase wire (AUTH_WIRE §12.3). The application's own login owns the tables; /rest/v1 works through
-- `authenticator`, which can do nothing until it has switched to one of the three roles below.
do $$
begin
	if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
	if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
	if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
	if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator login noinherit; end if;
end $$;

grant anon, authenticated, service_role to authenticator;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
-- New tables and functions are closed until a migration opens them by name.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges revoke execute on functions from public;

create schema auth;
grant usage on schema auth to anon, authenticated, service_role;

-- The caller of the running request, for row-level security. Null when nobody is signed in.
create function auth.jwt() returns jsonb language sql stable as
$$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;
create function auth.uid() returns uuid language sql stable as
$$ select (auth.jwt() ->> 'sub')::uuid $$;
create function auth.role() returns text language sql stable as
$$ select auth.jwt() ->> 'role' $$;
create function auth.email() returns text language sql stable as
$$ select auth.jwt() ->> 'email' $$;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;
