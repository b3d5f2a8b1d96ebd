-- A publication is one transaction (docs/decisions/0301), so it has no steps to follow.
drop table public.content_publications;

-- Drafts that become public at a time.
create table public.scheduled_releases (
	id uuid primary key default uuidv7(),
	-- Release that the changes were made from; null before the first.
	base integer references public.content_releases (number),
	-- The text of each file that changes by its path below content/; null: as the site comes.
	changes jsonb not null check (jsonb_typeof(changes) = 'object'),
	-- Rows of content_versions that become public with it.
	versions uuid[] not null,
	-- Who scheduled it; null once that account is deleted.
	author_id uuid references auth.users (id) on delete set null,
	created_at timestamptz not null,
	due_at timestamptz not null,
	ended_at timestamptz,
	outcome text check (outcome in ('published', 'canceled', 'failed')),
	-- Why it failed, one line for each fault.
	problems text[] not null default '{}',
	check ((ended_at is null) = (outcome is null))
);
-- One waits at a time.
create unique index scheduled_releases_waiting on public.scheduled_releases ((true)) where ended_at is null;
create index scheduled_releases_of_base on public.scheduled_releases (base) where base is not null;
create index scheduled_releases_of_author on public.scheduled_releases (author_id) where author_id is not null;
alter table public.scheduled_releases enable row level security;
