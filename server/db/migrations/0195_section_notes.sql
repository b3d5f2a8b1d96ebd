-- What every table of a learner's own rows needs, in one call: the owner reads, the server reads and writes, nobody else does
-- either. The table has the learner in `user_id`. Revoked from everybody: migrations alone call it.
create function auth.keep_to_owner(owned regclass) returns void language plpgsql set search_path = '' as $$
begin
	execute format('alter table %s enable row level security', owned);
	execute format('alter table %s force row level security', owned);
	execute format('create policy own_rows on %s for select to authenticated using (user_id = (select auth.uid()))', owned);
	execute format('create policy server_rows on %s to current_user using (true) with check (true)', owned);
	execute format('grant select on %s to authenticated', owned);
	execute format('grant all on %s to service_role', owned);
end $$;
revoke all on function auth.keep_to_owner(regclass) from public;

-- A learner's notes: one row per section of the course. domain/notes says which versions of a note stay; the table only keeps
-- them. The key starts with the user, so all notes of a learner are one contiguous read.
create table public.section_notes (
	user_id uuid not null references auth.users (id) on delete cascade,
	module_id int not null check (module_id between 1 and 6),
	section_id text not null check (length(section_id) between 1 and 80),
	-- [{id, edits, text, changedAt, seen}]: one, or more where edits of two browsers met and the learner has not chosen yet.
	versions jsonb not null check (jsonb_typeof(versions) = 'array'),
	-- What the row takes of its account's share (domain/storage).
	bytes int not null generated always as (octet_length(versions::text)) stored,
	stored_at timestamptz not null default now(),
	primary key (user_id, module_id, section_id)
);
select auth.keep_to_owner('public.section_notes');
