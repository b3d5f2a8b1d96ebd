-- A repeated report of the same day writes to no index: pages keep space for it, and no index contains the detail, which is a reading
-- position that changes often.
alter table public.progress_entries set (fillfactor = 90);
create index progress_entries_quiz_results on public.progress_entries (key, user_id) where kind = 'quiz-result';
drop index public.progress_entries_results; -- last, because it also locks out readers
