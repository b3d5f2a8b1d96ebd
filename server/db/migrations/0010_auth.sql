-- Accounts, sessions and the secrets behind them (AUTH_WIRE §3, §10). Only the application's own login reads these
-- tables: row-level security is on and nothing is granted, so /rest/v1 cannot reach them whatever it asks.
create table auth.users (
	id uuid primary key default gen_random_uuid(),
	aud text not null default 'authenticated',
	role text not null default 'authenticated',
	-- Lower case always; two accounts never share an address.
	email text unique check (email = lower(email) and length(email) <= 255),
	encrypted_password text,
	email_confirmed_at timestamptz,
	invited_at timestamptz,
	confirmation_sent_at timestamptz,
	recovery_sent_at timestamptz,
	new_email text,
	email_change_sent_at timestamptz,
	-- Of the two confirmations of an e-mail change, how many are in.
	email_change_confirmations int not null default 0,
	phone text unique,
	phone_confirmed_at timestamptz,
	new_phone text,
	phone_change_sent_at timestamptz,
	reauthentication_sent_at timestamptz,
	last_sign_in_at timestamptz,
	raw_app_meta_data jsonb not null default '{}',
	raw_user_meta_data jsonb not null default '{}',
	is_anonymous boolean not null default false,
	is_sso_user boolean not null default false,
	banned_until timestamptz,
	deleted_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);

create table auth.identities (
	id uuid primary key default gen_random_uuid(),
	provider text not null,
	-- The provider's own name for the person; for e-mail and phone the user id.
	provider_id text not null,
	user_id uuid not null references auth.users on delete cascade,
	identity_data jsonb not null default '{}',
	last_sign_in_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	unique (provider, provider_id)
);
create index identities_user_id on auth.identities (user_id);

create table auth.sessions (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users on delete cascade,
	aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
	factor_id uuid,
	-- Refresh tokens are derived, never stored: this key signs session id and counter (AUTH_WIRE §5.3).
	refresh_key bytea not null,
	refresh_counter int not null default 0,
	refreshed_at timestamptz,
	not_after timestamptz,
	user_agent text not null default '',
	ip text not null default '',
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index sessions_user_id on auth.sessions (user_id);

-- How a session was proven; becomes the `amr` claim.
create table auth.mfa_amr_claims (
	session_id uuid not null references auth.sessions on delete cascade,
	method text not null,
	created_at timestamptz not null default now(),
	primary key (session_id, method)
);

-- A sign-in that began in one place and ends in another; the code travels by redirect, the verifier never does (§5.9).
create table auth.flow_states (
	id uuid primary key default gen_random_uuid(),
	user_id uuid references auth.users on delete cascade,
	code_challenge text not null,
	code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
	authentication_method text not null,
	auth_code_hash bytea unique,
	auth_code_issued_at timestamptz,
	created_at timestamptz not null default now()
);
create index flow_states_created_at on auth.flow_states (created_at);

-- At most one live proof per account and kind. Link and code are two forms of it; neither is stored readable.
create table auth.one_time_tokens (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users on delete cascade,
	kind text not null check (kind in ('confirmation', 'recovery', 'email_change_new', 'email_change_current', 'phone_change', 'reauthentication')),
	-- The address the code was sent to.
	address text not null,
	code_hash bytea not null,
	link_hash bytea not null unique,
	wrong_codes int not null default 0,
	-- Proving the mailbox then drops the account's password: somebody else may have chosen it before (docs/decisions/0012).
	drops_password boolean not null default false,
	flow_state_id uuid references auth.flow_states on delete set null,
	expires_at timestamptz not null,
	created_at timestamptz not null default now(),
	unique (user_id, kind)
);
create index one_time_tokens_address on auth.one_time_tokens (address, kind, created_at desc);
create index one_time_tokens_expires_at on auth.one_time_tokens (expires_at);
create index one_time_tokens_flow_state_id on auth.one_time_tokens (flow_state_id);

-- Failures and mails per address, whether or not the address has an account: the counters must not tell.
create table auth.address_limits (
	address_hash bytea not null,
	kind text not null check (kind in ('password', 'code', 'mail')),
	-- Since the last success; a new code does not reset it.
	count int not null default 0,
	window_started_at timestamptz not null,
	last_at timestamptz not null,
	locked_until timestamptz,
	primary key (address_hash, kind)
);
create index address_limits_last_at on auth.address_limits (last_at);

create table auth.signing_keys (
	kid text primary key,
	alg text not null check (alg in ('ES256')),
	status text not null check (status in ('standby', 'current', 'previous', 'revoked')),
	private_jwk jsonb not null,
	created_at timestamptz not null default now()
);
create unique index signing_keys_one_current on auth.signing_keys (status) where status = 'current';

create table auth.server_secrets (
	name text primary key,
	secret bytea not null,
	created_at timestamptz not null default now()
);

create table auth.audit_log_entries (
	id uuid primary key default uuidv7(),
	action text not null,
	outcome text not null check (outcome in ('success', 'failure')),
	-- No foreign key: the record outlives the account.
	user_id uuid,
	payload jsonb not null default '{}',
	ip_address text not null default '',
	user_agent text not null default '',
	created_at timestamptz not null default now()
);
create index audit_log_entries_user_id on auth.audit_log_entries (user_id, created_at desc);
create index audit_log_entries_created_at on auth.audit_log_entries (created_at desc);

alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.mfa_amr_claims enable row level security;
alter table auth.flow_states enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.address_limits enable row level security;
alter table auth.signing_keys enable row level security;
alter table auth.server_secrets enable row level security;
alter table auth.audit_log_entries enable row level security;
revoke all on all tables in schema auth from anon, authenticated;
