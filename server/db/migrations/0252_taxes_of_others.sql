-- Taxes that the payment provider works out: a reverse charge, a rate of zero, parts of a hundredth of a percent, other names than VAT.
alter table public.invoices
	drop constraint invoices_tax_kind_check,
	add constraint invoices_tax_kind_check
		check (tax_kind in ('included', 'reverse_charge', 'zero_rated', 'exempt', 'not_subject')),
	alter column tax_rate type double precision,
	-- Null is VAT.
	add column tax_name text,
	-- Null is the seller's.
	add column tax_country text check (tax_country ~ '^[A-Z]{2}$');
