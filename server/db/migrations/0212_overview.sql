-- What the overview adds up: orders by the time of their payment, and refunds by theirs.
create index orders_paid_at on public.orders (paid_at) where paid_at is not null;
create index refunds_created_at on public.refunds (created_at);
