-- Contact messages (DECISIONS, Funnel). Each has the time by which it must be answered, counted in support hours. No policy
-- opens the table: only the operator reads it.
create table public.support_tickets (
	id uuid primary key default uuidv7(),
	name text not null check (length(name) between 1 and 200),
	-- Lower case always.
	email text not null check (length(email) between 3 and 254),
	subject text not null check (length(subject) between 1 and 200),
	message text not null check (length(message) between 1 and 1000),
	user_id uuid references auth.users (id) on delete set null,
	status text not null default 'open' check (status in ('open', 'answered', 'closed')),
	due_at timestamptz not null,
	answered_at timestamptz,
	created_at timestamptz not null default now()
);
create index support_tickets_open on public.support_tickets (due_at) where status = 'open';
create index support_tickets_email on public.support_tickets (email, created_at desc);
alter table public.support_tickets enable row level security;
grant all on public.support_tickets to service_role;
