-- How a person of the console sees one of its lists.
create table public.list_choices (
	user_id uuid not null references auth.users (id) on delete cascade,
	list text not null check (length(list) between 1 and 40),
	-- Names of the columns that are left out.
	hidden text[] not null default '{}',
	-- Of a page.
	page_rows integer not null,
	primary key (user_id, list)
);
alter table public.list_choices enable row level security;

-- Filters, sort and columns of a list under a name.
create table public.saved_views (
	id uuid primary key default uuidv7(),
	user_id uuid not null references auth.users (id) on delete cascade,
	list text not null check (length(list) between 1 and 40),
	name text not null check (length(name) between 1 and 60),
	-- As in the address of the list: `state=paid&sort=-total`.
	query text not null check (length(query) <= 1000),
	hidden text[] not null default '{}',
	-- Everyone in the console sees it.
	is_shared boolean not null,
	created_at timestamptz not null,
	unique (user_id, list, name)
);
create index saved_views_shared on public.saved_views (list) where is_shared;
alter table public.saved_views enable row level security;

-- One action on many rows of a list. It waits as a preview until its person starts it.
create table public.bulk_jobs (
	id uuid primary key default uuidv7(),
	action text not null,
	-- Null once that account is deleted.
	user_id uuid references auth.users (id) on delete set null,
	role text not null check (role in ('operator', 'support')),
	reason text,
	state text not null default 'preview' check (state in ('preview', 'running', 'canceled', 'done')),
	created_at timestamptz not null,
	started_at timestamptz,
	ended_at timestamptz
);
create index bulk_jobs_of_person on public.bulk_jobs (user_id) where user_id is not null;
create index bulk_jobs_newest on public.bulk_jobs (created_at desc);
alter table public.bulk_jobs enable row level security;

create table public.bulk_rows (
	job_id uuid not null references public.bulk_jobs (id) on delete cascade,
	place integer not null,
	object_kind text not null,
	object_id text not null,
	-- Null while the row waits. `skipped` may be known from the preview on.
	outcome text check (outcome in ('done', 'skipped', 'failed')),
	-- Why it was skipped or failed.
	note text,
	primary key (job_id, place)
);
create index bulk_rows_waiting on public.bulk_rows (job_id, place) where outcome is null;
create index bulk_rows_of_object on public.bulk_rows (object_kind, object_id);
alter table public.bulk_rows enable row level security;
