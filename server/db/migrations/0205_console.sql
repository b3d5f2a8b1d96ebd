-- The operator's console (docs/decisions/0220). Its session stands on one of the account, and ends with it: a new password, a ban
-- or "sign out everywhere" close the console too.
create table auth.console_sessions (
	-- SHA-256 of the cookie.
	token_hash bytea primary key check (octet_length(token_hash) = 32),
	session_id uuid not null unique references auth.sessions (id) on delete cascade,
	created_at timestamptz not null,
	seen_at timestamptz not null,
	-- When the second factor was last shown; null before it was.
	proven_at timestamptz
);
create index console_sessions_seen on auth.console_sessions (seen_at);

-- What somebody did in the console. Rows are added and never changed.
create table public.operator_actions (
	id uuid primary key default uuidv7(),
	-- Null once that account is deleted.
	actor_id uuid,
	role text not null check (role in ('operator', 'support')),
	action text not null,
	object_kind text not null,
	object_id text not null,
	reason text,
	-- Facts before and after; people stand in them by id alone.
	before jsonb,
	after jsonb,
	created_at timestamptz not null
);
create index operator_actions_of_object on public.operator_actions (object_kind, object_id, created_at desc);
create index operator_actions_of_actor on public.operator_actions (actor_id) where actor_id is not null;
create index operator_actions_newest on public.operator_actions (created_at desc);
alter table public.operator_actions enable row level security;
-- Who may open the console; few.
create index users_with_a_role on auth.users ((raw_app_meta_data ->> 'role')) where raw_app_meta_data ->> 'role' is not null;
