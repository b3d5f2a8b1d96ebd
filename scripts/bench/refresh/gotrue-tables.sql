-- Tables and indexes used by GoTrue's refresh of classic tokens, by its documentation and models, with as many accounts as our
-- side. Written for this comparison; the product doesn't use them.
create schema gotrue_model;
set search_path = gotrue_model;
create table users (
	instance_id uuid, id uuid primary key, aud text, role text, email text, encrypted_password text, email_confirmed_at timestamptz,
	invited_at timestamptz, confirmation_token text, confirmation_sent_at timestamptz, recovery_token text, recovery_sent_at timestamptz,
	email_change_token_new text, email_change text, email_change_sent_at timestamptz, last_sign_in_at timestamptz,
	raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_super_admin boolean, created_at timestamptz, updated_at timestamptz,
	phone text unique, phone_confirmed_at timestamptz, phone_change text, phone_change_token text, phone_change_sent_at timestamptz,
	confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
	email_change_token_current text, email_change_confirm_status smallint, banned_until timestamptz, reauthentication_token text,
	reauthentication_sent_at timestamptz, is_sso_user boolean not null default false, deleted_at timestamptz,
	is_anonymous boolean not null default false
);
create index on users (instance_id);
create unique index on users (email) where not is_sso_user;
create table identities (
	id uuid primary key, provider_id text, provider text, user_id uuid not null references users on delete cascade, identity_data jsonb,
	last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz, email text, unique (provider_id, provider)
);
create index on identities (user_id);
create index on identities (email);
create table mfa_factors (
	id uuid primary key, user_id uuid not null references users on delete cascade, friendly_name text, factor_type text, status text,
	secret text, phone text, created_at timestamptz, updated_at timestamptz, last_challenged_at timestamptz
);
create index on mfa_factors (user_id);
create table sessions (
	id uuid primary key, user_id uuid not null references users on delete cascade, created_at timestamptz, updated_at timestamptz,
	factor_id uuid, aal text, not_after timestamptz, refreshed_at timestamp, user_agent text, ip inet, tag text
);
create index on sessions (user_id);
create index on sessions (user_id, created_at);
create index on sessions (not_after desc);
create table mfa_amr_claims (
	id uuid primary key, session_id uuid not null references sessions on delete cascade, created_at timestamptz, updated_at timestamptz,
	authentication_method text, unique (session_id, authentication_method)
);
create table refresh_tokens (
	instance_id uuid, id bigserial primary key, token text unique, user_id text, revoked boolean, created_at timestamptz,
	updated_at timestamptz, parent text, session_id uuid references sessions on delete cascade
);
create index on refresh_tokens (instance_id);
create index on refresh_tokens (instance_id, user_id);
create index on refresh_tokens (parent);
create index on refresh_tokens (session_id, revoked);
create index on refresh_tokens (updated_at desc);
create table audit_log_entries (
	instance_id uuid, id uuid primary key, payload json, created_at timestamptz, ip_address text not null default ''
);
create index on audit_log_entries (instance_id);

insert into users (instance_id, id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email, now(),
	'{"provider": "email", "providers": ["email"]}', '{}', now(), now() from auth.users;
insert into identities (id, provider_id, provider, user_id, identity_data, email, created_at, updated_at)
select gen_random_uuid(), id, 'email', id, jsonb_build_object('sub', id, 'email', email), email, now(), now() from users;
insert into sessions (id, user_id, created_at, updated_at, aal) select id, id, now(), now(), 'aal1' from users;
insert into mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
select gen_random_uuid(), id, now(), now(), 'password' from sessions;
insert into refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
select '00000000-0000-0000-0000-000000000000', left(md5(random()::text), 12), user_id, false, now(), now(), '', id from sessions
on conflict do nothing;
vacuum (analyze) users, identities, mfa_factors, sessions, mfa_amr_claims, refresh_tokens;
