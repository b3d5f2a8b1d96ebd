-- Orders and what the provider said about them. Amounts are integer cents. Terms of an order (product, amounts, code)
-- are fixed when it is made; `status` is derived from the child rows and only kept here to be found quickly.
create table public.orders (
	id uuid primary key default uuidv7(),
	-- The account that buys; null for a guest until the checkout's address got its account.
	user_id uuid,
	-- Lower case. Null until the checkout knows one.
	email text check (email = lower(email)),
	product_code text not null,
	product_name text not null,
	currency text not null check (currency = lower(currency)),
	subtotal_cents int not null check (subtotal_cents > 0),
	discount_cents int not null default 0 check (discount_cents >= 0),
	total_cents int not null check (total_cents >= 0),
	discount_code text,
	provider text not null,
	livemode boolean not null,
	status text not null default 'pending' check (status in (
		'pending', 'processing', 'paid', 'failed', 'expired', 'canceled',
		'partially_refunded', 'refund_pending', 'refunded', 'disputed', 'dispute_lost')),
	-- Who pressed the button: `user:<id>` or `browser:<hash>`; two open checkouts of one buyer are not wanted.
	buyer_key text,
	client_address text not null,
	paid_at timestamptz,
	-- Set when a newer checkout of the same buyer replaced this one, or the provider refused to open it.
	abandoned_at timestamptz,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	check (discount_cents + total_cents = subtotal_cents)
);
create index orders_user_id on public.orders (user_id, created_at desc);
create index orders_email on public.orders (email, created_at desc);
create index orders_buyer_key on public.orders (buyer_key, product_code) where status = 'pending';
alter table public.orders enable row level security;

create table public.checkout_sessions (
	provider_session_id text primary key,
	order_id uuid not null references public.orders,
	attempt int not null,
	url text not null,
	state text not null check (state in ('open', 'complete', 'expired')),
	payment_status text not null check (payment_status in ('unpaid', 'paid', 'no_payment_required')),
	expires_at timestamptz not null,
	-- When the provider was asked; an older answer never overrules a newer one.
	as_of timestamptz not null,
	unique (order_id, attempt)
);
create unique index checkout_sessions_one_open on public.checkout_sessions (order_id) where state = 'open';
alter table public.checkout_sessions enable row level security;

create table public.payments (
	provider_payment_id text primary key,
	order_id uuid not null references public.orders,
	amount_cents int not null,
	status text not null check (status in ('processing', 'succeeded', 'failed')),
	paid_at timestamptz,
	failure_code text,
	as_of timestamptz not null
);
create index payments_order_id on public.payments (order_id);
alter table public.payments enable row level security;

-- Inbox of webhooks: one row per event however often it is delivered. The event's body is not kept: it is only a hint.
create table public.payment_events (
	provider text not null,
	event_id text not null,
	type text not null,
	livemode boolean not null,
	api_version text,
	order_id uuid references public.orders,
	deliveries int not null default 1,
	received_at timestamptz not null,
	processed_at timestamptz,
	last_error text,
	primary key (provider, event_id)
);
alter table public.payment_events enable row level security;

create table public.order_alerts (
	id uuid primary key default uuidv7(),
	order_id uuid not null references public.orders,
	kind text not null,
	detail jsonb not null,
	created_at timestamptz not null,
	-- The same finding reported again is not a second alert.
	unique (order_id, kind, detail)
);
alter table public.order_alerts enable row level security;
