-- Second factors, their challenges, recovery codes and passkeys (AUTH_WIRE §3, §5.14, §5.15). As with every table of
-- this schema only the application's own login reads them.
create table auth.mfa_factors (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users on delete cascade,
	friendly_name text not null default '',
	factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
	status text not null default 'unverified' check (status in ('unverified', 'verified')),
	-- totp: the shared secret, sealed (server/services/keys/seal.ts).
	secret bytea,
	-- totp: the newest time step that opened a session; neither it nor an older one opens another.
	last_totp_step bigint,
	-- phone: digits without a plus.
	phone text,
	-- webauthn: what the authenticator handed over when it was enrolled.
	credential_id text unique,
	public_key bytea,
	sign_count bigint not null default 0,
	transports text[] not null default '{}',
	last_challenged_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create unique index mfa_factors_name on auth.mfa_factors (user_id, friendly_name) where friendly_name <> '';
create index mfa_factors_user_id on auth.mfa_factors (user_id, created_at);
create unique index mfa_factors_verified_phone on auth.mfa_factors (user_id, phone) where status = 'verified';
create unique index mfa_factors_recovery on auth.mfa_factors (user_id) where factor_type = 'recovery_code';
create index mfa_factors_unverified on auth.mfa_factors (created_at) where status = 'unverified';

-- One question to one factor, answered once.
create table auth.mfa_challenges (
	id uuid primary key default gen_random_uuid(),
	factor_id uuid not null references auth.mfa_factors on delete cascade,
	-- Where the question was asked; an answer from elsewhere does not count.
	ip text not null,
	-- phone: keyed hash of the code in the message.
	code_hash bytea,
	-- webauthn: the challenge the authenticator signs, base64url.
	webauthn_challenge text,
	expires_at timestamptz not null,
	created_at timestamptz not null default now()
);
create index mfa_challenges_factor_id on auth.mfa_challenges (factor_id);
create index mfa_challenges_expires_at on auth.mfa_challenges (expires_at);

create table auth.mfa_recovery_codes (
	factor_id uuid not null references auth.mfa_factors on delete cascade,
	code_hash bytea not null,
	used_at timestamptz,
	primary key (factor_id, code_hash)
);

create table auth.passkeys (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users on delete cascade,
	credential_id text not null unique,
	public_key bytea not null,
	sign_count bigint not null default 0,
	transports text[] not null default '{}',
	friendly_name text not null default '',
	created_at timestamptz not null default now(),
	last_used_at timestamptz
);
create index passkeys_user_id on auth.passkeys (user_id, created_at);

-- A row is deleted by the answer that spends it.
create table auth.webauthn_challenges (
	id uuid primary key default gen_random_uuid(),
	-- Whose passkey is being registered; null while nobody has signed in yet.
	user_id uuid references auth.users on delete cascade,
	challenge text not null,
	expires_at timestamptz not null,
	created_at timestamptz not null default now()
);
create index webauthn_challenges_user_id on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at on auth.webauthn_challenges (expires_at);

-- A code by SMS is a way in of its own, beside those in the mails.
alter table auth.one_time_tokens drop constraint one_time_tokens_kind_check;
alter table auth.one_time_tokens add constraint one_time_tokens_kind_check check (
	kind in ('confirmation', 'recovery', 'email_change_new', 'email_change_current', 'sms', 'phone_change', 'reauthentication')
);

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_recovery_codes enable row level security;
alter table auth.passkeys enable row level security;
alter table auth.webauthn_challenges enable row level security;
