-- The project a learner picked in module 3 is a fact of progress of its own kind.
alter table public.progress_entries drop constraint progress_entries_kind_check;
alter table public.progress_entries add constraint progress_entries_kind_check
	check (kind in ('section', 'module', 'lesson-quiz', 'quiz-result', 'task', 'step', 'milestone', 'project'));
