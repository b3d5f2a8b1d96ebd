-- State of the built-in sandbox of the payment provider. The shop never reads it: it talks to it through the provider's
-- own SDK and its webhooks, as it would to the real one.
create schema sandbox_stripe;

create table sandbox_stripe.objects (
	id text primary key,
	kind text not null,
	-- The object exactly as the API answers it.
	body jsonb not null,
	created_at timestamptz not null
);
create unique index objects_active_promotion_code on sandbox_stripe.objects (upper(body ->> 'code'))
	where kind = 'promotion_code' and (body ->> 'active')::boolean;
create unique index objects_price_lookup_key on sandbox_stripe.objects ((body ->> 'lookup_key'))
	where kind = 'price' and body ->> 'lookup_key' is not null;

create table sandbox_stripe.idempotency_keys (
	key text primary key,
	request_hash text not null,
	status int,
	response jsonb,
	created_at timestamptz not null
);

create table sandbox_stripe.events (
	id text primary key,
	type text not null,
	-- Text, not jsonb: the signature covers these very bytes.
	body text not null,
	created_at timestamptz not null,
	attempts int not null default 0,
	delivered_at timestamptz,
	last_error text
);

create table sandbox_stripe.webhook_secrets (
	secret text primary key,
	created_at timestamptz not null
);
