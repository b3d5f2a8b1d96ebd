-- Learners' activity in the course. Keys start with the user, so that all rows of a learner are one contiguous read.

create table public.progress_entries (
	user_id uuid not null,
	-- Kind of fact; box is a checklist item of a lesson.
	kind text not null,
	-- The item, such as 3/pricing for a section of module 3.
	key text not null,
	done boolean not null,
	-- Time of the learner's action by the browser's clock, but never later than the server's.
	changed_at timestamptz not null,
	detail jsonb,
	-- Arrival of the first report on the latest UTC day with a report.
	stored_at timestamptz not null default now(),
	-- Arrival of the first report, and the time it claimed. Later visits don't change them: the refund rule needs the first opening.
	first_stored_at timestamptz not null default now(),
	first_changed_at timestamptz not null default now(),

	constraint progress_entries_pkey primary key (user_id, kind, key),
	constraint progress_entries_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint progress_entries_kind_check check (kind in ('section', 'module', 'reading', 'lesson-quiz', 'quiz-result', 'study-week',
		'task', 'step', 'milestone', 'project', 'box')),
	constraint progress_entries_key_check check (length(key) between 1 and 120)
) with (fillfactor = 90); -- Free space lets an update that changes no indexed column stay in its page and write to no index.
comment on table public.progress_entries is
	'Progress of learners, one row per fact. domain/progress decides which of two reports wins.';
-- Finished modules and quiz results across learners, for segments.
create index progress_entries_finished on public.progress_entries (key, user_id) where kind = 'module' and done;
create index progress_entries_quiz_results on public.progress_entries (key, user_id) where kind = 'quiz-result';
-- Completed modules by time, for the funnel.
create index progress_entries_modules_done on public.progress_entries (key, first_stored_at) where kind = 'module' and done;
-- Learners who opened a section in a period, for the overview.
create index progress_entries_sections_opened on public.progress_entries (key, first_stored_at) include (user_id) where kind = 'section';
-- Lessons read to the end, by the day on which their reading began, for the overview.
create index progress_entries_lessons_finished on public.progress_entries (first_stored_at) include (user_id) where kind = 'reading' and done;
-- Unfinished readings with their positions, for the overview.
create index progress_entries_unfinished_readings on public.progress_entries (key, stored_at) where kind = 'reading' and not done;
-- Active learners in a period, as an index-only scan.
create index progress_entries_active on public.progress_entries (stored_at) include (user_id);
alter table public.progress_entries enable row level security, force row level security;
create policy progress_entries_own on public.progress_entries for select to authenticated using (user_id = (select auth.uid()));
create policy progress_entries_server on public.progress_entries to current_user using (true) with check (true);
create policy progress_entries_second_factor on public.progress_entries as restrictive to authenticated
	using ((select auth.has_shown_factor()));
grant select on public.progress_entries to authenticated;
create policy service_rows on public.progress_entries to service_role using (true) with check (true);
grant all on public.progress_entries to service_role;

-- Updates the account's number of finished lessons and its last activity, for the lists of the console. Lessons that are no longer in the
-- course count, too.
create function public.note_progress() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	update auth.users account set last_active_at = greatest(account.last_active_at, reported.at),
		finished_lessons = case when reported.has_finished
			then (select count(*) from public.progress_entries where user_id = account.id and kind = 'reading' and done)
			else account.finished_lessons end
	from (select user_id, max(stored_at) as at, bool_or(kind = 'reading' and done) as has_finished from changed group by user_id) reported
	where account.id = reported.user_id
		and (reported.has_finished or account.last_active_at is null or account.last_active_at < date_trunc('day', reported.at, 'UTC'));
	return null;
end $$;
create trigger progress_entries_noted after insert on public.progress_entries
	referencing new table as changed for each statement execute function public.note_progress();

create function public.note_changed_progress() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	update auth.users account set last_active_at = greatest(account.last_active_at, new.stored_at),
		finished_lessons = case when new.kind = 'reading' and old.done <> new.done
			then (select count(*) from public.progress_entries where user_id = account.id and kind = 'reading' and done)
			else account.finished_lessons end
	where id = new.user_id and (new.kind = 'reading' and old.done <> new.done
		or account.last_active_at is null or account.last_active_at < date_trunc('day', new.stored_at, 'UTC'));
	return null;
end $$;
create trigger progress_entries_changes_noted after update on public.progress_entries for each row
	when (old.stored_at <> new.stored_at or new.kind = 'reading' and old.done <> new.done)
	execute function public.note_changed_progress();

create function public.note_removed_progress() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	update auth.users account set last_active_at = remaining.at, finished_lessons = remaining.finished
	from (select user_id from changed group by user_id) affected
	cross join lateral (select max(stored_at) as at, count(*) filter (where kind = 'reading' and done) as finished
		from public.progress_entries where user_id = affected.user_id) remaining
	where account.id = affected.user_id;
	return null;
end $$;
create trigger progress_entries_removals_noted after delete on public.progress_entries
	referencing old table as changed for each statement execute function public.note_removed_progress();

create table public.lesson_quiz_attempts (
	user_id uuid not null,
	attempt_id uuid not null,
	module_id smallint not null,
	lesson_id text not null,
	answers jsonb not null,
	score smallint not null,
	total smallint not null,
	attempted_at timestamptz not null default now(),

	constraint lesson_quiz_attempts_pkey primary key (user_id, attempt_id),
	constraint lesson_quiz_attempts_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint lesson_quiz_attempts_score_check check (score >= 0),
	constraint lesson_quiz_attempts_check check (total >= score)
);
comment on table public.lesson_quiz_attempts is
	'Graded knowledge checks. The browser chooses attempt_id, so a repeated request is the same row.';
-- The newest attempts, to find learners who fail repeatedly.
create index lesson_quiz_attempts_newest on public.lesson_quiz_attempts (attempted_at desc);
-- The newest attempts of one lesson, for the overview.
create index lesson_quiz_attempts_of_a_lesson on public.lesson_quiz_attempts (module_id, lesson_id, attempted_at desc);
alter table public.lesson_quiz_attempts enable row level security, force row level security;
create policy lesson_quiz_attempts_own on public.lesson_quiz_attempts for select to authenticated using (user_id = (select auth.uid()));
create policy lesson_quiz_attempts_server on public.lesson_quiz_attempts to current_user using (true) with check (true);
create policy lesson_quiz_attempts_second_factor on public.lesson_quiz_attempts as restrictive to authenticated
	using ((select auth.has_shown_factor()));
grant select on public.lesson_quiz_attempts to authenticated;
create policy service_rows on public.lesson_quiz_attempts to service_role using (true) with check (true);
grant all on public.lesson_quiz_attempts to service_role;

create table public.content_reads (
	user_id uuid not null,
	module_id smallint not null,
	kind text not null,
	content_id text not null,
	-- When the content was first delivered.
	first_read_at timestamptz not null,
	-- When the content was last delivered after a break: a certificate requires more than one sitting.
	last_read_at timestamptz not null,

	constraint content_reads_pkey primary key (user_id, module_id, kind, content_id),
	constraint content_reads_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint content_reads_module_id_check check (module_id between 1 and 99),
	constraint content_reads_kind_check check (kind in ('lesson', 'section')),
	constraint content_reads_content_id_check check (length(content_id) between 1 and 100)
);
comment on table public.content_reads is
	'Lessons and sections that the server delivered to a learner, whether or not they were read to the end. Only the server writes it, '
	'because a browser could claim anything.';
alter table public.content_reads enable row level security, force row level security;
create policy content_reads_own on public.content_reads for select to authenticated using (user_id = (select auth.uid()));
create policy content_reads_server on public.content_reads to current_user using (true) with check (true);
create policy content_reads_second_factor on public.content_reads as restrictive to authenticated using ((select auth.has_shown_factor()));
grant select on public.content_reads to authenticated;
create policy service_rows on public.content_reads to service_role using (true) with check (true);
grant all on public.content_reads to service_role;

create table public.section_notes (
	user_id uuid not null,
	module_id int not null,
	section_id text not null,
	-- [{id, edits, text, changedAt, seen}]. More than one if the edits of two browsers conflict and the learner hasn't chosen
	-- yet.
	versions jsonb not null,
	-- Counts towards the account's storage quota (domain/storage).
	bytes int not null generated always as (octet_length(versions::text)) stored,
	stored_at timestamptz not null default now(),

	constraint section_notes_pkey primary key (user_id, module_id, section_id),
	constraint section_notes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint section_notes_module_id_check check (module_id between 1 and 99),
	constraint section_notes_section_id_check check (length(section_id) between 1 and 80),
	constraint section_notes_versions_check check (jsonb_typeof(versions) = 'array')
);
comment on table public.section_notes is
	'Notes of learners, one row per section. domain/notes decides which versions are kept.';
select auth.keep_to_owner('public.section_notes');

create table public.filled_exercises (
	user_id uuid not null,
	module_id int not null,
	lesson_id text not null,
	exercise_id text not null,
	title text not null,
	-- [{id, label, place, value, changedAt}], each field with its own time.
	fields jsonb not null,
	-- Counts towards the account's storage quota (domain/storage).
	bytes int not null generated always as (octet_length(title) + octet_length(fields::text)) stored,
	stored_at timestamptz not null default now(),

	constraint filled_exercises_pkey primary key (user_id, module_id, lesson_id, exercise_id),
	constraint filled_exercises_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint filled_exercises_module_id_check check (module_id between 1 and 99),
	constraint filled_exercises_lesson_id_check check (length(lesson_id) between 1 and 80),
	constraint filled_exercises_exercise_id_check check (length(exercise_id) between 1 and 80),
	constraint filled_exercises_fields_check check (jsonb_typeof(fields) = 'array')
);
comment on table public.filled_exercises is
	'Answers in exercises, one row per exercise, also of lessons and fields that have left the course. domain/exercises decides which '
	'edit wins.';
select auth.keep_to_owner('public.filled_exercises');

create table public.recall_progress (
	user_id uuid not null,
	module_id int not null,
	lesson_id text not null,
	-- {question: {step, answeredAt}}
	questions jsonb not null,
	-- Counts towards the account's storage quota (domain/storage).
	bytes int not null generated always as (octet_length(questions::text)) stored,
	stored_at timestamptz not null default now(),

	constraint recall_progress_pkey primary key (user_id, module_id, lesson_id),
	constraint recall_progress_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint recall_progress_module_id_check check (module_id between 1 and 99),
	constraint recall_progress_lesson_id_check check (length(lesson_id) between 1 and 80),
	constraint recall_progress_questions_check check (jsonb_typeof(questions) = 'object')
);
comment on table public.recall_progress is
	'Recall questions, one row per lesson: how the last answer went. domain/recall decides when a question is asked again.';
select auth.keep_to_owner('public.recall_progress');

create table public.module_feedback (
	id uuid not null default auth.uuid_v7(),
	module_id smallint not null,
	is_helpful boolean not null,
	suggestion text,
	user_id uuid,
	created_at timestamptz not null default now(),

	constraint module_feedback_pkey primary key (id),
	constraint module_feedback_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
	constraint module_feedback_module_id_check check (module_id between 1 and 99),
	constraint module_feedback_suggestion_check check (length(suggestion) <= 1000)
);
comment on table public.module_feedback is
	'Feedback on modules.';
create index module_feedback_module on public.module_feedback (module_id, created_at desc);
create index module_feedback_user_id_idx on public.module_feedback (user_id) where user_id is not null;
create index module_feedback_newest on public.module_feedback (created_at desc, id desc);
alter table public.module_feedback enable row level security;
create policy service_rows on public.module_feedback to service_role using (true) with check (true);
grant all on public.module_feedback to service_role;

create table public.early_access_requests (
	id uuid not null default auth.uuid_v7(),
	email text not null,
	module_id smallint not null,
	user_id uuid,
	created_at timestamptz not null default now(),
	-- Times when an operator announced the module and when the email was queued.
	due_at timestamptz,
	notified_at timestamptz,
	-- False once the person unsubscribed after the request, or an email to the address failed. Triggers in 13-newsletter.sql write it.
	is_wanted boolean not null default true,

	constraint early_access_requests_pkey primary key (id),
	-- A repeated request adds no row. The address is lower case.
	constraint early_access_requests_email_module_id_key unique (email, module_id),
	constraint early_access_requests_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
	constraint early_access_requests_email_check check (length(email) between 3 and 254),
	constraint early_access_requests_module_id_check check (module_id between 1 and 99)
);
comment on table public.early_access_requests is
	'Requests to be told when a module is available.';
create index early_access_requests_newest on public.early_access_requests (created_at desc, id desc);
create index early_access_requests_waiting on public.early_access_requests (module_id, due_at) where notified_at is null and is_wanted;
alter table public.early_access_requests enable row level security;
create policy service_rows on public.early_access_requests to service_role using (true) with check (true);
grant all on public.early_access_requests to service_role;
