-- Who asked for a copy of their data or for its deletion, by when it is due and when it was done (DECISIONS, Policies as
-- code: answered within 30 days).
create table public.privacy_requests (
	id uuid primary key default uuidv7(),
	kind text not null check (kind in ('export', 'erase')),
	-- No foreign key: the record outlives the account. Cleared when the account is erased.
	user_id uuid,
	asked_at timestamptz not null,
	due_at timestamptz not null,
	-- erase: until then it can be taken back.
	erases_at timestamptz check ((kind = 'erase') = (erases_at is not null)),
	-- erase: the last mail to the address, which has to leave before the address is gone.
	farewell_at timestamptz,
	farewell_message_id uuid,
	answered_at timestamptz,
	outcome text check (outcome in ('exported', 'erased', 'canceled')),
	check ((answered_at is null) = (outcome is null)),
	check (outcome is distinct from 'erased' or user_id is null)
);
create unique index privacy_requests_one_erasure on public.privacy_requests (user_id) where kind = 'erase' and answered_at is null;
create index privacy_requests_user_id on public.privacy_requests (user_id, asked_at desc);
create index privacy_requests_open on public.privacy_requests (due_at) where answered_at is null;
alter table public.privacy_requests enable row level security;
grant all on public.privacy_requests to service_role;

-- The money of an order stays when its buyer is erased; the buyer never comes back to it, whatever the provider reports later.
alter table public.orders add column person_erased_at timestamptz;
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

-- The daily job asks for the oldest rows by these clocks.
create index orders_created_at on public.orders (created_at);
create index progress_entries_stored_at on public.progress_entries (stored_at);
create index sms_messages_created_at on public.sms_messages (created_at);
create index payment_events_received_at on public.payment_events (received_at);
create index payment_events_order_id on public.payment_events (order_id);
create index entitlements_order_id on public.entitlements (order_id);
create index downloads_order_id on public.downloads (order_id);
