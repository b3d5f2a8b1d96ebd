-- What a learner remembers of the course's recall questions: one row per lesson. domain/recall says when a question comes back; the
-- table only keeps how the last answer went, also for lessons and questions that have left the course. The key starts with the user, so
-- all that a learner remembers is one contiguous read.
create table public.lesson_memories (
	user_id uuid not null references auth.users (id) on delete cascade,
	module_id int not null check (module_id between 1 and 99),
	lesson_id text not null check (length(lesson_id) between 1 and 80),
	-- {question: {step, answeredAt}}
	questions jsonb not null check (jsonb_typeof(questions) = 'object'),
	-- What the row takes of its account's share (domain/storage).
	bytes int not null generated always as (octet_length(questions::text)) stored,
	stored_at timestamptz not null default now(),
	primary key (user_id, module_id, lesson_id)
);
select auth.keep_to_owner('public.lesson_memories');
