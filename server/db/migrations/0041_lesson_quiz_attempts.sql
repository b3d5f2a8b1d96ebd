-- Every graded knowledge check of a learner. The browser names the attempt, so a repeated call is the same row.
create table public.lesson_quiz_attempts (
	user_id uuid not null references auth.users (id) on delete cascade,
	attempt_id uuid not null,
	module_id smallint not null,
	lesson_id text not null,
	answers jsonb not null,
	score smallint not null check (score >= 0),
	total smallint not null check (total >= score),
	attempted_at timestamptz not null default now(),
	primary key (user_id, attempt_id)
);
alter table public.lesson_quiz_attempts enable row level security;
create policy lesson_quiz_attempts_own on public.lesson_quiz_attempts for select to authenticated
	using (user_id = (select auth.uid()));
grant select on public.lesson_quiz_attempts to authenticated;
grant all on public.lesson_quiz_attempts to service_role;
