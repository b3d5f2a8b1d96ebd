-- Support tickets and job applications.

create table public.support_tickets (
	id uuid not null default auth.uuid_v7(),
	name text not null,
	-- Lower case.
	email text not null,
	subject text not null,
	message text not null,
	user_id uuid,
	status text not null default 'open',
	due_at timestamptz not null,
	answered_at timestamptz,
	created_at timestamptz not null default now(),
	category text not null default 'general',
	assigned_to uuid,
	-- First due time and first answer of a ticket that was reopened.
	first_due_at timestamptz,
	first_answered_at timestamptz,

	constraint support_tickets_pkey primary key (id),
	constraint support_tickets_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
	constraint support_tickets_assigned_to_fkey foreign key (assigned_to) references auth.users (id) on delete set null,
	constraint support_tickets_name_check check (length(name) between 1 and 200),
	constraint support_tickets_email_check check (length(email) between 3 and 254),
	constraint support_tickets_subject_check check (length(subject) between 1 and 200),
	constraint support_tickets_message_check check (length(message) between 1 and 1000),
	constraint support_tickets_status_check check (status in ('open', 'answered', 'closed')),
	constraint support_tickets_category_check check (category in ('general', 'terms', 'privacy', 'guardian'))
);
comment on table public.support_tickets is
	'Support tickets, opened by the contact form. due_at is counted in support hours.';
create index support_tickets_open on public.support_tickets (due_at) where status = 'open';
create index support_tickets_email on public.support_tickets (email, created_at desc);
create index support_tickets_email_begins on public.support_tickets (email text_pattern_ops);
create index support_tickets_name_begins on public.support_tickets (left(lower(name), 80) text_pattern_ops);
create index support_tickets_last_name_begins on public.support_tickets (left(lower(regexp_replace(name, '^.*\s', '')), 80) text_pattern_ops);
create index support_tickets_short_reference on public.support_tickets (right(id::text, 8));
create index support_tickets_assigned on public.support_tickets (assigned_to) where assigned_to is not null;
-- Lists by state and category, and how many answers were on time.
create index support_tickets_state on public.support_tickets (status, created_at desc, id desc);
create index support_tickets_state_category on public.support_tickets (status, category, created_at desc, id desc);
create index support_tickets_open_category on public.support_tickets (category, due_at, id) where status = 'open';
create index support_tickets_promises on public.support_tickets (created_at)
	include (status, due_at, answered_at, first_due_at, first_answered_at);
alter table public.support_tickets enable row level security;
create policy service_rows on public.support_tickets to service_role using (true) with check (true);
grant all on public.support_tickets to service_role;

create table public.ticket_messages (
	id uuid not null default auth.uuid_v7(),
	ticket_id uuid not null,
	-- Null once that account is deleted, and for replies.
	author_id uuid,
	body text not null,
	-- Its email in outbox_messages, which is deleted earlier than this row.
	message_id uuid,
	created_at timestamptz not null,
	kind text not null default 'answer',

	constraint ticket_messages_pkey primary key (id),
	constraint ticket_messages_ticket_id_fkey foreign key (ticket_id) references public.support_tickets (id) on delete cascade,
	constraint ticket_messages_author_id_fkey foreign key (author_id) references auth.users (id) on delete set null,
	constraint ticket_messages_body_check check (length(body) between 1 and 10000),
	constraint ticket_messages_kind_check check (kind in ('answer', 'reply', 'note')),
	constraint ticket_messages_check1 check (kind <> 'reply' or author_id is null),
	constraint ticket_messages_check check ((kind = 'answer') = (message_id is not null))
);
comment on table public.ticket_messages is
	'Thread of a ticket: our answers, replies of its writer, and internal notes.';
create index ticket_messages_of_ticket on public.ticket_messages (ticket_id, created_at);
create index ticket_messages_of_author on public.ticket_messages (author_id) where author_id is not null;
alter table public.ticket_messages enable row level security;

create table public.saved_answers (
	id uuid not null default auth.uuid_v7(),
	title text not null,
	body text not null,
	created_at timestamptz not null,

	constraint saved_answers_pkey primary key (id),
	constraint saved_answers_title_check check (length(title) between 1 and 100),
	constraint saved_answers_body_check check (length(body) between 1 and 10000)
);
comment on table public.saved_answers is
	'Saved replies for tickets.';
alter table public.saved_answers enable row level security;

create table public.learner_notes (
	id uuid not null default auth.uuid_v7(),
	user_id uuid not null,
	-- Null once that account is deleted.
	author_id uuid,
	body text not null,
	created_at timestamptz not null,

	constraint learner_notes_pkey primary key (id),
	constraint learner_notes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint learner_notes_author_id_fkey foreign key (author_id) references auth.users (id) on delete set null,
	constraint learner_notes_body_check check (length(body) between 1 and 2000)
);
comment on table public.learner_notes is
	'Notes of the team about a learner, which only the console shows.';
create index learner_notes_of_learner on public.learner_notes (user_id, created_at desc);
create index learner_notes_of_author on public.learner_notes (author_id) where author_id is not null;
alter table public.learner_notes enable row level security;

create table public.learner_tags (
	user_id uuid not null,
	name text not null,
	-- Names are compared without case.
	key text not null generated always as (lower(name)) stored,
	created_at timestamptz not null,

	constraint learner_tags_pkey primary key (user_id, key),
	constraint learner_tags_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint learner_tags_name_check check (length(name) between 1 and 40)
);
comment on table public.learner_tags is
	'Short names that the team puts on learners, to find them in lists and write to them.';
create index learner_tags_key on public.learner_tags (key, user_id);
alter table public.learner_tags enable row level security;

create table public.job_applications (
	id uuid not null default auth.uuid_v7(),
	-- Position ID in the content; null for a general application. An application stays when its position is removed.
	position text,
	name text not null,
	-- Lower case.
	email text not null,
	message text not null,
	status text not null default 'new',
	created_at timestamptz not null default now(),

	constraint job_applications_pkey primary key (id),
	constraint job_applications_position_check check (length(position) between 1 and 100),
	constraint job_applications_name_check check (length(name) between 1 and 200),
	constraint job_applications_email_check check (length(email) between 3 and 254),
	constraint job_applications_message_check check (length(message) between 1 and 4000),
	constraint job_applications_status_check check (status in ('new', 'answered', 'closed'))
);
comment on table public.job_applications is
	'Applications for a position.';
create index job_applications_created_at on public.job_applications (created_at desc);
create index job_applications_new on public.job_applications (created_at) where status = 'new';
-- Search in the console: by the beginning of the address, the name or the last name.
create index job_applications_email_begins on public.job_applications (email text_pattern_ops);
create index job_applications_name_begins on public.job_applications (left(lower(name), 80) text_pattern_ops);
create index job_applications_last_name_begins on public.job_applications (left(lower(regexp_replace(name, '^.*\s', '')), 80) text_pattern_ops);
alter table public.job_applications enable row level security;
create policy service_rows on public.job_applications to service_role using (true) with check (true);
grant all on public.job_applications to service_role;

create table public.job_application_files (
	application_id uuid not null,
	-- File name given by the sender; never used in a path.
	file_name text not null,
	size_bytes int not null,
	sha256 bytea not null,
	-- Contains a script, a program or a file: open with care.
	has_active_content boolean not null,
	content bytea not null,

	constraint job_application_files_pkey primary key (application_id),
	constraint job_application_files_application_id_fkey foreign key (application_id) references public.job_applications (id) on delete cascade,
	constraint job_application_files_file_name_check check (length(file_name) between 1 and 255),
	constraint job_application_files_size_bytes_check check (size_bytes between 1 and 5242880),
	constraint job_application_files_sha256_check check (length(sha256) = 32),
	constraint job_application_files_check check (length(content) = size_bytes)
);
comment on table public.job_application_files is
	'PDF of an application. A separate table, so that lists never load files.';
alter table public.job_application_files alter column content set storage external;
alter table public.job_application_files enable row level security;
create policy service_rows on public.job_application_files to service_role using (true) with check (true);
grant all on public.job_application_files to service_role;
