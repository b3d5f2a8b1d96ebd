-- Weekly plans, study evenings and supporters.

create table public.planner_weeks (
	user_id uuid not null,
	-- The week's Monday.
	week date not null,
	focus_area text not null,
	focus_changed_at timestamptz not null,
	-- [{id, completed, ideaName, ...}]; deleted rows are kept without their text.
	rows jsonb not null,
	stored_at timestamptz not null default now(),
	-- Notes at the end of the week (hours, money earned, what worked); null until there are any.
	look_back jsonb,
	-- Counts towards the account's storage quota (domain/storage).
	bytes int not null generated always as (octet_length(focus_area) + octet_length(rows::text) + coalesce(octet_length(look_back::text), 0)) stored,

	constraint planner_weeks_pkey primary key (user_id, week),
	constraint planner_weeks_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint planner_weeks_week_check check (extract(isodow from week) = 1),
	constraint planner_weeks_focus_area_check check (length(focus_area) <= 2000),
	constraint planner_weeks_rows_check check (jsonb_typeof(rows) = 'array' and jsonb_array_length(rows) <= 1000),
	constraint planner_weeks_look_back_check check (jsonb_typeof(look_back) = 'object' and octet_length(look_back::text) <= 20000)
);
comment on table public.planner_weeks is
	'Weekly plans, one row per learner and week. domain/planner decides which of two changes wins.';
alter table public.planner_weeks enable row level security, force row level security;
create policy planner_weeks_own on public.planner_weeks for select to authenticated using (user_id = (select auth.uid()));
create policy planner_weeks_server on public.planner_weeks to current_user using (true) with check (true);
create policy planner_weeks_second_factor on public.planner_weeks as restrictive to authenticated
	using ((select auth.has_shown_factor()));
grant select on public.planner_weeks to authenticated;
create policy service_rows on public.planner_weeks to service_role using (true) with check (true);
grant all on public.planner_weeks to service_role;

create table public.pledges (
	user_id uuid not null,
	-- Used in emails and calendars instead of the account's ID.
	id uuid not null default gen_random_uuid(),
	evenings text[] not null,
	-- Minutes after midnight in the zone.
	minute_of_day int not null,
	zone text not null,
	weekly_goal int not null,
	-- First day on which the current choice of evenings applies, in the pledge's time zone.
	since text not null,
	reminds boolean not null default false,
	-- Next reminder; null when none is wanted.
	remind_at timestamptz,
	-- Reason why the server turned the reminders off; null once they are on again.
	reminders_ended text,
	-- Hash of the secret in the calendar feed's address; null while there is no feed.
	feed_hash bytea,
	-- Time when the learner created the calendar feed.
	feed_made_at timestamptz,
	changed_at timestamptz not null,
	-- Reason why there is no supporter anymore; null once another is named.
	supporter_ended text,

	constraint pledges_pkey primary key (user_id),
	constraint pledges_id_key unique (id),
	constraint pledges_feed_hash_key unique (feed_hash),
	constraint pledges_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint pledges_evenings_check check (cardinality(evenings) between 1 and 7
		and evenings <@ array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']),
	constraint pledges_minute_of_day_check check (minute_of_day between 540 and 1425),
	constraint pledges_zone_check check (length(zone) between 1 and 64),
	constraint pledges_weekly_goal_check check (weekly_goal between 1 and 10),
	constraint pledges_since_check check (since ~ '^\d{4}-\d\d-\d\d$'),
	constraint pledges_check check ((remind_at is not null) = reminds),
	constraint pledges_reminders_ended_check check (reminders_ended in ('course-done', 'access-ended', 'unsubscribed')),
	constraint pledges_feed_hash_check check (octet_length(feed_hash) = 32),
	constraint pledges_check1 check ((feed_made_at is not null) = (feed_hash is not null)),
	constraint pledges_supporter_ended_check check (supporter_ended in ('declined', 'stopped', 'no-answer', 'course-done', 'access-ended'))
);
comment on table public.pledges is
	'Study evenings and weekly goal of a learner, with reminders and calendar feed. What was done is read from progress.';
create index pledges_to_remind on public.pledges (remind_at) where remind_at is not null;
select auth.keep_to_owner('public.pledges');

create table public.pledge_supporters (
	user_id uuid not null,
	-- Part of the links in emails; a new one for each request.
	id uuid not null default gen_random_uuid(),
	email text not null,
	asked_at timestamptz not null,
	agreed_at timestamptz,
	-- Next weekly email; null until the supporter agrees.
	line_at timestamptz,

	constraint pledge_supporters_pkey primary key (user_id),
	constraint pledge_supporters_id_key unique (id),
	constraint pledge_supporters_user_id_fkey foreign key (user_id) references public.pledges (user_id) on delete cascade,
	constraint pledge_supporters_email_check check (length(email) between 3 and 254),
	constraint pledge_supporters_check check ((line_at is not null) = (agreed_at is not null))
);
comment on table public.pledge_supporters is
	'The person who gets a weekly line about a learner''s evenings. Named by the learner; must agree.';
create index pledge_supporters_to_tell on public.pledge_supporters (line_at) where line_at is not null;
create index pledge_supporters_by_email on public.pledge_supporters (lower(email));
select auth.keep_to_owner('public.pledge_supporters');

create table public.supporter_requests (
	id uuid not null default gen_random_uuid(),
	user_id uuid,
	-- Keyed hash of the address.
	address_key bytea not null,
	asked_at timestamptz not null,
	refused_at timestamptz,

	constraint supporter_requests_pkey primary key (id),
	constraint supporter_requests_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
	constraint supporter_requests_address_key_check check (octet_length(address_key) = 32)
);
comment on table public.supporter_requests is
	'Requests sent to supporters, counted per account and address. A refusal is kept, so that the address is not asked again.';
create index supporter_requests_by_address on public.supporter_requests (address_key);
create index supporter_requests_by_user on public.supporter_requests (user_id);
alter table public.supporter_requests enable row level security;
create policy service_rows on public.supporter_requests to service_role using (true) with check (true);
grant all on public.supporter_requests to service_role;
