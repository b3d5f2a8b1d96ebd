-- State of the built-in sandbox of the payment provider. The shop never reads it: as with the real provider, it uses the SDK and webhooks.
create schema sandbox_stripe;

create table sandbox_stripe.objects (
	id text not null,
	kind text not null,
	-- The object as the API returns it.
	body jsonb not null,
	created_at timestamptz not null,

	constraint objects_pkey primary key (id)
);
comment on table sandbox_stripe.objects is
	'Objects of the sandbox (customers, prices, checkouts, ...).';
create unique index objects_active_promotion_code on sandbox_stripe.objects (upper(body ->> 'code'))
	where kind = 'promotion_code' and (body ->> 'active')::boolean;
create unique index objects_price_lookup_key on sandbox_stripe.objects ((body ->> 'lookup_key'))
	where kind = 'price' and body ->> 'lookup_key' is not null;
create index objects_payment_intent on sandbox_stripe.objects (upper(body ->> 'payment_intent'))
	where body ->> 'payment_intent' is not null;

create table sandbox_stripe.idempotency_keys (
	key text not null,
	request_hash text not null,
	status int,
	response jsonb,
	created_at timestamptz not null,

	constraint idempotency_keys_pkey primary key (key)
);
comment on table sandbox_stripe.idempotency_keys is
	'Requests with an idempotency key, and their responses.';

create table sandbox_stripe.events (
	id text not null,
	type text not null,
	-- text, not jsonb, because the signature covers exactly these bytes.
	body text not null,
	created_at timestamptz not null,
	attempts int not null default 0,
	delivered_at timestamptz,
	last_error text,

	constraint events_pkey primary key (id)
);
comment on table sandbox_stripe.events is
	'Webhook events to deliver.';
create index events_created_at on sandbox_stripe.events (created_at, id);

create table sandbox_stripe.webhook_secrets (
	secret text not null,
	created_at timestamptz not null,

	constraint webhook_secrets_pkey primary key (secret)
);
comment on table sandbox_stripe.webhook_secrets is
	'Secrets that sign webhooks.';

create table sandbox_stripe.webhook_faults (
	fault text not null,
	since timestamptz not null,

	constraint webhook_faults_pkey primary key (fault),
	constraint webhook_faults_fault_check check (fault in ('delay', 'drop', 'duplicate', 'reorder', 'corrupt'))
);
comment on table sandbox_stripe.webhook_faults is
	'Delivery faults that are switched on for tests and demonstrations.';
