-- Failed backups, and drills that restored one, so that both are shown and a missing one is noticed.
alter table public.backups
	add column kind text not null default 'backup' check (kind in ('backup', 'drill')),
	add column seconds int check (seconds >= 0),
	-- Null if all went well.
	add column problem text check (length(problem) between 1 and 2000);
drop index public.backups_taken_at;
create index backups_taken_at on public.backups (kind, taken_at desc);
