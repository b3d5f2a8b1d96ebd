-- What paying unlocks (DECISIONS, Funnel). One row per order and product: access stands while any of them is active.
create table public.entitlements (
	id uuid primary key default uuidv7(),
	order_id uuid not null references public.orders,
	product_code text not null,
	user_id uuid,
	-- Lower case. Counts for a signed-in learner only once that address is verified.
	email text not null check (email = lower(email)),
	state text not null default 'active' check (state in ('active', 'suspended', 'revoked')),
	granted_at timestamptz not null,
	unique (order_id, product_code)
);
create index entitlements_user_id on public.entitlements (user_id);
create index entitlements_email on public.entitlements (email);
alter table public.entitlements enable row level security;
