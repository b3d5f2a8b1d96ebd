-- What a week takes of its account's share (domain/storage). Counted by the table itself, so that the sum cannot drift.
alter table public.planner_weeks
	add column bytes int not null generated always as (octet_length(focus_area) + octet_length(rows::text)) stored;
-- How much an account or an address has written to us is asked before it writes more.
create index on public.module_feedback (user_id) where user_id is not null;
create index job_applications_email on public.job_applications (email);
