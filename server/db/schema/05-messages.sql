-- Email.

create table public.outbox_messages (
	id uuid not null default auth.uuid_v7(),
	-- email; sms only in the sandbox.
	channel text not null,
	to_address text not null,
	template text not null,
	subject text not null,
	body text not null,
	body_html text not null default '',
	status text not null default 'queued',
	-- Allows only one message per cause, even if the cause is reported again.
	dedupe_key text,
	attempts int not null default 0,
	provider_id text,
	last_error text,
	created_at timestamptz not null default now(),
	sent_at timestamptz,
	-- Further headers, such as List-Unsubscribe (RFC 8058).
	headers jsonb not null default '{}',
	-- The job that is sending it. When the same job finds it again, its earlier run was interrupted.
	claimed_by text,
	-- Attempts without a reply: the server may have accepted the email.
	unconfirmed_attempts int not null default 0,
	-- The newsletter issue it belongs to.
	issue_id uuid,

	constraint outbox_messages_pkey primary key (id),
	constraint outbox_messages_dedupe_key_key unique (dedupe_key),
	constraint outbox_messages_channel_check check (channel in ('email', 'sms')),
	constraint outbox_messages_status_check check (status in ('queued', 'sending', 'sent', 'bounced', 'failed', 'suppressed', 'unknown'))
);
comment on table public.outbox_messages is
	'Emails to send and sent, written in the transaction that causes them (outbox pattern). A job delivers them. SMS of the sandbox are '
	'stored here, too.';
create index outbox_messages_to_address on public.outbox_messages (to_address, created_at desc);
create index outbox_messages_created_at on public.outbox_messages (created_at desc);
-- Emails that may need an operator's attention, for the console.
create index outbox_messages_stuck on public.outbox_messages (created_at desc) where status in ('sending', 'bounced', 'failed', 'unknown');
create index outbox_messages_provider_id on public.outbox_messages (provider_id) where provider_id is not null;
-- Search in the console: by template, and by the start of an address.
create index outbox_messages_template on public.outbox_messages (template, created_at desc, id desc);
create index outbox_messages_address_prefix on public.outbox_messages (to_address text_pattern_ops);
create index outbox_messages_issue on public.outbox_messages (issue_id, status) where issue_id is not null;
-- Statistics of the automations, and their newest emails.
create index outbox_messages_automation on public.outbox_messages (split_part(dedupe_key, ':', 2), created_at desc, status)
	where dedupe_key like 'lifecycle:%';
alter table public.outbox_messages enable row level security;

create table public.mail_suppressions (
	address_key bytea not null,
	reason text not null,
	-- The message that bounced, if known.
	message_id uuid,
	created_at timestamptz not null default now(),

	constraint mail_suppressions_pkey primary key (address_key),
	constraint mail_suppressions_reason_check check (reason in ('hard-bounce', 'complaint'))
);
comment on table public.mail_suppressions is
	'Addresses that get no mail, under a keyed hash. The address itself is not kept, and the row outlives the account.';
create index mail_suppressions_newest on public.mail_suppressions (created_at desc);
alter table public.mail_suppressions enable row level security;
create policy service_rows on public.mail_suppressions to service_role using (true) with check (true);
grant all on public.mail_suppressions to service_role;
