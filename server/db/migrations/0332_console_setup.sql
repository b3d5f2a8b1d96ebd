-- Setting up the academy in the console: the one-time link that a start prints while there is no operator, and its first steps.
create table auth.console_setup (
	-- There is one row at most.
	id boolean primary key default true check (id),
	-- SHA-256 of the token; null once the link was used.
	token_hash bytea check (octet_length(token_hash) = 32),
	expires_at timestamptz,
	first_steps_hidden_at timestamptz,
	check ((token_hash is null) = (expires_at is null))
);
alter table auth.console_setup enable row level security;

-- People who were invited to the console by mail and have not accepted yet. A new link replaces the one before it.
create table auth.console_invitations (
	id uuid primary key default uuidv7(),
	email text not null unique check (email = lower(email)),
	role text not null check (role in ('operator', 'support')),
	-- SHA-256 of the token in the newest mail.
	token_hash bytea not null unique check (octet_length(token_hash) = 32),
	invited_by uuid references auth.users (id) on delete cascade,
	created_at timestamptz not null,
	sent_at timestamptz not null,
	expires_at timestamptz not null
);
create index console_invitations_of_inviter on auth.console_invitations (invited_by) where invited_by is not null;
create index console_invitations_expires on auth.console_invitations (expires_at);
alter table auth.console_invitations enable row level security;
