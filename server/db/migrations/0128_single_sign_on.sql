-- Sign-in through a company's own identity provider by SAML 2.0 (AUTH_WIRE §5.13): which there are, and for whom.
create table auth.sso_providers (
	id uuid primary key default gen_random_uuid(),
	-- The provider's own name for itself, as its metadata tells it.
	entity_id text not null unique check (length(entity_id) between 1 and 1024),
	metadata_xml text not null,
	-- Where newer metadata comes from; null when the operator handed it in.
	metadata_url text,
	-- Of the last attempt to get newer metadata.
	metadata_checked_at timestamptz not null default now(),
	attribute_mapping jsonb not null default '{}',
	name_id_format text,
	disabled boolean not null default false,
	-- Whether the provider may send people who did not begin here.
	allow_idp_initiated boolean not null default false,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);

-- Mail domains that belong to a provider: it speaks for their addresses.
create table auth.sso_domains (
	domain text primary key check (domain = lower(domain) and length(domain) <= 253),
	provider_id uuid not null references auth.sso_providers on delete cascade,
	created_at timestamptz not null default now()
);
create index sso_domains_provider_id on auth.sso_domains (provider_id);

-- Assertions that have opened a session: each opens one. Kept as hashes, until they would be refused for their age.
create table auth.saml_assertions (
	provider_id uuid not null references auth.sso_providers on delete cascade,
	assertion_hash bytea not null,
	expires_at timestamptz not null,
	primary key (provider_id, assertion_hash)
);
create index saml_assertions_expires_at on auth.saml_assertions (expires_at);

alter table auth.sso_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.saml_assertions enable row level security;
revoke all on auth.sso_providers, auth.sso_domains, auth.saml_assertions from anon, authenticated;

-- An account of a company's provider never joins another by its address, so that both may have the same one.
alter table auth.users drop constraint users_email_key;
create unique index users_email_key on auth.users (email) where not is_sso_user;
create index users_sso_email on auth.users (email) where is_sso_user;
