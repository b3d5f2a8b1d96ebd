-- Applications for a position (DECISIONS, Funnel). No policy opens the tables: only the operator reads them.
create table public.job_applications (
	id uuid primary key default uuidv7(),
	-- Id of the position in the content; null for a general application. Positions go, applications stay.
	position text check (length(position) between 1 and 100),
	name text not null check (length(name) between 1 and 200),
	-- Lower case always.
	email text not null check (length(email) between 3 and 254),
	message text not null check (length(message) between 1 and 4000),
	status text not null default 'new' check (status in ('new', 'answered', 'closed')),
	created_at timestamptz not null default now()
);
create index job_applications_created_at on public.job_applications (created_at desc);
alter table public.job_applications enable row level security;
grant all on public.job_applications to service_role;

-- The PDF of an application, apart from it so that lists never carry files.
create table public.job_application_files (
	application_id uuid primary key references public.job_applications (id) on delete cascade,
	-- As the sender's computer called it; never part of a path.
	file_name text not null check (length(file_name) between 1 and 255),
	size_bytes int not null check (size_bytes between 1 and 5242880),
	sha256 bytea not null check (length(sha256) = 32),
	-- Holds a script, a program or a file: to be opened with care.
	has_active_content boolean not null,
	content bytea not null check (length(content) = size_bytes)
);
-- A PDF is packed already.
alter table public.job_application_files alter column content set storage external;
alter table public.job_application_files enable row level security;
grant all on public.job_application_files to service_role;
