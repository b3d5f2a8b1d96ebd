-- Refunds, disputes and bank transfers.

create table public.refund_requests (
	id uuid not null default auth.uuid_v7(),
	order_id uuid not null,
	-- Account that requested it; null if an operator started it, and once the account is erased.
	user_id uuid,
	kind text not null,
	-- The buyer's own words, and the name under a withdrawal.
	message text,
	declared_name text,
	-- granted: a job must send it. sent: the provider has it. The others are final, except that settled can still become failed.
	state text not null,
	reasons text[] not null default '{}',
	-- Everything the decision was based on (domain/refunds/evaluate-refund.ts).
	facts jsonb not null,
	policy_version text not null,
	amount_cents int not null,
	provider_payment_id text,
	-- policy, or operator:<name> together with the reason for overruling the policy.
	decided_by text not null,
	override_reason text,
	requested_at timestamptz not null,
	decided_at timestamptz not null,
	-- Expected arrival of the money; null if refused.
	expected_from timestamptz,
	expected_by timestamptz,
	settled_at timestamptz,
	failure_reason text,
	updated_at timestamptz not null,

	constraint refund_requests_pkey primary key (id),
	constraint refund_requests_order_id_fkey foreign key (order_id) references public.orders (id),
	constraint refund_requests_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
	constraint refund_requests_kind_check check (kind in ('promise', 'withdrawal', 'operator')),
	constraint refund_requests_message_check check (length(message) <= 2000),
	constraint refund_requests_declared_name_check check (length(declared_name) between 1 and 200),
	constraint refund_requests_state_check check (state in ('refused', 'granted', 'sent', 'settled', 'failed')),
	constraint refund_requests_check1 check (state = 'refused' or (amount_cents > 0 and provider_payment_id is not null
		and expected_by is not null)),
	constraint refund_requests_amount_cents_check check (amount_cents >= 0),
	constraint refund_requests_check check ((decided_by = 'policy') = (override_reason is null)),
	constraint refund_requests_override_reason_check check (length(override_reason) between 1 and 2000)
);
comment on table public.refund_requests is
	'Refunds requested by buyers or operators: the decision and its progress. The id is the idempotency key at the provider, so one '
	'row is one refund however often it is sent.';
create unique index refund_requests_one_open on public.refund_requests (order_id) where state in ('granted', 'sent');
create index refund_requests_order_id on public.refund_requests (order_id, requested_at desc);
create index refund_requests_user_id on public.refund_requests (user_id);
create index refund_requests_watched on public.refund_requests (expected_by) where state in ('granted', 'sent');
alter table public.refund_requests enable row level security;
create policy service_rows on public.refund_requests to service_role using (true) with check (true);
grant all on public.refund_requests to service_role;

create table public.refunds (
	provider_refund_id text not null,
	order_id uuid not null,
	provider_payment_id text not null,
	-- Our refund request; null for a refund made in the provider's dashboard.
	request_ref text,
	amount_cents int not null,
	status text not null,
	failure_reason text,
	created_at timestamptz not null,
	as_of timestamptz not null,

	constraint refunds_pkey primary key (provider_refund_id),
	constraint refunds_order_id_fkey foreign key (order_id) references public.orders (id),
	constraint refunds_amount_cents_check check (amount_cents > 0),
	constraint refunds_status_check check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled'))
);
comment on table public.refunds is
	'Refunds as the payment provider reports them. A state is never final: a refund that succeeded can still fail, so the later '
	'answer wins.';
create index refunds_order_id on public.refunds (order_id);
create index refunds_request_ref on public.refunds (request_ref) where request_ref is not null;
create index refunds_created_at on public.refunds (created_at);
alter table public.refunds enable row level security;

create table public.disputes (
	provider_dispute_id text not null,
	order_id uuid not null,
	provider_payment_id text not null,
	amount_cents int not null,
	-- The provider's status; it may add new ones.
	status text not null,
	reason text not null,
	evidence_due_by timestamptz,
	as_of timestamptz not null,

	constraint disputes_pkey primary key (provider_dispute_id),
	constraint disputes_order_id_fkey foreign key (order_id) references public.orders (id)
);
comment on table public.disputes is
	'Chargebacks as the payment provider reports them. A lost dispute can be appealed, so the later answer wins.';
create index disputes_order_id on public.disputes (order_id);
alter table public.disputes enable row level security;

create table public.bank_transfers (
	-- Part of URLs, so it must be hard to guess.
	checkout_id text not null,
	order_id uuid not null,
	attempt int not null,
	-- Payment reference that the buyer writes on the transfer. It isn't a secret: it gives no access.
	reference text not null,
	livemode boolean not null,
	currency text not null,
	subtotal_cents int not null,
	discount_cents int not null,
	total_cents int not null,
	discount_code text,
	-- Terms that the buyer accepted, and when; from then on, the bank account is shown.
	consent_version text,
	accepted_at timestamptz,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	-- Time when a newer order of the same buyer replaced it.
	closed_at timestamptz,
	paid_at timestamptz,

	constraint bank_transfers_pkey primary key (checkout_id),
	constraint bank_transfers_order_id_attempt_key unique (order_id, attempt),
	constraint bank_transfers_reference_key unique (reference),
	constraint bank_transfers_order_id_fkey foreign key (order_id) references public.orders (id),
	constraint bank_transfers_currency_check check (currency = lower(currency)),
	constraint bank_transfers_check check (discount_cents + total_cents = subtotal_cents),
	constraint bank_transfers_total_cents_check check (total_cents >= 0),
	constraint bank_transfers_check1 check ((consent_version is null) = (accepted_at is null))
);
comment on table public.bank_transfers is
	'Orders paid by bank transfer, matched by the operator with the bank statement. Amounts are integer cents.';
create index bank_transfers_open on public.bank_transfers (accepted_at) where paid_at is null and closed_at is null;
alter table public.bank_transfers enable row level security;

create table public.bank_transfer_refunds (
	id text not null,
	checkout_id text not null,
	order_id uuid not null,
	request_ref text not null,
	amount_cents int not null,
	created_at timestamptz not null,
	sent_at timestamptz,

	constraint bank_transfer_refunds_pkey primary key (id),
	constraint bank_transfer_refunds_request_ref_key unique (request_ref),
	constraint bank_transfer_refunds_checkout_id_fkey foreign key (checkout_id) references public.bank_transfers (checkout_id),
	constraint bank_transfer_refunds_order_id_fkey foreign key (order_id) references public.orders (id),
	constraint bank_transfer_refunds_amount_cents_check check (amount_cents > 0)
);
comment on table public.bank_transfer_refunds is
	'Refunds that the operator sends by bank transfer.';
create index bank_transfer_refunds_checkout_id on public.bank_transfer_refunds (checkout_id);
alter table public.bank_transfer_refunds enable row level security;
