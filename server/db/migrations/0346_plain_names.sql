-- Tables and columns get the names of docs/glossary.md. No row changes.

-- Constraints, indexes and policies carry the name of their table or column.
create function pg_temp.rename_parts(relation regclass, old text, new text) returns void language plpgsql as $$
declare
	statement text;
begin
	for statement in
		select format('alter table %s rename constraint %I to %I', relation, conname, replace(conname, old, new))
		from pg_constraint where conrelid = relation and starts_with(conname, old || '_')
		union all
		select format('alter policy %I on %s rename to %I', polname, relation, replace(polname, old, new))
		from pg_policy where polrelid = relation and starts_with(polname, old || '_')
		union all
		select format('alter index %s rename to %I', indexrelid::regclass, replace(relname, old, new))
		from pg_index join pg_class on pg_class.oid = indexrelid
		where indrelid = relation and starts_with(relname, old || '_') and not exists (select from pg_constraint where conindid = indexrelid)
	loop
		execute statement;
	end loop;
end $$;

create function pg_temp.rename_table(old text, new text) returns void language plpgsql as $$
begin
	execute format('alter table public.%I rename to %I', old, new);
	perform pg_temp.rename_parts(format('public.%I', new)::regclass, old, new);
end $$;

create function pg_temp.rename_column(relation regclass, old text, new text) returns void language plpgsql as $$
declare
	name constant text := (select relname from pg_class where oid = relation);
begin
	execute format('alter table %s rename column %I to %I', relation, old, new);
	perform pg_temp.rename_parts(relation, name || '_' || old, name || '_' || new);
end $$;

select pg_temp.rename_table('newsletter_issues', 'article_announcements');
select pg_temp.rename_table('newsletter_letters', 'newsletter_issues');
select pg_temp.rename_table('day_sums', 'daily_metrics');
select pg_temp.rename_table('day_marks', 'stale_days');
select pg_temp.rename_table('queue_choices', 'queue_decisions');
select pg_temp.rename_table('list_choices', 'list_preferences');
select pg_temp.rename_table('text_reads', 'content_reads');
select pg_temp.rename_table('lesson_texts', 'lesson_revisions');
select pg_temp.rename_table('mailbox_proofs', 'mailbox_verifications');
select pg_temp.rename_table('supporter_asks', 'supporter_requests');
select pg_temp.rename_table('lesson_memories', 'recall_progress');

select pg_temp.rename_column('public.newsletter_subscriptions', 'covers_letters', 'covers_newsletters');
select pg_temp.rename_column('public.newsletter_subscriptions', 'last_letter_at', 'last_issue_at');
select pg_temp.rename_column('public.newsletter_subscriptions', 'letters_by_rule', 'sent_lifecycle_emails');
select pg_temp.rename_column('public.newsletter_subscriptions', 'asked_words', 'consent_text');
select pg_temp.rename_column('public.newsletter_subscriptions', 'asked_place', 'consent_source');
select pg_temp.rename_column('public.subscriber_import_rows', 'asked_words', 'consent_text');
select pg_temp.rename_column('public.subscriber_import_rows', 'asked_place', 'consent_source');
select pg_temp.rename_column('public.outbox_messages', 'doubts', 'unconfirmed_attempts');
select pg_temp.rename_column('public.outbox_messages', 'letter_id', 'issue_id');
select pg_temp.rename_column('public.early_access_requests', 'told_at', 'notified_at');
select pg_temp.rename_column('public.sms_sends', 'is_strangers', 'is_unproven');
select pg_temp.rename_column('public.content_reads', 'text_id', 'content_id');
select pg_temp.rename_column('public.queue_decisions', 'chosen_by', 'decided_by');
select pg_temp.rename_column('public.queue_decisions', 'chosen_at', 'decided_at');
select pg_temp.rename_column('auth.sessions', 'of_our_pages', 'is_first_party');
select pg_temp.rename_column('auth.oauth_authorizations', 'asks_again', 'requires_consent');
select pg_temp.rename_column('auth.one_time_tokens', 'told', 'pending_profile');

alter index public.outbox_messages_letter rename to outbox_messages_issue;
alter index public.early_access_requests_untold rename to early_access_requests_waiting;

-- Bodies of functions are text, so the names in them do not follow.
-- A section counts on the day it was opened, together with the other sections of its module that the same learner opened. The day of
-- the account changes with its first section and its finished modules.
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
	select 'accounts', public.utc_day(created_at) from auth.users where id = new.user_id;
	return null;
end $$;

create or replace function public.mark_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	insert into public.stale_days (part, day)
	select distinct 'accounts', public.utc_day(at) from unnest(array[old.created_at, new.created_at]) at where at is not null;
	return null;
end $$;

create or replace function public.mark_order() returns trigger language plpgsql security definer set search_path = '' as $$
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

create or replace function public.mark_refund() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	insert into public.stale_days (part, day)
	select 'events', public.utc_day(at) from unnest(array[old.created_at, new.created_at]) at where at is not null
	union
	select 'events', public.utc_day(created_at) from public.refunds where order_id in (old.order_id, new.order_id)
	union
	select 'events', public.utc_day(paid_at) from public.orders where id in (old.order_id, new.order_id) and paid_at is not null;
	return null;
end $$;

create or replace function public.mark_subscription() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	insert into public.stale_days (part, day)
	select distinct 'events', public.utc_day(at) from unnest(array[old.confirmed_at, new.confirmed_at]) at where at is not null;
	return null;
end $$;

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
	reach (part, first, last) as (
		select 'sections/' || split_part(opened.key, '/', 1), ends.* from opened cross join lateral (
			select min(first_stored_at), max(first_stored_at) from public.progress_entries where kind = 'section' and key = opened.key) as ends
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
