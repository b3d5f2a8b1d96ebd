-- Requests about personal data.

create table public.privacy_requests (
	id uuid not null default auth.uuid_v7(),
	kind text not null,
	-- No foreign key: the row outlives the account. Set to null when the account is erased.
	user_id uuid,
	asked_at timestamptz not null,
	due_at timestamptz not null,
	-- For erasures: time of the deletion. The request can be canceled until then.
	erases_at timestamptz,
	-- For erasures: time when the last email was queued, which must be sent before the address is deleted.
	farewell_at timestamptz,
	farewell_message_id uuid,
	answered_at timestamptz,
	outcome text,

	constraint privacy_requests_pkey primary key (id),
	constraint privacy_requests_kind_check check (kind in ('export', 'erase')),
	constraint privacy_requests_check check ((kind = 'erase') = (erases_at is not null)),
	constraint privacy_requests_check1 check ((answered_at is null) = (outcome is null)),
	constraint privacy_requests_outcome_check check (outcome in ('exported', 'erased', 'canceled')),
	constraint privacy_requests_check2 check (outcome is distinct from 'erased' or user_id is null)
);
comment on table public.privacy_requests is
	'Requests for a copy or the deletion of personal data, which must be answered within 30 days.';
create unique index privacy_requests_one_erasure on public.privacy_requests (user_id) where kind = 'erase' and answered_at is null;
create index privacy_requests_user_id on public.privacy_requests (user_id, asked_at desc);
create index privacy_requests_open on public.privacy_requests (due_at) where answered_at is null;
alter table public.privacy_requests enable row level security;
create policy service_rows on public.privacy_requests to service_role using (true) with check (true);
grant all on public.privacy_requests to service_role;

create table public.mailbox_verifications (
	-- SHA-256 of the token in the link.
	token_hash bytea not null,
	-- Lower case.
	email text not null,
	copies int not null default 0,
	created_at timestamptz not null,
	expires_at timestamptz not null,

	constraint mailbox_verifications_pkey primary key (token_hash),
	constraint mailbox_verifications_email_check check (length(email) between 3 and 254)
);
comment on table public.mailbox_verifications is
	'Links that prove a mailbox for a privacy request without an account.';
create index mailbox_verifications_email on public.mailbox_verifications (email);
create index mailbox_verifications_expires_at on public.mailbox_verifications (expires_at);
alter table public.mailbox_verifications enable row level security;
create policy service_rows on public.mailbox_verifications to service_role using (true) with check (true);
grant all on public.mailbox_verifications to service_role;
