-- The one mail that the early-access form promises: when an operator said that there is something to see, and when it was queued.
alter table public.early_access_requests
	add column due_at timestamptz,
	add column told_at timestamptz;
create index early_access_requests_untold on public.early_access_requests (module_id, due_at) where told_at is null;
