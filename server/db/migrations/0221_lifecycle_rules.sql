-- Which of the rules that write to people by themselves are on; one that has no row is off.
create table public.lifecycle_rules (
	name text primary key,
	is_on boolean not null,
	changed_at timestamptz not null
);
alter table public.lifecycle_rules enable row level security;
grant all on public.lifecycle_rules to service_role;
create index certificates_issued_at on public.certificates (issued_at);
