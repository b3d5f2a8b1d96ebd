-- What an operator writes over the content in the console (docs/decisions/0224, 0225).
create table public.content_versions (
	id uuid primary key default uuidv7(),
	-- Below content/, such as course/module-1/lessons/analysis.md.
	path text not null check (length(path) between 1 and 300),
	-- null: as the site comes.
	body text check (length(body) <= 400000),
	-- What the site came with when this was written: an upgrade may bring another.
	origin text not null,
	-- Who wrote it; null once that account is deleted.
	author_id uuid references auth.users (id) on delete set null,
	created_at timestamptz not null,
	published_at timestamptz
);
create index content_versions_of_path on public.content_versions (path, id desc);
create index content_versions_of_author on public.content_versions (author_id) where author_id is not null;
alter table public.content_versions enable row level security;

-- Each time that edits were published, or could not be.
create table public.content_publications (
	id uuid primary key default uuidv7(),
	started_by uuid references auth.users (id) on delete set null,
	started_at timestamptz not null,
	-- The last sign of life of whoever does it.
	seen_at timestamptz not null,
	step text not null check (step in ('checking', 'building', 'switching', 'done', 'failed')),
	-- Why it failed, one line for each fault.
	problems text[] not null default '{}',
	ended_at timestamptz
);
create index content_publications_of_author on public.content_publications (started_by) where started_by is not null;
alter table public.content_publications enable row level security;
