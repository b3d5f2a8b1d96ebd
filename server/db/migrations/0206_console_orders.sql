-- How the console finds orders: by state, by the beginning of an address, by code, by the end of an id.
create index orders_status on public.orders (status, created_at desc, id desc);
create index orders_newest on public.orders (created_at desc, id desc);
drop index public.orders_created_at;
create index orders_email_begins on public.orders (email text_pattern_ops) where email is not null;
create index orders_discount_code on public.orders (discount_code, created_at desc) where discount_code is not null;
create index orders_short_reference on public.orders (right(id::text, 8));
