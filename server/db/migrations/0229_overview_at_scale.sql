-- Where in a text readers stopped, for the overview: without it every progress of the period is read.
create index progress_entries_unfinished_readings on public.progress_entries (key, stored_at) where kind = 'reading' and not done;

-- Who did something in a period is read from the index alone.
create index progress_entries_active on public.progress_entries (stored_at) include (user_id);
drop index public.progress_entries_stored_at;
