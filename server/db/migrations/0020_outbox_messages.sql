-- Every e-mail and SMS the product sends, written in the transaction of the fact that caused it; a job delivers it.
create table public.outbox_messages (
	id uuid primary key default uuidv7(),
	channel text not null check (channel in ('email', 'sms')),
	to_address text not null,
	template text not null,
	subject text not null,
	body text not null,
	body_html text not null default '',
	status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
	-- One message per cause, however often the cause is reported.
	dedupe_key text unique,
	attempts int not null default 0,
	provider_id text,
	last_error text,
	created_at timestamptz not null default now(),
	sent_at timestamptz
);
create index outbox_messages_to_address on public.outbox_messages (to_address, created_at desc);
create index outbox_messages_created_at on public.outbox_messages (created_at desc);
alter table public.outbox_messages enable row level security;
