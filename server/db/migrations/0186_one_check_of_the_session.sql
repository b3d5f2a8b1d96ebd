-- What /rest/v1 asks before a caller's statement, as one question: the session is open (PT401), and the second factor was
-- shown where the account has one (PT403). Its answer is kept for the transaction, so that the policies need not ask again.
create function auth.require_session(caller uuid, session uuid, at timestamptz, claims jsonb) returns text
	language plpgsql stable security definer set search_path = '' as $$
declare
	is_shown boolean;
begin
	select (claims ->> 'aal' = 'aal2' and s.aal = 'aal2') or not (
			exists (select from auth.mfa_factors f where f.user_id = caller and f.status = 'verified')
			or exists (select from public.user_sms_settings t where t.user_id = caller and t.two_factor_enabled and t.verified)
		) into is_shown
	from auth.sessions s
	join auth.users u on u.id = s.user_id
	where s.id = session and s.user_id = caller and u.deleted_at is null
		and (s.not_after is null or s.not_after > at) and (u.banned_until is null or u.banned_until <= at);
	if not found then
		raise exception 'session ended' using errcode = 'PT401';
	end if;
	if is_shown is not true then
		raise exception 'second factor needed' using errcode = 'PT403';
	end if;
	return 'shown';
end $$;
revoke execute on function auth.require_session(uuid, uuid, timestamptz, jsonb) from public;
grant execute on function auth.require_session(uuid, uuid, timestamptz, jsonb) to authenticator;

-- The second wall, by the caller's claims alone: for whoever reaches a table without that check.
create function auth.has_factor_in_claims() returns boolean language sql stable security definer set search_path = '' as $$
	select auth.jwt() ->> 'aal' = 'aal2' or not auth.has_second_factor(auth.uid())
$$;
revoke execute on function auth.has_factor_in_claims() from public;
grant execute on function auth.has_factor_in_claims() to authenticated;

-- Without rights or a path of its own, so that PostgreSQL puts the body into each policy: a policy asks four times for an upsert.
create or replace function auth.has_shown_factor() returns boolean language sql stable as $$
	select pg_catalog.current_setting('request.second_factor', true) is not distinct from 'shown' or auth.has_factor_in_claims()
$$;

drop function auth.require_live_session(uuid, uuid, timestamptz);
drop function auth.require_second_factor(uuid, uuid, jsonb);
