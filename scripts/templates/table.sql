-- One sentence: what a row is, who writes it, and which rule in domain/ decides about it. The key starts with the user, so that
-- a learner's rows are one contiguous read.
create table public.TABLE (
	user_id uuid not null references auth.users (id) on delete cascade,
	name text not null check (length(name) between 1 and 80),
	content jsonb not null,
	-- Storage that the row uses of its account's quota (domain/storage).
	bytes int not null generated always as (octet_length(content::text)) stored,
	stored_at timestamptz not null default now(),
	primary key (user_id, name)
);
-- Forced row-level security: the owner reads, after the second factor if there is one; the server reads and writes.
select auth.keep_to_owner('public.TABLE');
