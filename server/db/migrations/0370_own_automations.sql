-- Automations that an operator adds: another email after the event of one that the product has.
alter table public.lifecycle_rules add column title text;
alter table public.lifecycle_rules add column trigger text;
alter table public.lifecycle_rules add constraint lifecycle_rules_own_check
	check ((title is null) = (trigger is null) and length(title) between 1 and 80);
-- Which offers have a live order, however many test orders they have.
create index orders_live_product on public.orders (product_code) where livemode;
