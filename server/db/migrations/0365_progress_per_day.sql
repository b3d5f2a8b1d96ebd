-- The overview counts finished lessons, days of study and certificates per day. First, because a report of progress locks this table
-- before its account.
create index progress_entries_lessons_finished on public.progress_entries (first_stored_at) include (user_id) where kind = 'reading' and done;

-- Sorted lists of learners, and accounts whose progress isn't counted yet.
create index users_sorted_by_progress on auth.users (coalesce(finished_lessons, 0), id) where deleted_at is null;
create index users_sorted_by_activity on auth.users (coalesce(last_active_at, 'epoch'::timestamptz), id) where deleted_at is null;
create index users_uncounted on auth.users (id) where finished_lessons is null;
-- Statistics for the indexes on expressions: without them PostgreSQL reads the whole table.
analyze auth.users;

create or replace function public.mark_progress() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	insert into public.stale_days (part, day)
	select 'sections/' || split_part(key, '/', 1), public.utc_day(first_stored_at) from changed where kind = 'section'
	union
	select 'sections/' || split_part(other.key, '/', 1), public.utc_day(other.first_stored_at)
	from changed join public.progress_entries other on other.user_id = changed.user_id and other.kind = 'section'
		and split_part(other.key, '/', 1) = split_part(changed.key, '/', 1)
	where changed.kind = 'section'
	union
	select 'events', public.utc_day(first_stored_at) from changed where kind = 'module'
	union
	select 'learning', public.utc_day(first_stored_at) from changed where kind = 'section' or kind = 'reading' and done
	union
	select 'accounts', public.utc_day(account.created_at) from changed join auth.users account on account.id = changed.user_id
	where kind = 'module' or kind = 'section' and not exists (
		select from public.progress_entries older
		where older.user_id = changed.user_id and older.kind = 'section' and older.first_stored_at < changed.first_stored_at);
	return null;
end $$;

create or replace function public.mark_changed_progress() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	insert into public.stale_days (part, day)
	select case when new.kind = 'module' then 'events' else 'sections/' || split_part(new.key, '/', 1) end, public.utc_day(at)
	from (select old.first_stored_at union select new.first_stored_at) as days (at) where new.kind in ('module', 'section')
	union
	select 'learning', public.utc_day(at)
	from (select old.first_stored_at union select new.first_stored_at) as days (at) where new.kind in ('reading', 'section')
	union
	select 'accounts', public.utc_day(created_at) from auth.users where id = new.user_id and new.kind in ('module', 'section');
	return null;
end $$;
create or replace trigger progress_entries_changed after update on public.progress_entries for each row
	when (old.first_stored_at <> new.first_stored_at or new.kind in ('module', 'reading') and old.done <> new.done)
	execute function public.mark_changed_progress();

create function public.mark_certificate() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	insert into public.stale_days (part, day)
	select distinct 'learning', public.utc_day(at) from unnest(array[old.issued_at, new.issued_at]) at where at is not null;
	return null;
end $$;
create trigger certificates_days after insert or delete or update of issued_at, revoked_at on public.certificates for each row
	execute function public.mark_certificate();

create or replace function public.mark_all_days() returns void language sql security definer set search_path = '' as $$
	insert into public.stale_days (part, day)
	with recursive
	opened (key) as (
		select min(key) from public.progress_entries where kind = 'section'
		union all
		select (select min(key) from public.progress_entries where kind = 'section' and key > opened.key) from opened where opened.key is not null),
	finished (key) as (
		select min(key) from public.progress_entries where kind = 'module' and done
		union all
		select (select min(key) from public.progress_entries where kind = 'module' and done and key > finished.key)
		from finished where finished.key is not null),
	sections as (
		select opened.key, ends.* from opened cross join lateral (
			select min(first_stored_at) as first, max(first_stored_at) as last from public.progress_entries
			where kind = 'section' and key = opened.key) as ends),
	reach (part, first, last) as (
		select 'sections/' || split_part(key, '/', 1), first, last from sections
		union all
		select 'learning', min(first), max(last) from sections
		union all
		select 'learning', min(first_stored_at), max(first_stored_at) from public.progress_entries where kind = 'reading' and done
		union all
		select 'learning', min(issued_at), max(issued_at) from public.certificates
		union all
		select 'events', ends.* from finished cross join lateral (
			select min(first_stored_at), max(first_stored_at) from public.progress_entries where kind = 'module' and done and key = finished.key) as ends
		union all select 'accounts', min(created_at), max(created_at) from auth.users where deleted_at is null
		union all select 'events', min(created_at), max(created_at) from public.orders
		union all select 'events', min(paid_at), max(paid_at) from public.orders where paid_at is not null
		union all select 'events', min(created_at), max(created_at) from public.refunds
		union all select 'events', min(confirmed_at), max(confirmed_at) from public.newsletter_subscriptions where confirmed_at is not null)
	select distinct part, public.utc_day(first) + number
	from reach cross join lateral generate_series(0, public.utc_day(last) - public.utc_day(first)) as number
	where first is not null
	union select distinct part, day from public.daily_metrics;
$$;
