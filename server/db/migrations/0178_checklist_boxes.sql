-- A ticked line of a checklist in a section's text is a fact of progress like a step of a lesson.
alter table public.progress_entries drop constraint progress_entries_kind_check;
alter table public.progress_entries add constraint progress_entries_kind_check
	check (kind in ('section', 'module', 'lesson-quiz', 'quiz-result', 'study-week', 'task', 'step', 'milestone', 'project', 'box'));
