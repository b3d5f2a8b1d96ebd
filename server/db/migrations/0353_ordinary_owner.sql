-- The schema works on PostgreSQL 15 and needs no role with BYPASSRLS: ids come from our own function, and policies say what
-- service_role may read and write.
create function auth.uuid_v7() returns uuid language plpgsql volatile parallel safe as $$
declare
	us constant bigint := extract(epoch from clock_timestamp()) * 1000000;
begin
	return lpad(to_hex(us / 1000), 12, '0') || to_hex(28672 + us % 1000 * 4096 / 1000) || right(gen_random_uuid()::text, 18);
end $$;
grant execute on function auth.uuid_v7() to anon, authenticated, service_role;

do $$
declare
	of_table record;
begin
	for of_table in
		select c.oid::regclass as name, a.attname as field
		from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
		where pg_get_expr(d.adbin, d.adrelid) = 'uuidv7()' and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
	loop
		execute format('alter table %s alter column %I set default auth.uuid_v7()', of_table.name, of_table.field);
	end loop;
	for of_table in
		select c.oid::regclass as name from pg_class c
		where c.relkind = 'r' and c.relrowsecurity and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
			and has_table_privilege('service_role', c.oid, 'insert')
	loop
		execute format('create policy service_rows on %s to service_role using (true) with check (true)', of_table.name);
	end loop;
end $$;

create or replace function auth.keep_to_owner(owned regclass) returns void language plpgsql set search_path = '' as $$
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

create or replace function auth.has_shown_factor() returns boolean language sql stable as $$
	select pg_catalog.current_setting('request.second_factor', true) is not distinct from 'shown' or current_user <> 'authenticated'
		or auth.has_factor_in_claims()
$$;
