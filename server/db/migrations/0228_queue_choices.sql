-- What somebody decided about a thing in the queue of "Today" that has no state of its own (docs/decisions/0231).
create table public.queue_choices (
	kind text not null check (kind in ('stands-still', 'failed-check')),
	object text not null check (length(object) between 1 and 300),
	-- 'done' holds as long as the facts are the same, 'later' until its time.
	state text not null check (state in ('done', 'later')),
	until timestamptz,
	-- The facts when it was chosen.
	basis text not null check (length(basis) <= 1000),
	-- The learner it is about; null for a thing that is about nobody with an account.
	user_id uuid references auth.users (id) on delete cascade,
	chosen_by uuid references auth.users (id) on delete set null,
	chosen_at timestamptz not null,
	primary key (kind, object),
	check ((state = 'later') = (until is not null))
);
create index queue_choices_of_user on public.queue_choices (user_id) where user_id is not null;
create index queue_choices_by on public.queue_choices (chosen_by) where chosen_by is not null;
create index queue_choices_newest on public.queue_choices (chosen_at desc);
alter table public.queue_choices enable row level security;

-- Who fails a check again and again.
create index lesson_quiz_attempts_newest on public.lesson_quiz_attempts (attempted_at desc);
