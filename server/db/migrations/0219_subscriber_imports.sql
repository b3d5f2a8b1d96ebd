-- Lists of subscribers from a file: each file is looked at row by row first, and its good rows are taken together or not at all.
alter table public.newsletter_subscriptions drop constraint newsletter_subscriptions_source_check;
alter table public.newsletter_subscriptions
	add constraint newsletter_subscriptions_source_check check (source in ('blog', 'popup', 'settings', 'import')),
	-- Where an address from a file was asked for, as the file says.
	add column asked_place text check (length(asked_place) between 1 and 300);
-- Addresses of a file that wait to be asked for their confirmation.
create index newsletter_subscriptions_uninvited on public.newsletter_subscriptions (id)
	where source = 'import' and status = 'pending' and confirm_hash is null;

create table public.subscriber_imports (
	id uuid primary key default uuidv7(),
	file_name text not null check (length(file_name) <= 200),
	encoding text not null,
	created_by uuid,
	created_at timestamptz not null,
	applied_at timestamptz
);
create index subscriber_imports_newest on public.subscriber_imports (created_at desc, id desc);
alter table public.subscriber_imports enable row level security;
grant all on public.subscriber_imports to service_role;

create table public.subscriber_import_rows (
	import_id uuid not null references public.subscriber_imports (id) on delete cascade,
	-- Of the file.
	line int not null,
	-- As it was typed, cut.
	typed text not null,
	-- Lower case; null for what is no address.
	email text,
	first_name text,
	asked_at timestamptz,
	asked_place text,
	asked_words text,
	-- 'proof' and 'invite' are taken, the others are not.
	verdict text not null check (verdict in ('proof', 'invite', 'no_address', 'twice', 'known', 'ended', 'suppressed')),
	note text,
	primary key (import_id, line)
);
create index subscriber_import_rows_verdict on public.subscriber_import_rows (import_id, verdict, line);
create index subscriber_import_rows_email on public.subscriber_import_rows (email) where email is not null;
alter table public.subscriber_import_rows enable row level security;
grant all on public.subscriber_import_rows to service_role;
