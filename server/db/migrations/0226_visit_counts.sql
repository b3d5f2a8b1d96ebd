-- Steps of visits, day by day (docs/decisions/0230). A row is a sum of many visits: nothing in it is about one of them.
create table public.visit_counts (
	-- In UTC.
	day date not null,
	step text not null check (step in ('visit', 'quiz', 'signup', 'checkout')),
	-- A name of content/visit-sources.json, or direct, other, unknown: never what somebody typed into a link.
	source text not null check (source ~ '^[a-z][a-z0-9-]{0,19}$'),
	count bigint not null check (count > 0),
	primary key (day, step, source)
);
alter table public.visit_counts enable row level security;

-- What the funnel adds up by the time of each step.
create index newsletter_subscriptions_confirmed_at on public.newsletter_subscriptions (confirmed_at) where confirmed_at is not null;
create index progress_entries_modules_done on public.progress_entries (key, first_stored_at) where kind = 'module' and done;
