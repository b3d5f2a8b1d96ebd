-- Keys and addresses of connected services, entered in the console.
create table public.service_settings (
	name text primary key,
	-- Null: not set from the next start on.
	sealed bytea,
	-- What the last successful start used; null: nothing.
	proven bytea,
	-- Whether no start has succeeded with it yet.
	is_pending boolean not null,
	-- When a start with it began.
	tried_at timestamptz,
	-- Why the newest value was given up for the one before.
	problem text,
	changed_at timestamptz not null
);
alter table public.service_settings enable row level security;
