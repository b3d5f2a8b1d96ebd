-- Whether an account has a second factor that a session has to show: one that was verified, or texts by its settings.
create function auth.has_second_factor(account uuid) returns boolean
	language sql stable security definer set search_path = '' as $$
	select exists (select from auth.mfa_factors f where f.user_id = account and f.status = 'verified')
		or exists (select from public.user_sms_settings s where s.user_id = account and s.two_factor_enabled and s.verified)
$$;

-- /rest/v1 asks this beside require_live_session (0084). A request is worth the lower of its token and its session.
create function auth.require_second_factor(caller uuid, session uuid, claims jsonb) returns void
	language plpgsql stable security definer set search_path = '' as $$
begin
	if auth.has_second_factor(caller) and not (claims ->> 'aal' = 'aal2'
		and exists (select from auth.sessions s where s.id = session and s.user_id = caller and s.aal = 'aal2')) then
		raise exception 'second factor needed' using errcode = 'PT403';
	end if;
end $$;

-- The second wall: whoever reaches a table by another way meets the same rule in its policies.
create function auth.has_shown_factor() returns boolean language sql stable security definer set search_path = '' as $$
	select auth.jwt() ->> 'aal' = 'aal2' or not auth.has_second_factor(auth.uid())
$$;

revoke execute on function auth.has_second_factor(uuid), auth.require_second_factor(uuid, uuid, jsonb), auth.has_shown_factor() from public;
grant execute on function auth.require_second_factor(uuid, uuid, jsonb) to authenticator;
grant execute on function auth.has_shown_factor() to authenticated;

do $$
declare
	served text;
begin
	for served in
		select distinct table_name from information_schema.role_table_grants
		where table_schema = 'public' and grantee = 'authenticated'
	loop
		execute format('create policy %I on public.%I as restrictive to authenticated using ((select auth.has_shown_factor()))',
			served || '_second_factor', served);
	end loop;
end $$;
