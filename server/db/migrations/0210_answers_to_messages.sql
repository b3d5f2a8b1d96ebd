-- Answers to contact messages, written in the console (docs/decisions/0222).
create table public.ticket_messages (
	id uuid primary key default uuidv7(),
	ticket_id uuid not null references public.support_tickets (id) on delete cascade,
	-- Who wrote it; null once that account is deleted.
	author_id uuid references auth.users (id) on delete set null,
	body text not null check (length(body) between 1 and 10000),
	-- Its mail in outbox_messages, which is deleted earlier.
	message_id uuid not null,
	created_at timestamptz not null
);
create index ticket_messages_of_ticket on public.ticket_messages (ticket_id, created_at);
create index ticket_messages_of_author on public.ticket_messages (author_id) where author_id is not null;
alter table public.ticket_messages enable row level security;

alter table public.support_tickets
	add column assigned_to uuid references auth.users (id) on delete set null,
	-- Of a message that was opened again: what was promised and kept the first time.
	add column first_due_at timestamptz,
	add column first_answered_at timestamptz;
create index support_tickets_assigned on public.support_tickets (assigned_to) where assigned_to is not null;
-- Lists by state, with and without a category; and the figure of promises.
create index support_tickets_state on public.support_tickets (status, created_at desc, id desc);
create index support_tickets_state_category on public.support_tickets (status, category, created_at desc, id desc);
create index support_tickets_open_category on public.support_tickets (category, due_at, id) where status = 'open';
create index support_tickets_promises on public.support_tickets (created_at)
	include (status, due_at, answered_at, first_due_at, first_answered_at);

-- Texts that fill the form of an answer.
create table public.saved_answers (
	id uuid primary key default uuidv7(),
	title text not null check (length(title) between 1 and 100),
	body text not null check (length(body) between 1 and 10000),
	created_at timestamptz not null
);
alter table public.saved_answers enable row level security;

create index module_feedback_newest on public.module_feedback (created_at desc, id desc);
create index early_access_requests_newest on public.early_access_requests (created_at desc, id desc);
