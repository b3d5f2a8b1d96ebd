-- Which refund policy (domain/refunds/refund-policy.ts) an order was made under; a later one does not touch it.
alter table public.orders add column refund_policy_version text not null default '2026-11-20';
alter table public.orders alter column refund_policy_version drop default;

-- What a buyer asked for, how it was decided and how far the money is. Its id is the idempotency key at the provider:
-- one row is one refund, however often it is sent.
create table public.refund_requests (
	id uuid primary key default uuidv7(),
	order_id uuid not null references public.orders,
	-- Who asked; null when an operator began it. Erasing an account clears the person, not the fact.
	user_id uuid references auth.users (id) on delete set null,
	kind text not null check (kind in ('promise', 'withdrawal', 'operator')),
	-- The buyer's own words, and the name under a withdrawal.
	message text check (length(message) <= 2000),
	declared_name text check (length(declared_name) between 1 and 200),
	-- `granted`: the job has to send it. `sent`: the provider has it. The rest are ends; `failed` may still follow `settled`.
	state text not null check (state in ('refused', 'granted', 'sent', 'settled', 'failed')),
	reasons text[] not null default '{}',
	-- All that the decision rests on, as domain/refunds/evaluate-refund.ts took it.
	facts jsonb not null,
	policy_version text not null,
	amount_cents int not null check (amount_cents >= 0),
	provider_payment_id text,
	-- `policy`, or `operator:<name>` with the reason why the policy was overruled.
	decided_by text not null,
	override_reason text check (length(override_reason) between 1 and 2000),
	requested_at timestamptz not null,
	decided_at timestamptz not null,
	-- Money is expected between these; null when refused.
	expected_from timestamptz,
	expected_by timestamptz,
	settled_at timestamptz,
	failure_reason text,
	updated_at timestamptz not null,
	check ((decided_by = 'policy') = (override_reason is null)),
	check (state = 'refused' or (amount_cents > 0 and provider_payment_id is not null and expected_by is not null))
);
create unique index refund_requests_one_open on public.refund_requests (order_id) where state in ('granted', 'sent');
create index refund_requests_order_id on public.refund_requests (order_id, requested_at desc);
create index refund_requests_user_id on public.refund_requests (user_id);
create index refund_requests_watched on public.refund_requests (expected_by) where state in ('granted', 'sent');
alter table public.refund_requests enable row level security;
grant all on public.refund_requests to service_role;
