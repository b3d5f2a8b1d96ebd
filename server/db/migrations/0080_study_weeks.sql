-- A week in which a learner studied is a fact of progress of its own: the times of other facts move on when they are repeated.
alter table public.progress_entries drop constraint progress_entries_kind_check;
alter table public.progress_entries add constraint progress_entries_kind_check
	check (kind in ('section', 'module', 'lesson-quiz', 'quiz-result', 'study-week', 'task', 'step', 'milestone', 'project'));
