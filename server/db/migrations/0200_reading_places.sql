-- How far a learner came in a text is a fact of progress; done once it was read to its end.
alter table public.progress_entries drop constraint progress_entries_kind_check;
alter table public.progress_entries add constraint progress_entries_kind_check
	check (kind in ('section', 'module', 'reading', 'lesson-quiz', 'quiz-result', 'study-week', 'task', 'step', 'milestone', 'project', 'box'));
