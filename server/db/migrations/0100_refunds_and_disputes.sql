-- What the provider says about money that goes back. None of these facts only grows: a refund that succeeded may still
-- fail, a lost dispute may be appealed; the later question wins.
create table public.refunds (
	provider_refund_id text primary key,
	order_id uuid not null references public.orders,
	provider_payment_id text not null,
	-- Our request that asked for it; null for one made in the provider's dashboard.
	request_ref text,
	amount_cents int not null check (amount_cents > 0),
	status text not null check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
	failure_reason text,
	created_at timestamptz not null,
	as_of timestamptz not null
);
create index refunds_order_id on public.refunds (order_id);
create index refunds_request_ref on public.refunds (request_ref) where request_ref is not null;
alter table public.refunds enable row level security;

create table public.disputes (
	provider_dispute_id text primary key,
	order_id uuid not null references public.orders,
	provider_payment_id text not null,
	amount_cents int not null,
	-- The provider's own word: its vocabulary is open.
	status text not null,
	reason text not null,
	evidence_due_by timestamptz,
	as_of timestamptz not null
);
create index disputes_order_id on public.disputes (order_id);
alter table public.disputes enable row level security;

-- Tax contained in the total, as the provider reckoned it.
alter table public.orders add column tax_cents int not null default 0 check (tax_cents >= 0 and tax_cents <= total_cents);

-- How far the provider's events have been looked through.
create table public.payment_event_cursors (
	provider text not null,
	livemode boolean not null,
	seen_until timestamptz not null,
	primary key (provider, livemode)
);
alter table public.payment_event_cursors enable row level security;
