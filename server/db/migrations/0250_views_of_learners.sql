-- An operator looks at a learner's own pages, read only (docs/decisions/0240). The view ends with the operator's session, and with
-- the account that is looked at.
create table auth.learner_views (
	id uuid primary key default gen_random_uuid(),
	-- The operator's, which the console stands on.
	session_id uuid not null references auth.sessions (id) on delete cascade,
	-- Whose pages are seen.
	user_id uuid not null references auth.users (id) on delete cascade,
	created_at timestamptz not null,
	ends_at timestamptz not null
);
create index learner_views_session on auth.learner_views (session_id, user_id);
create index learner_views_user on auth.learner_views (user_id);
create index learner_views_end on auth.learner_views (ends_at);
alter table auth.learner_views enable row level security;

-- Whether the view lasts: neither over nor ended, of an account that can be signed in to, on a session that is open with the second
-- factor, of somebody who still is an operator.
create function auth.is_view_open(view uuid, learner uuid, at timestamptz) returns boolean
	language sql stable security definer set search_path = '' as $$
	select exists (
		select from auth.learner_views v
		join auth.sessions s on s.id = v.session_id and s.aal = 'aal2' and (s.not_after is null or s.not_after > at)
		join auth.users o on o.id = s.user_id and o.deleted_at is null and (o.banned_until is null or o.banned_until <= at)
			and o.raw_app_meta_data ->> 'role' = 'operator'
		join auth.users u on u.id = v.user_id and u.deleted_at is null and (u.banned_until is null or u.banned_until <= at)
		where v.id = view and v.user_id = learner and v.ends_at > at)
$$;
revoke execute on function auth.is_view_open(uuid, uuid, timestamptz) from public;

-- As in 0186, and for a view its own question. An operator has shown the second factor already.
create or replace function auth.require_session(caller uuid, session uuid, at timestamptz, claims jsonb) returns text
	language plpgsql stable security definer set search_path = '' as $$
declare
	is_shown boolean;
begin
	if claims ->> 'view_only' = 'true' then
		if not auth.is_view_open(session, caller, at) then
			raise exception 'view ended' using errcode = 'PT401';
		end if;
		return 'shown';
	end if;
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
