-- What a learner did (DECISIONS, Learning area): one row per fact. domain/progress says which of two reports stays; the
-- table only keeps it. The key starts with the user, so a learner's record is one contiguous read.
create table public.progress_entries (
	user_id uuid not null references auth.users (id) on delete cascade,
	kind text not null check (kind in ('section', 'module', 'lesson-quiz', 'quiz-result', 'task', 'step', 'milestone')),
	key text not null check (length(key) between 1 and 120),
	done boolean not null,
	-- When the learner did it, by the browser's clock, never later than the server's.
	changed_at timestamptz not null,
	detail jsonb,
	stored_at timestamptz not null default now(),
	primary key (user_id, kind, key)
);
alter table public.progress_entries enable row level security;
create policy progress_entries_own on public.progress_entries for select to authenticated
	using (user_id = (select auth.uid()));
grant select on public.progress_entries to authenticated;
grant all on public.progress_entries to service_role;
