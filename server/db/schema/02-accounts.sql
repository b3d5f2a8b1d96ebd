-- Accounts and the proofs, keys and limits around them.

create table auth.users (
	id uuid not null default gen_random_uuid(),
	aud text not null default 'authenticated',
	role text not null default 'authenticated',
	-- Lower case. Two accounts never share an address, except accounts of SAML providers.
	email text,
	encrypted_password text,
	email_confirmed_at timestamptz,
	invited_at timestamptz,
	confirmation_sent_at timestamptz,
	recovery_sent_at timestamptz,
	new_email text,
	email_change_sent_at timestamptz,
	-- Confirmations received so far of the two that an email change needs.
	email_change_confirmations int not null default 0,
	phone text,
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
	updated_at timestamptz not null default now(),
	-- Version of the age rule (domain/consents/age-rule.ts) shown at sign-up; null when none was shown.
	age_rule_version text,
	-- Written by triggers of progress_entries: lessons read to the end, and the last activity, exact to the UTC day. Null in an account
	-- from before migration 0364 until it is counted.
	finished_lessons int default 0,
	last_active_at timestamptz,

	constraint users_pkey primary key (id),
	constraint users_phone_key unique (phone),
	-- This is a database role. No account may have service_role, whose policies admit every row.
	constraint users_role check (role = 'authenticated'),
	constraint users_email_check check (email = lower(email) and length(email) <= 255)
);
comment on table auth.users is
	'Accounts. Column names follow Supabase Auth, whose clients we serve. Only the server''s own login reads this schema.';
-- Finds the account that requested a code for a new number.
create index users_new_phone on auth.users (new_phone) where new_phone is not null;
create unique index users_email_key on auth.users (email) where not is_sso_user;
create index users_sso_email on auth.users (email) where is_sso_user;
-- Operators and support staff; few rows.
create index users_with_a_role on auth.users ((raw_app_meta_data ->> 'role')) where raw_app_meta_data ->> 'role' is not null;
-- Search in the console: by start of address, number or name, and by the end of an ID. Only the start of a name is indexed, because a name
-- can be of any length.
create index users_newest on auth.users (created_at desc, id desc) where deleted_at is null;
create index users_email_begins on auth.users (email text_pattern_ops) where email is not null;
-- Many accounts have no name, so the search also finds bert.huber+news@example.com by "huber".
create index users_address_last_word_begins
	on auth.users (regexp_replace(split_part(split_part(email, '@', 1), '+', 1), '^.*[._-]', '') text_pattern_ops) where email is not null;
-- Search by the first number of the address, by its domain, and by a name's words between the first and the last.
create index users_address_number_begins on auth.users (substring(split_part(email, '@', 1), '[0-9].*') text_pattern_ops)
	where substring(split_part(email, '@', 1), '[0-9].*') is not null;
create index users_address_domain_begins on auth.users (split_part(email, '@', 2) text_pattern_ops) where email is not null;
create index users_middle_name_begins
	on auth.users (left(lower(substring(raw_user_meta_data ->> 'name', '^\S+\s+(\S+\s.*)$')), 80) text_pattern_ops)
	where left(lower(substring(raw_user_meta_data ->> 'name', '^\S+\s+(\S+\s.*)$')), 80) is not null;
create index users_phone_begins on auth.users (phone text_pattern_ops) where phone is not null;
create index users_name_begins on auth.users (left(lower(raw_user_meta_data ->> 'name'), 80) text_pattern_ops)
	where raw_user_meta_data ->> 'name' is not null;
create index users_last_name_begins
	on auth.users (left(lower(regexp_replace(raw_user_meta_data ->> 'name', '^.*\s', '')), 80) text_pattern_ops)
	where raw_user_meta_data ->> 'name' is not null;
create index users_short_reference on auth.users (right(id::text, 8));
-- Sorted lists of the console. The ID breaks ties, so that pages can start at a key.
create index users_sorted_by_email on auth.users ((coalesce(email, '') collate "C"), id) where deleted_at is null;
create index users_sorted_by_sign_in on auth.users (coalesce(last_sign_in_at, 'epoch'::timestamptz), id) where deleted_at is null;
create index users_sorted_by_progress on auth.users (coalesce(finished_lessons, 0), id) where deleted_at is null;
create index users_sorted_by_activity on auth.users (coalesce(last_active_at, 'epoch'::timestamptz), id) where deleted_at is null;
create index users_uncounted on auth.users (id) where finished_lessons is null;
alter table auth.users enable row level security;

create table auth.identities (
	id uuid not null default gen_random_uuid(),
	provider text not null,
	-- The provider's ID of the person; for email and phone, our user ID.
	provider_id text not null,
	user_id uuid not null,
	identity_data jsonb not null default '{}',
	last_sign_in_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),

	constraint identities_pkey primary key (id),
	constraint identities_provider_provider_id_key unique (provider, provider_id),
	constraint identities_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table auth.identities is
	'Ways in to an account: one row per provider (email, phone, Google, a company''s SAML provider, ...).';
create index identities_user_id on auth.identities (user_id);
alter table auth.identities enable row level security;

create table auth.flow_states (
	id uuid not null default gen_random_uuid(),
	user_id uuid,
	code_challenge text not null,
	code_challenge_method text not null,
	authentication_method text not null,
	auth_code_hash bytea,
	auth_code_issued_at timestamptz,
	created_at timestamptz not null default now(),
	provider text not null default 'email',
	-- The provider's own tokens, sealed; returned once with the session.
	provider_tokens bytea,
	-- Latest end of the session, which must not outlive the provider's assertion; null for none.
	session_not_after timestamptz,

	constraint flow_states_pkey primary key (id),
	constraint flow_states_auth_code_hash_key unique (auth_code_hash),
	constraint flow_states_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint flow_states_code_challenge_method_check check (code_challenge_method in ('s256', 'plain'))
);
comment on table auth.flow_states is
	'PKCE sign-ins that are under way: the auth code arrives by redirect and is exchanged with the code verifier.';
create index flow_states_created_at on auth.flow_states (created_at);
alter table auth.flow_states enable row level security;

create table auth.one_time_tokens (
	id uuid not null default gen_random_uuid(),
	user_id uuid not null,
	kind text not null,
	-- Address or number to which the code was sent.
	address text not null,
	code_hash bytea not null,
	link_hash bytea not null,
	wrong_codes int not null default 0,
	-- Confirming the address removes the password: someone else may have set it before.
	drops_password boolean not null default false,
	flow_state_id uuid,
	expires_at timestamptz not null,
	created_at timestamptz not null default now(),
	-- Profile data sent while the address was unproven. It becomes the account's when this code proves the address.
	pending_profile jsonb,
	-- Wrong attempts by origin: maps a keyed hash of network or browser to a count, so that a stranger can't use up the owner's
	-- attempts.
	wrong_codes_at jsonb not null default '{}',

	constraint one_time_tokens_pkey primary key (id),
	constraint one_time_tokens_user_id_kind_key unique (user_id, kind),
	constraint one_time_tokens_link_hash_key unique (link_hash),
	constraint one_time_tokens_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint one_time_tokens_flow_state_id_fkey foreign key (flow_state_id) references auth.flow_states (id) on delete set null,
	constraint one_time_tokens_kind_check check (kind in ('confirmation', 'recovery', 'email_change_new', 'email_change_current', 'sms',
		'phone_change', 'reauthentication')),
	constraint one_time_tokens_pending_profile_check check (jsonb_typeof(pending_profile) = 'object')
);
comment on table auth.one_time_tokens is
	'Proofs sent by mail or SMS. An account has at most one per kind; its link and its code are two forms of it, both stored as hashes.';
create index one_time_tokens_address on auth.one_time_tokens (address, kind, created_at desc);
create index one_time_tokens_expires_at on auth.one_time_tokens (expires_at);
create index one_time_tokens_flow_state_id on auth.one_time_tokens (flow_state_id);
alter table auth.one_time_tokens enable row level security;

create table auth.address_limits (
	address_hash bytea not null,
	kind text not null,
	-- Failures since the last success. A new code doesn't reset it.
	count int not null default 0,
	window_started_at timestamptz not null,
	last_at timestamptz not null,
	locked_until timestamptz,

	constraint address_limits_pkey primary key (address_hash, kind),
	constraint address_limits_kind_check check (kind in ('password', 'code', 'code-anywhere', 'mail'))
);
comment on table auth.address_limits is
	'Failed attempts and sent mails per address, whether or not the address has an account, so that the limits do not reveal accounts.';
create index address_limits_last_at on auth.address_limits (last_at);
alter table auth.address_limits enable row level security;

-- Unlogged: after a crash, counting starts again.
create unlogged table auth.request_counts (
	-- Keyed hash of the limit's name and the network.
	key bytea not null,
	-- Requests in the current window.
	points int not null,
	expires_at timestamptz not null,

	constraint request_counts_pkey primary key (key)
);
comment on table auth.request_counts is
	'Requests per limit and network, counted by all servers together once a network has used a quarter of a limit.';
create index request_counts_expires_at on auth.request_counts (expires_at);
alter table auth.request_counts enable row level security;

create table auth.spent_proofs (
	-- Random part of the challenge, which identifies it.
	salt text not null,
	expires_at timestamptz not null,

	constraint spent_proofs_pkey primary key (salt)
);
comment on table auth.spent_proofs is
	'Solved proof-of-work challenges: a solution is accepted for one request only. Rows are deleted once the challenge has expired.';
create index spent_proofs_expires_at on auth.spent_proofs (expires_at);
alter table auth.spent_proofs enable row level security;

create table auth.message_budgets (
	-- mails for email, texts for SMS.
	channel text not null,
	started_at timestamptz not null,
	-- Messages by requester (domain/auth/message-shares.ts). stranger: an address without an account; known: an account, from an untrusted
	-- origin; usual: an account, from a trusted origin; forms: a public form.
	stranger int not null default 0,
	known int not null default 0,
	usual int not null default 0,
	forms int not null default 0,

	constraint message_budgets_pkey primary key (channel),
	constraint message_budgets_channel_check check (channel in ('mails', 'texts'))
);
comment on table auth.message_budgets is
	'Number of messages that signed-out visitors have requested from all servers in the current window.';
alter table auth.message_budgets enable row level security;

create table auth.audit_log_entries (
	id uuid not null default auth.uuid_v7(),
	action text not null,
	outcome text not null,
	-- No foreign key, because the entry outlives the account.
	user_id uuid,
	payload jsonb not null default '{}',
	ip_address text not null default '',
	user_agent text not null default '',
	created_at timestamptz not null default now(),

	constraint audit_log_entries_outcome_check check (outcome in ('success', 'failure'))
) partition by range (created_at);
comment on table auth.audit_log_entries is
	'Log of account events: sign-ins, failures, changes of password and factors. One partition per month, so without a unique key.';
create index audit_log_entries_user_id on auth.audit_log_entries (user_id, created_at desc);
create index audit_log_entries_created_at on auth.audit_log_entries (created_at desc);
alter table auth.audit_log_entries enable row level security;
create table auth.audit_log_entries_spare partition of auth.audit_log_entries default;
comment on table auth.audit_log_entries_spare is 'Rows of auth.audit_log_entries whose month has no partition; a job makes one and moves them';
alter table auth.audit_log_entries_spare enable row level security;
select auth.make_months('auth.audit_log_entries', now() + interval '2 months');

create table auth.signing_keys (
	kid text not null,
	alg text not null,
	status text not null,
	private_jwk jsonb not null,
	created_at timestamptz not null default now(),
	status_since timestamptz not null default now(),

	constraint signing_keys_pkey primary key (kid),
	constraint signing_keys_alg_check check (alg in ('ES256')),
	constraint signing_keys_status_check check (status in ('standby', 'current', 'previous', 'revoked'))
);
comment on table auth.signing_keys is
	'Keys that sign access tokens. One is current; the next one waits as standby, and tokens of a previous one stay valid.';
create unique index signing_keys_one_current on auth.signing_keys (status) where status = 'current';
-- If two processes prepare the next key at the same time, only one is created.
create unique index signing_keys_one_standby on auth.signing_keys (status) where status = 'standby';
alter table auth.signing_keys enable row level security;

create table auth.server_secrets (
	name text not null,
	secret bytea not null,
	created_at timestamptz not null default now(),

	constraint server_secrets_pkey primary key (name)
);
comment on table auth.server_secrets is
	'Secrets that the server generated at its first start.';
alter table auth.server_secrets enable row level security;
