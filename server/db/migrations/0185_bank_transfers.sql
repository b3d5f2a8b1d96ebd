-- Orders that are paid by bank transfer, and what the operator read on the bank's statement. Amounts are integer cents.
create table public.bank_transfers (
	-- Names the checkout in addresses; hard to guess, unlike the reference.
	checkout_id text primary key,
	order_id uuid not null references public.orders,
	attempt int not null,
	-- What the buyer writes on the transfer. It opens nothing.
	reference text not null unique,
	livemode boolean not null,
	currency text not null check (currency = lower(currency)),
	subtotal_cents int not null,
	discount_cents int not null,
	total_cents int not null check (total_cents >= 0),
	discount_code text,
	-- What the buyer agreed to, and when: from then on the account is shown.
	consent_version text,
	accepted_at timestamptz,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	-- A newer order of the same buyer took its place.
	closed_at timestamptz,
	paid_at timestamptz,
	check (discount_cents + total_cents = subtotal_cents),
	check ((consent_version is null) = (accepted_at is null)),
	unique (order_id, attempt)
);
create index bank_transfers_open on public.bank_transfers (accepted_at) where paid_at is null and closed_at is null;
alter table public.bank_transfers enable row level security;

-- Money that the operator is to send back; `sent_at` says that it was.
create table public.bank_transfer_refunds (
	id text primary key,
	checkout_id text not null references public.bank_transfers,
	order_id uuid not null references public.orders,
	request_ref text not null unique,
	amount_cents int not null check (amount_cents > 0),
	created_at timestamptz not null,
	sent_at timestamptz
);
create index bank_transfer_refunds_checkout_id on public.bank_transfer_refunds (checkout_id);
alter table public.bank_transfer_refunds enable row level security;
