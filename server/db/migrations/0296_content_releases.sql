-- What the site says beyond the files that it comes with: one row for each publication. Every process on this database serves the newest.
create table public.content_releases (
	number integer primary key generated always as identity,
	-- The text of each edited file by its path below content/; null: as the site comes.
	edits jsonb not null check (jsonb_typeof(edits) = 'object'),
	-- Where it is from, when nobody published it from drafts.
	note text not null default '',
	-- Who published it; null once that account is deleted, and for what a start has found.
	author_id uuid references auth.users (id) on delete set null,
	created_at timestamptz not null
);
create index content_releases_of_author on public.content_releases (author_id) where author_id is not null;
alter table public.content_releases enable row level security;
