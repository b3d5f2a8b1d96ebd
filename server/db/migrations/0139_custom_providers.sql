-- Providers that the operator adds while the server runs, beside those of its configuration (AUTH_WIRE §2).
create table auth.custom_oauth_providers (
	id uuid primary key default gen_random_uuid(),
	-- As the wire names it, with `custom:` before it.
	identifier text not null unique check (identifier ~ '^custom:[A-Za-z0-9_-]{1,50}$'),
	provider_type text not null check (provider_type in ('oauth2', 'oidc')),
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
	-- What the issuer published when it was last looked at.
	discovery_document jsonb,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	check (provider_type <> 'oidc' or issuer is not null),
	check (provider_type <> 'oauth2' or (authorization_url is not null and token_url is not null and userinfo_url is not null))
);
alter table auth.custom_oauth_providers enable row level security;
revoke all on auth.custom_oauth_providers from anon, authenticated;
