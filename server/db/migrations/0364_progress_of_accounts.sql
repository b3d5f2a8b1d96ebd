-- The list of learners is sorted and filtered by progress and by last activity. Accounts from before this migration have null until a job
-- has counted them, a few at a time: an update of all accounts would hold their rows for minutes.
alter table auth.users
	add column finished_lessons int,
	add column last_active_at timestamptz;
alter table auth.users alter column finished_lessons set default 0;

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
