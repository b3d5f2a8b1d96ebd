-- Other people's applications that sign learners in through this server (AUTH_WIRE §5.19).
create table auth.oauth_clients (
	id uuid primary key default gen_random_uuid(),
	client_name text not null,
	client_uri text,
	logo_uri text,
	client_type text not null check (client_type in ('public', 'confidential')),
	token_endpoint_auth_method text not null
		check (token_endpoint_auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
	registration_type text not null check (registration_type in ('manual', 'dynamic')),
	-- SHA-256 of 256 bits of chance; told once.
	secret_hash bytea,
	redirect_uris text[] not null,
	grant_types text[] not null,
	-- What the client may ask for, separated by spaces; null for all there is.
	scope text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	check ((client_type = 'public') = (secret_hash is null)),
	check ((client_type = 'public') = (token_endpoint_auth_method = 'none'))
);
create index oauth_clients_created_at on auth.oauth_clients (created_at desc);

-- A session that an application holds in a learner's name: what it was allowed is written beside it.
alter table auth.sessions
	add column oauth_client_id uuid references auth.oauth_clients on delete cascade,
	add column scopes text,
	add check ((oauth_client_id is null) = (scopes is null));
create index sessions_oauth_client_id on auth.sessions (oauth_client_id) where oauth_client_id is not null;

-- One question of an application to a learner, from departure to the code that answers it.
create table auth.oauth_authorizations (
	id text primary key,
	client_id uuid not null references auth.oauth_clients on delete cascade,
	-- The first who opens it; nobody else may answer.
	user_id uuid references auth.users on delete cascade,
	redirect_uri text not null,
	scope text not null,
	state text,
	nonce text,
	code_challenge text not null,
	-- Asked for with prompt=consent: what was agreed to before does not count.
	asks_again boolean not null default false,
	status text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
	code_hash bytea unique,
	code_expires_at timestamptz,
	-- When the learner who agreed had signed in.
	signed_in_at timestamptz,
	redeemed_at timestamptz,
	-- What the code gave: ended when the code comes a second time.
	session_id uuid references auth.sessions on delete set null,
	expires_at timestamptz not null,
	created_at timestamptz not null default now()
);
create index oauth_authorizations_expires_at on auth.oauth_authorizations (expires_at);
create index oauth_authorizations_user_id on auth.oauth_authorizations (user_id);
create index oauth_authorizations_client_id on auth.oauth_authorizations (client_id);
create index oauth_authorizations_session_id on auth.oauth_authorizations (session_id);

create table auth.oauth_consents (
	user_id uuid not null references auth.users on delete cascade,
	client_id uuid not null references auth.oauth_clients on delete cascade,
	scopes text[] not null,
	granted_at timestamptz not null default now(),
	primary key (user_id, client_id)
);
create index oauth_consents_client_id on auth.oauth_consents (client_id);

alter table auth.oauth_clients enable row level security;
alter table auth.oauth_authorizations enable row level security;
alter table auth.oauth_consents enable row level security;
revoke all on auth.oauth_clients, auth.oauth_authorizations, auth.oauth_consents from anon, authenticated;
