-- /rest/v1 asks this in the round trip that also carries the query (AUTH_WIRE §12.3; RELIABILITY A13, T-TOKEN): a token
-- whose session has ended or whose account is gone or banned opens nothing, however long it still runs.
create function auth.require_live_session(caller uuid, session uuid, at timestamptz) returns void
	language plpgsql stable security definer set search_path = '' as $$
begin
	if not exists (
		select from auth.sessions s
		join auth.users u on u.id = s.user_id
		where s.id = session and s.user_id = caller and u.deleted_at is null
			and (s.not_after is null or s.not_after > at) and (u.banned_until is null or u.banned_until <= at)
	) then
		raise exception 'session ended' using errcode = 'PT401';
	end if;
end $$;
grant usage on schema auth to authenticator;
grant execute on function auth.require_live_session(uuid, uuid, timestamptz) to authenticator;

-- A login of DATABASE_URL that is no superuser has to be told that it may become the three roles.
do $$
begin
	if not (select rolsuper from pg_roles where rolname = current_user) then
		grant anon, authenticated, service_role to current_user with inherit false, set true;
	end if;
end $$;
