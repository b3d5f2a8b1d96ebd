-- What a learner notes at the end of a week: hours, money earned, what worked. Null until something is noted.
alter table public.planner_weeks
	add column look_back jsonb check (jsonb_typeof(look_back) = 'object' and octet_length(look_back::text) <= 20000);

-- It counts to the room that a week takes.
alter table public.planner_weeks drop column bytes;
alter table public.planner_weeks
	add column bytes int not null generated always as (
		octet_length(focus_area) + octet_length(rows::text) + coalesce(octet_length(look_back::text), 0)
	) stored;
