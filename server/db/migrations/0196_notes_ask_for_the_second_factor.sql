-- A table that a learner reads by `/rest/v1` asks for the second factor itself, as every other one does (0155). 0195 left that out.
create or replace function auth.keep_to_owner(owned regclass) returns void language plpgsql set search_path = '' as $$
begin
	execute format('alter table %s enable row level security', owned);
	execute format('alter table %s force row level security', owned);
	execute format('create policy own_rows on %s for select to authenticated using (user_id = (select auth.uid()))', owned);
	execute format('create policy second_factor on %s as restrictive to authenticated using ((select auth.has_shown_factor()))', owned);
	execute format('create policy server_rows on %s to current_user using (true) with check (true)', owned);
	execute format('grant select on %s to authenticated', owned);
	execute format('grant all on %s to service_role', owned);
end $$;
create policy second_factor on public.section_notes as restrictive to authenticated using ((select auth.has_shown_factor()));
