-- What a buyer agreed to at the checkout: access at once, and with it the end of a right to withdraw (digital content).
-- The version names the words of content/checkout-consent.json that stood there.
alter table public.orders
	add column waiver_version text,
	add column waiver_accepted_at timestamptz,
	add constraint orders_waiver_whole check ((waiver_version is null) = (waiver_accepted_at is null));
