-- Weekly plans (spec B §2; DECISIONS, Learning area): one row per learner and week. domain/planner says which of two changes
-- stays; the table only keeps it. The key starts with the user, so all weeks of a learner are one contiguous read.
create table public.planner_weeks (
	user_id uuid not null references auth.users (id) on delete cascade,
	-- The Monday.
	week date not null check (extract(isodow from week) = 1),
	focus_area text not null check (length(focus_area) <= 2000),
	focus_changed_at timestamptz not null,
	-- The rows of the table, removed ones without their text: [{id, completed, ideaName, …}].
	rows jsonb not null check (jsonb_typeof(rows) = 'array' and jsonb_array_length(rows) <= 1000),
	stored_at timestamptz not null default now(),
	primary key (user_id, week)
);
alter table public.planner_weeks enable row level security;
create policy planner_weeks_own on public.planner_weeks for select to authenticated
	using (user_id = (select auth.uid()));
grant select on public.planner_weeks to authenticated;
grant all on public.planner_weeks to service_role;
