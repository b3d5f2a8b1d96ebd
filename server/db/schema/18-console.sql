-- Work in the console: activity log, alerts, lists and bulk jobs.

create table public.operator_actions (
	id uuid not null default auth.uuid_v7(),
	-- Null once that account is deleted.
	actor_id uuid,
	role text not null,
	action text not null,
	object_kind text not null,
	object_id text not null,
	reason text,
	-- Values before and after. People appear only by ID.
	before jsonb,
	after jsonb,
	created_at timestamptz not null,

	constraint operator_actions_pkey primary key (id),
	constraint operator_actions_role_check check (role in ('operator', 'support'))
);
comment on table public.operator_actions is
	'Activity log of the console. Rows are added and never changed.';
create index operator_actions_of_object on public.operator_actions (object_kind, object_id, created_at desc);
create index operator_actions_of_actor on public.operator_actions (actor_id, created_at desc, id desc) where actor_id is not null;
create index operator_actions_of_action on public.operator_actions (action, created_at desc, id desc);
create index operator_actions_newest on public.operator_actions (created_at desc);
alter table public.operator_actions enable row level security;

create table public.operator_alerts (
	id uuid not null default auth.uuid_v7(),
	kind text not null,
	-- Each finding is alerted only once.
	dedupe_key text not null,
	-- Labels and values in the email. Orders and messages appear only by ID, people not at all.
	facts jsonb not null,
	state text not null default 'open',
	-- The email that reported it, perhaps together with others.
	message_id uuid,
	created_at timestamptz not null,
	closed_at timestamptz,
	-- Name of the operator who closed it.
	closed_by text,

	constraint operator_alerts_pkey primary key (id),
	constraint operator_alerts_dedupe_key_key unique (dedupe_key),
	constraint operator_alerts_state_check check (state in ('open', 'closed')),
	constraint operator_alerts_check check ((state = 'closed') = (closed_at is not null)),
	constraint operator_alerts_closed_by_check check (length(closed_by) between 1 and 200),
	constraint operator_alerts_check1 check (closed_by is null or state = 'closed')
);
comment on table public.operator_alerts is
	'Problems that need an operator. Each is mailed once and stays open until it is closed.';
create index operator_alerts_open on public.operator_alerts (created_at desc) where state = 'open';
alter table public.operator_alerts enable row level security;

create table public.queue_decisions (
	kind text not null,
	object text not null,
	-- `done` applies until the facts change, `later` until its time.
	state text not null,
	until timestamptz,
	-- The facts at the time of the decision.
	basis text not null,
	-- The learner concerned; null when there is none.
	user_id uuid,
	decided_by uuid,
	decided_at timestamptz not null,

	constraint queue_decisions_pkey primary key (kind, object),
	constraint queue_decisions_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint queue_decisions_decided_by_fkey foreign key (decided_by) references auth.users (id) on delete set null,
	constraint queue_decisions_kind_check check (kind in ('stands-still', 'failed-check')),
	constraint queue_decisions_object_check check (length(object) between 1 and 300),
	constraint queue_decisions_state_check check (state in ('done', 'later')),
	constraint queue_decisions_check check ((state = 'later') = (until is not null)),
	constraint queue_decisions_basis_check check (length(basis) <= 1000)
);
comment on table public.queue_decisions is
	'Decisions about items of the queue on "Today" that have no state in a table of their own.';
create index queue_decisions_of_user on public.queue_decisions (user_id) where user_id is not null;
create index queue_decisions_by on public.queue_decisions (decided_by) where decided_by is not null;
create index queue_decisions_newest on public.queue_decisions (decided_at desc);
alter table public.queue_decisions enable row level security;

create table public.list_preferences (
	user_id uuid not null,
	list text not null,
	-- Hidden columns.
	hidden text[] not null default '{}',
	page_rows int not null,
	-- Names of the columns in the chosen order; empty: the usual order.
	column_order text[] not null default '{}',

	constraint list_preferences_pkey primary key (user_id, list),
	constraint list_preferences_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint list_preferences_list_check check (length(list) between 1 and 40)
);
comment on table public.list_preferences is
	'How a person of the console sees a list: hidden columns, their order, and page size.';
alter table public.list_preferences enable row level security;

create table public.saved_views (
	id uuid not null default auth.uuid_v7(),
	user_id uuid not null,
	list text not null,
	name text not null,
	-- Query string of the list: state=paid&sort=-total.
	query text not null,
	hidden text[] not null default '{}',
	column_order text[] not null default '{}',
	-- Visible to everyone in the console.
	is_shared boolean not null,
	created_at timestamptz not null,

	constraint saved_views_pkey primary key (id),
	constraint saved_views_user_id_list_name_key unique (user_id, list, name),
	constraint saved_views_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint saved_views_list_check check (length(list) between 1 and 40),
	constraint saved_views_name_check check (length(name) between 1 and 60),
	constraint saved_views_query_check check (length(query) <= 1000)
);
comment on table public.saved_views is
	'Saved filters, sort and columns of a list.';
create index saved_views_shared on public.saved_views (list) where is_shared;
alter table public.saved_views enable row level security;

create table public.bulk_jobs (
	id uuid not null default auth.uuid_v7(),
	action text not null,
	-- Null once that account is deleted.
	user_id uuid,
	role text not null,
	reason text,
	state text not null default 'preview',
	created_at timestamptz not null,
	started_at timestamptz,
	ended_at timestamptz,
	-- Choices for the action, as its form stores them.
	options jsonb,

	constraint bulk_jobs_pkey primary key (id),
	constraint bulk_jobs_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
	constraint bulk_jobs_role_check check (role in ('operator', 'support')),
	constraint bulk_jobs_state_check check (state in ('preview', 'running', 'canceled', 'done'))
);
comment on table public.bulk_jobs is
	'One action on many rows of a list. It waits as a preview until its person starts it.';
create index bulk_jobs_of_person on public.bulk_jobs (user_id) where user_id is not null;
create index bulk_jobs_newest on public.bulk_jobs (created_at desc);
alter table public.bulk_jobs enable row level security;

create table public.bulk_rows (
	job_id uuid not null,
	place int not null,
	object_kind text not null,
	object_id text not null,
	-- Null while the row waits. The preview may already set skipped.
	outcome text,
	-- Reason why it was skipped or failed.
	note text,

	constraint bulk_rows_pkey primary key (job_id, place),
	constraint bulk_rows_job_id_fkey foreign key (job_id) references public.bulk_jobs (id) on delete cascade,
	constraint bulk_rows_outcome_check check (outcome in ('done', 'skipped', 'failed'))
);
comment on table public.bulk_rows is
	'Rows of a bulk job, and the outcome of each.';
create index bulk_rows_waiting on public.bulk_rows (job_id, place) where outcome is null;
create index bulk_rows_of_object on public.bulk_rows (object_kind, object_id);
alter table public.bulk_rows enable row level security;

create table public.backups (
	id uuid not null default auth.uuid_v7(),
	taken_at timestamptz not null,
	-- Null when it was made with the operator's own tools.
	folder text,
	megabytes int,
	-- A drill restores the newest backup and checks its contents.
	kind text not null default 'backup',
	seconds int,
	-- Null if all went well.
	problem text,

	constraint backups_pkey primary key (id),
	constraint backups_kind_check check (kind in ('backup', 'drill')),
	constraint backups_seconds_check check (seconds >= 0),
	constraint backups_problem_check check (length(problem) between 1 and 2000),
	constraint backups_folder_check check (length(folder) between 1 and 4096),
	constraint backups_megabytes_check check (megabytes >= 0)
);
comment on table public.backups is
	'Backups and drills, so that a missing or failed one is noticed.';
create index backups_taken_at on public.backups (kind, taken_at desc);
alter table public.backups enable row level security;

create table public.service_settings (
	name text not null,
	-- Null removes the setting at the next start.
	sealed bytea,
	-- Value used by the last successful start; null if none.
	proven bytea,
	-- True until a start with it succeeds.
	is_pending boolean not null,
	-- Time when a start with it began.
	tried_at timestamptz,
	-- Reason why the newest value was rolled back to the previous one.
	problem text,
	changed_at timestamptz not null,
	-- The server that began that start.
	tried_by text,

	constraint service_settings_pkey primary key (name)
);
comment on table public.service_settings is
	'Keys and addresses of connected services, entered in the console, under the names of their environment variables.';
alter table public.service_settings enable row level security;
