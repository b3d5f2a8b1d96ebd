-- Who looked at an alert: the name under which the operator closed it.
alter table public.operator_alerts
	add column closed_by text check (length(closed_by) between 1 and 200),
	add check (closed_by is null or state = 'closed');

-- Which copies of the database were taken, so that a missing one is noticed.
create table public.backups (
	id uuid primary key default uuidv7(),
	taken_at timestamptz not null,
	-- Null where the operator's own tools took it.
	folder text check (length(folder) between 1 and 4096),
	megabytes int check (megabytes >= 0)
);
create index backups_taken_at on public.backups (taken_at desc);
alter table public.backups enable row level security;
