-- Orders, coupons, payments and access.

create table public.orders (
	id uuid not null default auth.uuid_v7(),
	-- The buyer's account; null for a guest until the address of the checkout has an account.
	user_id uuid,
	-- Lower case; null until the buyer has entered one.
	email text,
	product_code text not null,
	product_name text not null,
	currency text not null,
	subtotal_cents int not null,
	discount_cents int not null default 0,
	total_cents int not null,
	discount_code text,
	provider text not null,
	livemode boolean not null,
	status text not null default 'pending',
	-- Buyer who started the checkout: user:<id> or browser:<hash>. Prevents two open checkouts of one buyer.
	buyer_key text,
	client_address text not null,
	paid_at timestamptz,
	-- Time when a newer checkout of the same buyer replaced this one, or the provider refused to open it.
	abandoned_at timestamptz,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	-- Version of content/checkout-consent.json: immediate access, and with it the end of the right of withdrawal.
	waiver_version text,
	waiver_accepted_at timestamptz,
	-- Tax included in the total, as the provider calculated it.
	tax_cents int not null default 0,
	-- The refund policy (domain/refunds/refund-policy.ts) of the order. A later one does not change it.
	refund_policy_version text not null,
	-- Time of the buyer's erasure. From then on, the trigger below keeps every personal field empty, whatever the provider reports.
	person_erased_at timestamptz,
	-- Version of the age rule shown at checkout; null when none was shown.
	age_rule_version text,
	-- Courses and single modules that the offer contained when the order was created.
	course_ids text[] not null default '{main}',
	module_ids smallint[] not null default '{}',

	constraint orders_pkey primary key (id),
	constraint orders_email_check check (email = lower(email)),
	constraint orders_currency_check check (currency = lower(currency)),
	constraint orders_subtotal_cents_check check (subtotal_cents > 0),
	constraint orders_discount_cents_check check (discount_cents >= 0),
	constraint orders_check check (discount_cents + total_cents = subtotal_cents),
	constraint orders_total_cents_check check (total_cents >= 0),
	constraint orders_status_check check (status in ('pending', 'processing', 'paid', 'failed', 'expired', 'canceled',
		'partially_refunded', 'refund_pending', 'refunded', 'disputed', 'dispute_lost')),
	constraint orders_waiver_whole check ((waiver_version is null) = (waiver_accepted_at is null)),
	constraint orders_check1 check (tax_cents >= 0 and tax_cents <= total_cents)
);
comment on table public.orders is
	'Orders. The terms (product, amounts, code) are fixed when the order is created; status is derived from the child rows and kept '
	'here for queries. Amounts are integer cents.';
create index orders_user_id on public.orders (user_id, created_at desc);
create index orders_email on public.orders (email, created_at desc);
create index orders_buyer_key on public.orders (buyer_key, product_code) where status = 'pending';
-- Search in the console: by state, by start of address, by code, by the start or end of the order number.
create index orders_status on public.orders (status, created_at desc, id desc);
create index orders_newest on public.orders (created_at desc, id desc);
create index orders_email_begins on public.orders (email text_pattern_ops) where email is not null;
create index orders_discount_code on public.orders (discount_code, created_at desc) where discount_code is not null;
create index orders_number_begins on public.orders (right(id::text, 8) text_pattern_ops);
create index orders_id_ends on public.orders (reverse(id::text) text_pattern_ops);
-- For the overview, which counts orders by payment time and refunds by their own.
create index orders_paid_at on public.orders (paid_at) where paid_at is not null;
-- Sorted lists of the console. The ID breaks ties, so that pages can start at a key.
create index orders_total on public.orders (total_cents, id);
create index orders_status_total on public.orders (status, total_cents, id);
create index orders_product on public.orders (product_code, created_at, id);
create index orders_product_total on public.orders (product_code, total_cents, id);
create index orders_product_status on public.orders (product_code, status, created_at, id);
create index orders_product_status_total on public.orders (product_code, status, total_cents, id);
create index orders_live_product on public.orders (product_code) where livemode;
create index orders_complimentary on public.orders (created_at, id) where provider = 'operator';
alter table public.orders enable row level security;

-- After its buyer is erased, an order keeps its amounts, and no update can add personal data again.
create function public.keep_order_without_person() returns trigger language plpgsql set search_path = '' as $$
begin
	new.person_erased_at := old.person_erased_at;
	new.user_id := null;
	new.email := null;
	new.buyer_key := null;
	new.client_address := '';
	return new;
end $$;
create trigger orders_without_person before update on public.orders
	for each row when (old.person_erased_at is not null) execute function public.keep_order_without_person();

create table public.checkout_sessions (
	provider_session_id text not null,
	order_id uuid not null,
	attempt int not null,
	url text not null,
	state text not null,
	payment_status text not null,
	expires_at timestamptz not null,
	-- Time of the request to the provider. An older response never replaces a newer one.
	as_of timestamptz not null,

	constraint checkout_sessions_pkey primary key (provider_session_id),
	constraint checkout_sessions_order_id_attempt_key unique (order_id, attempt),
	constraint checkout_sessions_order_id_fkey foreign key (order_id) references public.orders (id),
	constraint checkout_sessions_state_check check (state in ('open', 'complete', 'expired')),
	constraint checkout_sessions_payment_status_check check (payment_status in ('unpaid', 'paid', 'no_payment_required'))
);
comment on table public.checkout_sessions is
	'Checkouts at the payment provider, one row per attempt to pay an order.';
create unique index checkout_sessions_one_open on public.checkout_sessions (order_id) where state = 'open';
-- Search in the console.
create index checkout_sessions_id_begins on public.checkout_sessions (provider_session_id text_pattern_ops);
create index checkout_sessions_id_ends on public.checkout_sessions (reverse(provider_session_id) text_pattern_ops);
alter table public.checkout_sessions enable row level security;

create table public.payments (
	provider_payment_id text not null,
	order_id uuid not null,
	amount_cents int not null,
	status text not null,
	paid_at timestamptz,
	failure_code text,
	as_of timestamptz not null,
	card text,

	constraint payments_pkey primary key (provider_payment_id),
	constraint payments_order_id_fkey foreign key (order_id) references public.orders (id),
	constraint payments_status_check check (status in ('processing', 'succeeded', 'failed')),
	constraint payments_card_check check (length(card) between 1 and 60)
);
comment on table public.payments is
	'Payments of orders, as the payment provider reports them.';
comment on column public.payments.card is
	'Brand and last four digits, such as visa 4242; null for other methods, and once the buyer is erased.';
create index payments_order_id on public.payments (order_id);
alter table public.payments enable row level security;

create table public.payment_events (
	provider text not null,
	event_id text not null,
	type text not null,
	livemode boolean not null,
	api_version text,
	order_id uuid,
	deliveries int not null default 1,
	received_at timestamptz not null,
	processed_at timestamptz,
	last_error text,

	constraint payment_events_pkey primary key (provider, event_id),
	constraint payment_events_order_id_fkey foreign key (order_id) references public.orders (id)
);
comment on table public.payment_events is
	'Inbox of webhooks: one row per event, however often it is delivered. Bodies are not kept: the state is always fetched from the '
	'provider.';
create index payment_events_received_at on public.payment_events (received_at);
create index payment_events_order_id on public.payment_events (order_id);
-- Pending events, counted by the health page.
create index payment_events_waiting on public.payment_events (received_at) where processed_at is null;
alter table public.payment_events enable row level security;

create table public.payment_event_cursors (
	provider text not null,
	livemode boolean not null,
	seen_until timestamptz not null,

	constraint payment_event_cursors_pkey primary key (provider, livemode)
);
comment on table public.payment_event_cursors is
	'Time until which the event list of a provider has been read.';
alter table public.payment_event_cursors enable row level security;

create table public.order_alerts (
	id uuid not null default auth.uuid_v7(),
	order_id uuid not null,
	kind text not null,
	detail jsonb not null,
	created_at timestamptz not null,

	constraint order_alerts_pkey primary key (id),
	-- Each finding is alerted only once.
	constraint order_alerts_order_id_kind_detail_key unique (order_id, kind, detail),
	constraint order_alerts_order_id_fkey foreign key (order_id) references public.orders (id)
);
comment on table public.order_alerts is
	'Inconsistencies found on an order, such as a second payment.';
alter table public.order_alerts enable row level security;

create table public.discount_codes (
	code text not null,
	percent int,
	amount_off_cents int,
	offer_codes text[] not null,
	expires_at timestamptz,
	total_limit int,
	per_email_limit int,
	created_at timestamptz not null default now(),
	-- Not valid before this time; null: always valid.
	starts_at timestamptz,
	-- Ended by hand; null while active.
	ended_at timestamptz,
	changed_at timestamptz not null default now(),

	constraint discount_codes_pkey primary key (code),
	constraint discount_codes_code_check check (code = upper(code)),
	constraint discount_codes_percent_check check (percent between 1 and 100),
	constraint discount_codes_check check (num_nonnulls(percent, amount_off_cents) = 1),
	constraint discount_codes_amount_off_cents_check check (amount_off_cents > 0),
	constraint discount_codes_total_limit_check check (total_limit > 0),
	constraint discount_codes_per_email_limit_check check (per_email_limit > 0)
);
comment on table public.discount_codes is
	'Coupons created in the console. Codes of content/offers.json win when both exist.';
create index discount_codes_newest on public.discount_codes (created_at desc, code desc);
alter table public.discount_codes enable row level security;

create table public.discount_redemptions (
	order_id uuid not null,
	code text not null,
	email text,
	state text not null,
	held_until timestamptz not null,
	redeemed_at timestamptz,

	constraint discount_redemptions_pkey primary key (order_id),
	constraint discount_redemptions_order_id_fkey foreign key (order_id) references public.orders (id),
	constraint discount_redemptions_code_check check (code = upper(code)),
	constraint discount_redemptions_email_check check (email = lower(email)),
	constraint discount_redemptions_state_check check (state in ('held', 'redeemed', 'released'))
);
comment on table public.discount_redemptions is
	'Use of a coupon by an order. Held while the checkout is open, so that parallel buyers cannot exceed a limit; released when the '
	'checkout ends unpaid.';
create index discount_redemptions_code on public.discount_redemptions (code, state);
create index discount_redemptions_of_code on public.discount_redemptions (code, order_id desc);
alter table public.discount_redemptions enable row level security;

create table public.entitlements (
	id uuid not null default auth.uuid_v7(),
	order_id uuid not null,
	product_code text not null,
	user_id uuid,
	-- Lower case. Counts for a signed-in learner only once the address is verified.
	email text not null,
	state text not null default 'active',
	granted_at timestamptz not null,
	-- Courses and single modules that it opens, copied from the order.
	course_ids text[] not null default '{main}',
	module_ids smallint[] not null default '{}',
	-- Access closes at this moment; null for no end. Set by the team, independently of the state, which follows the payments.
	ends_at timestamptz,

	constraint entitlements_pkey primary key (id),
	constraint entitlements_order_id_product_code_key unique (order_id, product_code),
	constraint entitlements_order_id_fkey foreign key (order_id) references public.orders (id),
	constraint entitlements_email_check check (email = lower(email)),
	constraint entitlements_state_check check (state in ('active', 'suspended', 'revoked'))
);
comment on table public.entitlements is
	'What a paid order unlocks: one row per order and product. Access lasts while any of a learner''s rows is active and hasn''t ended.';
create index entitlements_user_id on public.entitlements (user_id);
create index entitlements_email on public.entitlements (email);
create index entitlements_order_id on public.entitlements (order_id);
-- Learners with access, newest first, to find those who have stopped.
create index entitlements_newest on public.entitlements (granted_at desc, id desc) where state = 'active';
alter table public.entitlements enable row level security;

create table public.downloads (
	id uuid not null default auth.uuid_v7(),
	-- The order whose entitlement opened the document.
	order_id uuid not null,
	-- Set to null when the account is erased; the row belongs to the order.
	user_id uuid,
	document text not null,
	format text not null,
	first_at timestamptz not null,
	last_at timestamptz not null,
	times int not null default 1,

	constraint downloads_pkey primary key (id),
	constraint downloads_order_id_user_id_document_format_key unique (order_id, user_id, document, format),
	constraint downloads_order_id_fkey foreign key (order_id) references public.orders (id),
	constraint downloads_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
	constraint downloads_document_check check (document ~ '^[a-z0-9_-]{1,60}$'),
	constraint downloads_format_check check (format in ('pdf', 'docx', 'xlsx', 'csv')),
	constraint downloads_times_check check (times > 0)
);
comment on table public.downloads is
	'Paid documents that a learner downloaded, one row per order, learner, document and format. The first download can end the refund '
	'promise. Free documents are not recorded.';
create index downloads_user_id on public.downloads (user_id, last_at desc);
create index downloads_order_id on public.downloads (order_id);
alter table public.downloads enable row level security, force row level security;
create policy downloads_own on public.downloads for select to authenticated using (user_id = (select auth.uid()));
create policy downloads_server on public.downloads to current_user using (true) with check (true);
create policy downloads_second_factor on public.downloads as restrictive to authenticated using ((select auth.has_shown_factor()));
grant select on public.downloads to authenticated;
create policy service_rows on public.downloads to service_role using (true) with check (true);
grant all on public.downloads to service_role;
