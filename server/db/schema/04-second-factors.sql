-- Second factors, passkeys, and what /rest/v1 checks before each request.

create table auth.mfa_factors (
	id uuid not null default gen_random_uuid(),
	user_id uuid not null,
	friendly_name text not null default '',
	factor_type text not null,
	status text not null default 'unverified',
	-- totp: the shared secret, sealed (server/services/platform/keys/seal.ts).
	secret bytea,
	-- totp: newest time step that was accepted. It and older ones are refused.
	last_totp_step bigint,
	-- phone: digits without a plus sign.
	phone text,
	-- webauthn: what the authenticator returned at registration.
	credential_id text,
	public_key bytea,
	sign_count bigint not null default 0,
	transports text[] not null default '{}',
	last_challenged_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),

	constraint mfa_factors_pkey primary key (id),
	constraint mfa_factors_credential_id_key unique (credential_id),
	constraint mfa_factors_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint mfa_factors_factor_type_check check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
	constraint mfa_factors_status_check check (status in ('unverified', 'verified'))
);
comment on table auth.mfa_factors is
	'Second factors of accounts.';
create unique index mfa_factors_name on auth.mfa_factors (user_id, friendly_name) where friendly_name <> '';
create index mfa_factors_user_id on auth.mfa_factors (user_id, created_at);
create unique index mfa_factors_verified_phone on auth.mfa_factors (user_id, phone) where status = 'verified';
create unique index mfa_factors_recovery on auth.mfa_factors (user_id) where factor_type = 'recovery_code';
create index mfa_factors_unverified on auth.mfa_factors (created_at) where status = 'unverified';
alter table auth.mfa_factors enable row level security;

create table auth.mfa_challenges (
	id uuid not null default gen_random_uuid(),
	factor_id uuid not null,
	-- IP address that requested the challenge; a response from another one is refused.
	ip text not null,
	-- phone: keyed hash of the code in the message.
	code_hash bytea,
	-- webauthn: the challenge the authenticator signs, base64url.
	webauthn_challenge text,
	expires_at timestamptz not null,
	created_at timestamptz not null default now(),
	wrong_codes int not null default 0,

	constraint mfa_challenges_pkey primary key (id),
	constraint mfa_challenges_factor_id_fkey foreign key (factor_id) references auth.mfa_factors (id) on delete cascade
);
comment on table auth.mfa_challenges is
	'Challenges sent to a second factor. Each is answered at most once.';
create index mfa_challenges_factor_id on auth.mfa_challenges (factor_id);
create index mfa_challenges_expires_at on auth.mfa_challenges (expires_at);
alter table auth.mfa_challenges enable row level security;

create table auth.mfa_recovery_codes (
	factor_id uuid not null,
	code_hash bytea not null,
	used_at timestamptz,

	constraint mfa_recovery_codes_pkey primary key (factor_id, code_hash),
	constraint mfa_recovery_codes_factor_id_fkey foreign key (factor_id) references auth.mfa_factors (id) on delete cascade
);
comment on table auth.mfa_recovery_codes is
	'Single-use recovery codes, as hashes.';
alter table auth.mfa_recovery_codes enable row level security;

create table auth.passkeys (
	id uuid not null default gen_random_uuid(),
	user_id uuid not null,
	credential_id text not null,
	public_key bytea not null,
	sign_count bigint not null default 0,
	transports text[] not null default '{}',
	friendly_name text not null default '',
	created_at timestamptz not null default now(),
	last_used_at timestamptz,

	constraint passkeys_pkey primary key (id),
	constraint passkeys_credential_id_key unique (credential_id),
	constraint passkeys_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table auth.passkeys is
	'Passkeys that sign in without a password.';
create index passkeys_user_id on auth.passkeys (user_id, created_at);
alter table auth.passkeys enable row level security;

create table auth.webauthn_challenges (
	id uuid not null default gen_random_uuid(),
	-- Account whose passkey is being registered; null during sign-in.
	user_id uuid,
	challenge text not null,
	expires_at timestamptz not null,
	created_at timestamptz not null default now(),

	constraint webauthn_challenges_pkey primary key (id),
	constraint webauthn_challenges_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table auth.webauthn_challenges is
	'WebAuthn challenges that wait for an answer. The answer deletes its row.';
create index webauthn_challenges_user_id on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at on auth.webauthn_challenges (expires_at);
alter table auth.webauthn_challenges enable row level security;

-- True if an account has a second factor that its sessions must use: a verified one, or SMS by its settings.
create function auth.has_second_factor(account uuid) returns boolean
	language sql stable security definer set search_path = '' as $$
	select exists (select from auth.mfa_factors f where f.user_id = account and f.status = 'verified')
		or exists (select from public.user_sms_settings s where s.user_id = account and s.two_factor_enabled and s.verified)
$$;
revoke execute on function auth.has_second_factor(uuid) from public;

-- Row-level security's condition for the second factor, decided by the caller's claims alone.
create function auth.has_factor_in_claims() returns boolean language sql stable security definer set search_path = '' as $$
	select auth.jwt() ->> 'aal' = 'aal2' or not auth.has_second_factor(auth.uid())
$$;
revoke execute on function auth.has_factor_in_claims() from public;
grant execute on function auth.has_factor_in_claims() to authenticated;

-- Same condition as auth.has_factor_in_claims, using the result that auth.require_session stored in this transaction. It sets neither a
-- search path nor `security definer`, so that PostgreSQL inlines it into each policy. A login that inherits from `authenticated` is not a
-- caller of /rest/v1.
create function auth.has_shown_factor() returns boolean language sql stable as $$
	select pg_catalog.current_setting('request.second_factor', true) is not distinct from 'shown' or current_user <> 'authenticated'
		or auth.has_factor_in_claims()
$$;
revoke execute on function auth.has_shown_factor() from public;
grant execute on function auth.has_shown_factor() to authenticated;

-- Called by /rest/v1 before a caller's statement. Raises PT401 unless the session (or read-only view) is open, and PT403 if the account
-- has a second factor that the session hasn't used.
create function auth.require_session(caller uuid, session uuid, at timestamptz, claims jsonb) returns text
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
revoke execute on function auth.require_session(uuid, uuid, timestamptz, jsonb) from public;
grant execute on function auth.require_session(uuid, uuid, timestamptz, jsonb) to authenticator;
