-- Sessions, sign-ins through other providers, and third-party applications that sign in our learners.

create table auth.oauth_clients (
	id uuid not null default gen_random_uuid(),
	client_name text not null,
	client_uri text,
	logo_uri text,
	client_type text not null,
	token_endpoint_auth_method text not null,
	registration_type text not null,
	-- SHA-256 of 256 random bits, shown once.
	secret_hash bytea,
	redirect_uris text[] not null,
	grant_types text[] not null,
	-- Scopes the client may request, separated by spaces; null for all.
	scope text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),

	constraint oauth_clients_pkey primary key (id),
	constraint oauth_clients_client_type_check check (client_type in ('public', 'confidential')),
	constraint oauth_clients_check1 check ((client_type = 'public') = (token_endpoint_auth_method = 'none')),
	constraint oauth_clients_check check ((client_type = 'public') = (secret_hash is null)),
	constraint oauth_clients_token_endpoint_auth_method_check check (token_endpoint_auth_method in ('none', 'client_secret_basic',
		'client_secret_post')),
	constraint oauth_clients_registration_type_check check (registration_type in ('manual', 'dynamic'))
);
comment on table auth.oauth_clients is
	'Applications of others that sign learners in through this server.';
create index oauth_clients_created_at on auth.oauth_clients (created_at desc);
alter table auth.oauth_clients enable row level security;

create table auth.sessions (
	id uuid not null default gen_random_uuid(),
	user_id uuid not null,
	aal text not null default 'aal1',
	factor_id uuid,
	-- Signs session ID and counter, which together are the refresh token.
	refresh_key bytea not null,
	refresh_counter int not null default 0,
	refreshed_at timestamptz,
	not_after timestamptz,
	user_agent text not null default '',
	ip text not null default '',
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	-- Time at which the session got its assurance level, which lasts for a limited time at aal2.
	aal_since timestamptz not null default now(),
	-- Application that the learner gave this session to, and the scopes it was granted.
	oauth_client_id uuid,
	scopes text,
	-- True for a session opened by our own pages. It needs a fresh proof (step-up) before it changes how the account signs in.
	is_first_party boolean not null default false,
	-- Time of the last fresh proof, by a code to the account's email address or phone.
	proven_at timestamptz,

	constraint sessions_pkey primary key (id),
	constraint sessions_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint sessions_oauth_client_id_fkey foreign key (oauth_client_id) references auth.oauth_clients (id) on delete cascade,
	constraint sessions_aal_check check (aal in ('aal1', 'aal2')),
	constraint sessions_check check ((oauth_client_id is null) = (scopes is null))
);
comment on table auth.sessions is
	'Signed-in sessions. Refresh tokens are not stored: they are derived from refresh_key and refresh_counter.';
create index sessions_user_id on auth.sessions (user_id);
create index sessions_not_after on auth.sessions (not_after) where not_after is not null;
create index sessions_created_at on auth.sessions (created_at);
create index sessions_oauth_client_id on auth.sessions (oauth_client_id) where oauth_client_id is not null;
alter table auth.sessions enable row level security;

create table auth.mfa_amr_claims (
	session_id uuid not null,
	method text not null,
	created_at timestamptz not null default now(),
	provider text,

	constraint mfa_amr_claims_pkey primary key (session_id, method),
	constraint mfa_amr_claims_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade
);
comment on table auth.mfa_amr_claims is
	'How a session was authenticated (password, otp, totp, ...); becomes the amr claim of its access tokens.';
alter table auth.mfa_amr_claims enable row level security;

create table auth.oauth_authorizations (
	id text not null,
	client_id uuid not null,
	-- The first account that opens the request; no other may answer it.
	user_id uuid,
	redirect_uri text not null,
	scope text not null,
	state text,
	nonce text,
	code_challenge text not null,
	-- Requested with prompt=consent: an earlier consent does not count.
	requires_consent boolean not null default false,
	status text not null default 'pending',
	code_hash bytea,
	code_expires_at timestamptz,
	-- Sign-in time of the learner who agreed.
	signed_in_at timestamptz,
	redeemed_at timestamptz,
	-- The session that the code opened. It ends when the code is used a second time.
	session_id uuid,
	expires_at timestamptz not null,
	created_at timestamptz not null default now(),
	-- No foreign key: signing out must not wait while a code is redeemed.
	learner_session_id uuid,

	constraint oauth_authorizations_pkey primary key (id),
	constraint oauth_authorizations_code_hash_key unique (code_hash),
	constraint oauth_authorizations_client_id_fkey foreign key (client_id) references auth.oauth_clients (id) on delete cascade,
	constraint oauth_authorizations_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint oauth_authorizations_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete set null,
	constraint oauth_authorizations_status_check check (status in ('pending', 'approved', 'denied'))
);
comment on table auth.oauth_authorizations is
	'Authorization requests of applications, from the redirect to the code that is redeemed.';
create index oauth_authorizations_expires_at on auth.oauth_authorizations (expires_at);
create index oauth_authorizations_user_id on auth.oauth_authorizations (user_id);
create index oauth_authorizations_client_id on auth.oauth_authorizations (client_id);
create index oauth_authorizations_session_id on auth.oauth_authorizations (session_id);
alter table auth.oauth_authorizations enable row level security;

create table auth.oauth_consents (
	user_id uuid not null,
	client_id uuid not null,
	scopes text[] not null,
	granted_at timestamptz not null default now(),

	constraint oauth_consents_pkey primary key (user_id, client_id),
	constraint oauth_consents_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint oauth_consents_client_id_fkey foreign key (client_id) references auth.oauth_clients (id) on delete cascade
);
comment on table auth.oauth_consents is
	'Scopes that a learner has granted to an application.';
create index oauth_consents_client_id on auth.oauth_consents (client_id);
alter table auth.oauth_consents enable row level security;

create table auth.external_flows (
	id uuid not null default gen_random_uuid(),
	kind text not null,
	provider text not null,
	-- The state travels through the provider, the secret stays in the browser. Only hashes are stored.
	state_hash bytea not null,
	browser_hash bytea not null,
	redirect_to text not null,
	code_challenge text,
	code_challenge_method text,
	-- The signed-in account to which this sign-in is added; null for a plain sign-in.
	linking_user_id uuid,
	-- Checked against the provider's answer: our PKCE verifier and nonce, or the ID of the SAML request.
	code_verifier text,
	nonce text,
	request_id text,
	used_at timestamptz,
	expires_at timestamptz not null,
	created_at timestamptz not null default now(),
	-- Account that the sign-in must lead to, if it started from an invitation.
	invited_user_id uuid,
	-- No foreign key: signing out must not wait for a sign-in in progress.
	linking_session_id uuid,

	constraint external_flows_pkey primary key (id),
	constraint external_flows_state_hash_key unique (state_hash),
	constraint external_flows_linking_user_id_fkey foreign key (linking_user_id) references auth.users (id) on delete cascade,
	constraint external_flows_invited_user_id_fkey foreign key (invited_user_id) references auth.users (id) on delete cascade,
	constraint external_flows_kind_check check (kind in ('oauth', 'saml')),
	constraint external_flows_code_challenge_method_check check (code_challenge_method in ('s256', 'plain'))
);
comment on table auth.external_flows is
	'Sign-ins through another server (OAuth, SAML) that are under way: what was requested, until the browser returns.';
create index external_flows_expires_at on auth.external_flows (expires_at);
create index external_flows_linking_user_id on auth.external_flows (linking_user_id);
alter table auth.external_flows enable row level security;

create table auth.wallet_messages (
	message_hash bytea not null,
	created_at timestamptz not null default now(),

	constraint wallet_messages_pkey primary key (message_hash)
);
comment on table auth.wallet_messages is
	'Wallet messages that have signed someone in, so that each does so once. The hash of the message, not of the signature: one '
	'message can have several valid signatures.';
create index wallet_messages_created_at on auth.wallet_messages (created_at);
alter table auth.wallet_messages enable row level security;

create table auth.custom_oauth_providers (
	id uuid not null default gen_random_uuid(),
	-- Starts with custom:, as in the API.
	identifier text not null,
	provider_type text not null,
	name text not null,
	client_id text not null,
	-- AES-256-GCM, bound to this row.
	client_secret bytea not null,
	acceptable_client_ids text[] not null default '{}',
	scopes text[] not null default '{}',
	custom_claims_allowlist text[] not null default '{}',
	pkce_enabled boolean not null default true,
	attribute_mapping jsonb not null default '{}',
	authorization_params jsonb not null default '{}',
	enabled boolean not null default true,
	email_optional boolean not null default false,
	issuer text,
	discovery_url text,
	authorization_url text,
	token_url text,
	userinfo_url text,
	-- The issuer's metadata, as of the last fetch.
	discovery_document jsonb,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),

	constraint custom_oauth_providers_pkey primary key (id),
	constraint custom_oauth_providers_identifier_key unique (identifier),
	constraint custom_oauth_providers_identifier_check check (identifier ~ '^custom:[A-Za-z0-9_-]{1,50}$'),
	constraint custom_oauth_providers_provider_type_check check (provider_type in ('oauth2', 'oidc')),
	constraint custom_oauth_providers_check check (provider_type <> 'oidc' or issuer is not null),
	constraint custom_oauth_providers_check1 check (provider_type <> 'oauth2'
		or (authorization_url is not null and token_url is not null and userinfo_url is not null))
);
comment on table auth.custom_oauth_providers is
	'OAuth and OIDC providers that were added while the server runs, next to those of the configuration.';
alter table auth.custom_oauth_providers enable row level security;

create table auth.sso_providers (
	id uuid not null default gen_random_uuid(),
	-- The provider's entity ID, from its metadata.
	entity_id text not null,
	metadata_xml text not null,
	-- Null when the operator pasted the metadata.
	metadata_url text,
	-- Last attempt to load newer metadata.
	metadata_checked_at timestamptz not null default now(),
	attribute_mapping jsonb not null default '{}',
	name_id_format text,
	disabled boolean not null default false,
	-- True if sign-ins may start at the provider.
	allow_idp_initiated boolean not null default false,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),

	constraint sso_providers_pkey primary key (id),
	constraint sso_providers_entity_id_key unique (entity_id),
	constraint sso_providers_entity_id_check check (length(entity_id) between 1 and 1024)
);
comment on table auth.sso_providers is
	'SAML 2.0 identity providers of companies.';
alter table auth.sso_providers enable row level security;

create table auth.sso_domains (
	domain text not null,
	provider_id uuid not null,
	created_at timestamptz not null default now(),

	constraint sso_domains_pkey primary key (domain),
	constraint sso_domains_provider_id_fkey foreign key (provider_id) references auth.sso_providers (id) on delete cascade,
	constraint sso_domains_domain_check check (domain = lower(domain) and length(domain) <= 253)
);
comment on table auth.sso_domains is
	'Mail domains that belong to a SAML provider, which vouches for their addresses.';
create index sso_domains_provider_id on auth.sso_domains (provider_id);
alter table auth.sso_domains enable row level security;

create table auth.saml_assertions (
	provider_id uuid not null,
	assertion_hash bytea not null,
	expires_at timestamptz not null,

	constraint saml_assertions_pkey primary key (provider_id, assertion_hash),
	constraint saml_assertions_provider_id_fkey foreign key (provider_id) references auth.sso_providers (id) on delete cascade
);
comment on table auth.saml_assertions is
	'SAML assertions that have opened a session, so that each does so once. Kept until they are too old to be accepted anyway.';
create index saml_assertions_expires_at on auth.saml_assertions (expires_at);
alter table auth.saml_assertions enable row level security;
