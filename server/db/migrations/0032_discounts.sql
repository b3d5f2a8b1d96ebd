-- Codes given out by the operator besides those of content/offers.json (a single buyer, a partner). The file wins on a
-- clash. Same meaning as the file's fields.
create table public.discount_codes (
	code text primary key check (code = upper(code)),
	percent int check (percent between 1 and 100),
	amount_off_cents int check (amount_off_cents > 0),
	offer_codes text[] not null,
	expires_at timestamptz,
	total_limit int check (total_limit > 0),
	per_email_limit int check (per_email_limit > 0),
	created_at timestamptz not null default now(),
	check (num_nonnulls(percent, amount_off_cents) = 1)
);
alter table public.discount_codes enable row level security;

-- A use of a code by one order. It is held while the checkout is open, so that a limit cannot be overrun by parallel
-- buyers, and released when the checkout ends unpaid.
create table public.discount_redemptions (
	order_id uuid primary key references public.orders,
	code text not null check (code = upper(code)),
	email text check (email = lower(email)),
	state text not null check (state in ('held', 'redeemed', 'released')),
	held_until timestamptz not null,
	redeemed_at timestamptz
);
create index discount_redemptions_code on public.discount_redemptions (code, state);
alter table public.discount_redemptions enable row level security;
