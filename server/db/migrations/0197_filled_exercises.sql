-- What a learner entered in the exercises of the course: one row per exercise. domain/exercises says which edit of a field stays; the
-- table only keeps them, also those of lessons and fields that have left the course. The key starts with the user, so all of a learner's
-- exercises are one contiguous read.
create table public.filled_exercises (
	user_id uuid not null references auth.users (id) on delete cascade,
	module_id int not null check (module_id between 1 and 99),
	lesson_id text not null check (length(lesson_id) between 1 and 80),
	exercise_id text not null check (length(exercise_id) between 1 and 80),
	title text not null,
	-- [{id, label, place, value, changedAt}]: each field with its own time.
	fields jsonb not null check (jsonb_typeof(fields) = 'array'),
	-- What the row takes of its account's share (domain/storage).
	bytes int not null generated always as (octet_length(title) + octet_length(fields::text)) stored,
	stored_at timestamptz not null default now(),
	primary key (user_id, module_id, lesson_id, exercise_id)
);
select auth.keep_to_owner('public.filled_exercises');
