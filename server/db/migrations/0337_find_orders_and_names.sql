-- Orders are found by the start or end of their number, of the buyer's checkout ID, and by the name on the invoice.
drop index public.orders_short_reference;
create index orders_number_begins on public.orders (right(id::text, 8) text_pattern_ops);
create index orders_id_ends on public.orders (reverse(id::text) text_pattern_ops);
create index checkout_sessions_id_begins on public.checkout_sessions (provider_session_id text_pattern_ops);
create index checkout_sessions_id_ends on public.checkout_sessions (reverse(provider_session_id) text_pattern_ops);
create index invoices_buyer_begins on public.invoices (left(lower(buyer ->> 'name'), 80) text_pattern_ops) where buyer ->> 'name' is not null;
