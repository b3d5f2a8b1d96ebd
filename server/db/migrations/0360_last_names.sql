-- The console finds orders and tickets by last name, too.
create index invoices_buyer_last_name_begins
	on public.invoices (left(lower(regexp_replace(buyer ->> 'name', '^.*\s', '')), 80) text_pattern_ops) where buyer ->> 'name' is not null;
create index support_tickets_last_name_begins on public.support_tickets (left(lower(regexp_replace(name, '^.*\s', '')), 80) text_pattern_ops);
