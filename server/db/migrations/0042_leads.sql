-- Visitors' wishes on the completion screen (spec B §2). No policy opens these tables: only the operator reads them.
create table public.early_access_requests (
	id uuid primary key default uuidv7(),
	email text not null check (length(email) between 3 and 254),
	module_id smallint not null check (module_id between 1 and 6),
	user_id uuid references auth.users (id) on delete set null,
	created_at timestamptz not null default now(),
	-- Asking twice is asking once. The address is stored in lower case.
	unique (email, module_id)
);
alter table public.early_access_requests enable row level security;
grant all on public.early_access_requests to service_role;

create table public.module_feedback (
	id uuid primary key default uuidv7(),
	module_id smallint not null check (module_id between 1 and 6),
	is_helpful boolean not null,
	suggestion text check (length(suggestion) <= 1000),
	user_id uuid references auth.users (id) on delete set null,
	created_at timestamptz not null default now()
);
create index module_feedback_module on public.module_feedback (module_id, created_at desc);
alter table public.module_feedback enable row level security;
grant all on public.module_feedback to service_role;
