-- What is to go wrong with the sandbox's webhooks until it is switched off again.
create table sandbox_stripe.webhook_faults (
	fault text primary key check (fault in ('delay', 'drop', 'duplicate', 'reorder', 'corrupt')),
	since timestamptz not null
);
create index objects_payment_intent on sandbox_stripe.objects (upper(body ->> 'payment_intent'))
	where body ->> 'payment_intent' is not null;
create index events_created_at on sandbox_stripe.events (created_at, id);
