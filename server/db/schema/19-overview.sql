-- Figures of the overview: daily totals, and the triggers that note which days must be recomputed.

create table public.visit_counts (
	-- In the academy's time zone; before migration 0352, in UTC.
	day date not null,
	step text not null,
	-- A name in content/visit-sources.json, or direct, other, unknown; never text from a link.
	source text not null,
	count bigint not null,

	constraint visit_counts_pkey primary key (day, step, source),
	constraint visit_counts_step_check check (step in ('visit', 'quiz', 'signup', 'checkout')),
	constraint visit_counts_source_check check (source ~ '^[a-z][a-z0-9-]{0,19}$'),
	constraint visit_counts_count_check check (count > 0)
);
comment on table public.visit_counts is
	'Funnel steps counted per day. A row is a sum of many visits and holds nothing about one of them.';
alter table public.visit_counts enable row level security;

create table public.daily_metrics (
	-- sections/<module>, learning, accounts or events. The row with basis has the version and time zone of the totals.
	part text not null,
	figure text not null,
	-- Subject of the figure: another section, or a currency and a code; empty if the part has only one figure.
	of text not null,
	day date not null,
	amount bigint not null,

	constraint daily_metrics_pkey primary key (part, day, figure, of)
);
comment on table public.daily_metrics is
	'Daily totals of the overview, in the academy''s time zone. A row is a sum of many people and holds nothing about one of them.';
create index daily_metrics_of_a_figure on public.daily_metrics (part, figure, of, day) include (amount);
alter table public.daily_metrics enable row level security;

create table public.stale_days (
	part text not null,
	day date not null
);
comment on table public.stale_days is
	'Days whose totals must be recomputed. Only inserted by the transaction that changes something, so writers of one day never wait '
	'for each other; the recompute deletes exactly the rows it saw.';
alter table public.stale_days enable row level security;

-- The trigger functions mark_* below run when a row changes. Each inserts the days whose totals the change affects into stale_days.

create function public.utc_day(at timestamptz) returns date language sql immutable return (at at time zone 'UTC')::date;

-- Marks the days of new or deleted progress. A section counts on the day it was opened, together with the other sections of its module
-- that the same learner opened. The day of the account changes with its first section and its finished modules.
create function public.mark_progress() returns trigger language plpgsql security definer set search_path = '' as $$
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
create trigger progress_entries_added after insert on public.progress_entries
	referencing new table as changed for each statement execute function public.mark_progress();
create trigger progress_entries_removed after delete on public.progress_entries
	referencing old table as changed for each statement execute function public.mark_progress();

-- Marks the days of changed progress. Repeating a report changes neither the first time nor the completion of a module, so it fires no trigger.
create function public.mark_changed_progress() returns trigger language plpgsql security definer set search_path = '' as $$
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
create trigger progress_entries_changed after update on public.progress_entries for each row
	when (old.first_stored_at <> new.first_stored_at or new.kind in ('module', 'reading') and old.done <> new.done)
	execute function public.mark_changed_progress();

-- Marks the day on which the account was created.
create function public.mark_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	insert into public.stale_days (part, day)
	select distinct 'accounts', public.utc_day(at) from unnest(array[old.created_at, new.created_at]) at where at is not null;
	return null;
end $$;
create trigger users_added_or_removed after insert or delete on auth.users for each row execute function public.mark_account();
create trigger users_changed after update on auth.users for each row
	when (old.created_at <> new.created_at or old.is_anonymous <> new.is_anonymous or old.deleted_at is distinct from new.deleted_at
		or old.email is distinct from new.email)
	execute function public.mark_account();

-- Marks the days of an order and of its account. A paid order of a guest counts for the account with its address.
create function public.mark_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	insert into public.stale_days (part, day)
	select distinct 'events', public.utc_day(at) from unnest(array[old.created_at, new.created_at, old.paid_at, new.paid_at]) at where at is not null
	union
	select 'accounts', public.utc_day(created_at) from auth.users where id in (old.user_id, new.user_id)
	union
	select 'accounts', public.utc_day(created_at) from auth.users
	where not is_sso_user and email in (
		case when old.user_id is null and old.paid_at is not null then old.email end,
		case when new.user_id is null and new.paid_at is not null then new.email end);
	return null;
end $$;
create trigger orders_days after insert or update or delete on public.orders for each row execute function public.mark_order();

-- Marks the days of a refund: it counts on its own day and on the day of the payment. Marks the days of the order's other refunds, too,
-- because another one may now be the first.
create function public.mark_refund() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	insert into public.stale_days (part, day)
	select 'events', public.utc_day(at) from unnest(array[old.created_at, new.created_at]) at where at is not null
	union
	select 'events', public.utc_day(created_at) from public.refunds where order_id in (old.order_id, new.order_id)
	union
	select 'events', public.utc_day(paid_at) from public.orders where id in (old.order_id, new.order_id) and paid_at is not null;
	return null;
end $$;
create trigger refunds_days after insert or update or delete on public.refunds for each row execute function public.mark_refund();

-- Marks the day on which a newsletter subscription was confirmed.
create function public.mark_subscription() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	insert into public.stale_days (part, day)
	select distinct 'events', public.utc_day(at) from unnest(array[old.confirmed_at, new.confirmed_at]) at where at is not null;
	return null;
end $$;
create trigger subscriptions_added_or_removed after insert or delete on public.newsletter_subscriptions for each row
	execute function public.mark_subscription();
create trigger subscriptions_changed after update on public.newsletter_subscriptions for each row
	when (old.confirmed_at is distinct from new.confirmed_at) execute function public.mark_subscription();

-- Marks the day on which a certificate was issued.
create function public.mark_certificate() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	insert into public.stale_days (part, day)
	select distinct 'learning', public.utc_day(at) from unnest(array[old.issued_at, new.issued_at]) at where at is not null;
	return null;
end $$;
create trigger certificates_days after insert or delete or update of issued_at, revoked_at on public.certificates for each row
	execute function public.mark_certificate();

-- Marks all days, from the first with anything to count to the last, so that all totals are recomputed.
create function public.mark_all_days() returns void language sql security definer set search_path = '' as $$
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
revoke execute on function public.mark_all_days() from public;
