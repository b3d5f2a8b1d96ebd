-- Delivery of mail over SMTP: what a lost answer leaves behind, and the addresses that get none.

alter table public.outbox_messages
	drop constraint outbox_messages_status_check,
	add constraint outbox_messages_status_check check (status in
		('queued', 'sending', 'sent', 'bounced', 'failed', 'suppressed', 'unknown')),
	-- The job that is handing it over. The same job finding this again knows that its earlier run was cut off.
	add column claimed_by text,
	-- Attempts whose answer was lost: the mail may have been taken.
	add column doubts int not null default 0;
-- What an operator looks at: everything that did not simply leave.
create index outbox_messages_stuck on public.outbox_messages (created_at desc) where status in ('sending', 'bounced', 'failed', 'unknown');

-- Addresses that get no mail, under a keyed hash: no address is kept, and the entry outlives the account.
create table public.mail_suppressions (
	address_key bytea primary key,
	reason text not null check (reason in ('hard-bounce', 'complaint')),
	-- The message that came back, if it is known.
	message_id uuid,
	created_at timestamptz not null default now()
);
alter table public.mail_suppressions enable row level security;
grant all on public.mail_suppressions to service_role;
