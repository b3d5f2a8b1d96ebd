-- Paid documents that learners took (DECISIONS, Policies as code: a downloaded paid template ends the promise of a refund). One row
-- per order, learner, document and format: the first time is what counts, later ones are only counted. Free documents are taken by
-- anybody and written down for nobody.
create table public.downloads (
	id uuid primary key default uuidv7(),
	-- The order whose entitlement opened the document.
	order_id uuid not null references public.orders,
	-- Erasing an account clears the person, not the fact: it belongs to the order.
	user_id uuid references auth.users (id) on delete set null,
	document text not null check (document ~ '^[a-z0-9_-]{1,60}$'),
	format text not null check (format in ('pdf', 'docx', 'xlsx', 'csv')),
	first_at timestamptz not null,
	last_at timestamptz not null,
	times int not null default 1 check (times > 0),
	unique (order_id, user_id, document, format)
);
create index downloads_user_id on public.downloads (user_id, last_at desc);
alter table public.downloads enable row level security;
create policy downloads_own on public.downloads for select to authenticated
	using (user_id = (select auth.uid()));
grant select on public.downloads to authenticated;
grant all on public.downloads to service_role;
