-- The evenings that a learner picked and the goal for a week; one row per learner. What was done is read from progress, never kept here.
create table public.pledges (
	user_id uuid primary key references auth.users (id) on delete cascade,
	-- Stands in mails and calendars, where the account's id has no place.
	id uuid not null unique default gen_random_uuid(),
	evenings text[] not null check (cardinality(evenings) between 1 and 7 and evenings <@ array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']),
	-- After midnight, on the clock of the zone.
	minute_of_day int not null check (minute_of_day between 540 and 1425),
	zone text not null check (length(zone) between 1 and 64),
	weekly_goal int not null check (weekly_goal between 1 and 10),
	-- The first day of the evenings as they are now, on the calendar of the zone.
	since text not null check (since ~ '^\d{4}-\d\d-\d\d$'),
	reminds boolean not null default false,
	-- The next reminder; null while none is wanted.
	remind_at timestamptz check ((remind_at is not null) = reminds),
	-- Why the server switched reminders off, until they are wanted again.
	reminders_ended text check (reminders_ended in ('course-done', 'access-ended', 'unsubscribed')),
	-- Of the secret part of the calendar's address.
	feed_hash bytea unique check (octet_length(feed_hash) = 32),
	feed_made_at timestamptz check ((feed_made_at is not null) = (feed_hash is not null)),
	changed_at timestamptz not null
);
create index pledges_to_remind on public.pledges (remind_at) where remind_at is not null;
select auth.keep_to_owner('public.pledges');
