-- Links by mail that open the console. Several may be live at once, so that nobody who asks for one ends another.
create table auth.console_links (
	-- SHA-256 of the token.
	token_hash bytea primary key check (octet_length(token_hash) = 32),
	-- Checked at the end: for an address without a role the same row is written and taken back.
	user_id uuid not null references auth.users (id) on delete cascade deferrable initially deferred,
	created_at timestamptz not null,
	expires_at timestamptz not null
);
create index console_links_of_user on auth.console_links (user_id, created_at desc);
create index console_links_expires on auth.console_links (expires_at);
alter table auth.console_links enable row level security;
