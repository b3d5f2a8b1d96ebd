-- Invoices and credit notes.

create table public.invoice_series (
	series text not null,
	year int not null,
	last_number int not null,
	last_issued_at timestamptz not null,

	constraint invoice_series_pkey primary key (series),
	constraint invoice_series_last_number_check check (last_number >= 0)
);
comment on table public.invoice_series is
	'Last number of each invoice series. The transaction that takes a number locks the row, so a rollback returns the number.';
alter table public.invoice_series enable row level security;

create table public.invoices (
	id uuid not null default auth.uuid_v7(),
	kind text not null,
	number text not null,
	series text not null,
	year int not null,
	sequence int not null,
	-- No foreign key: orders are deleted after seven years, invoices are kept.
	order_id uuid not null,
	-- Credit note: the invoice it corrects.
	corrects uuid,
	currency text not null,
	net_cents int not null,
	tax_cents int not null,
	gross_cents int not null,
	tax_kind text not null,
	-- In hundredths of a percent.
	tax_rate double precision not null,
	tax_reason text,
	item text not null,
	item_note text,
	seller jsonb not null,
	buyer jsonb not null,
	livemode boolean not null,
	issued_at timestamptz not null,
	supplied_at timestamptz not null,
	-- For a credit note that moved no money: the invoice that replaces the corrected one and names the right buyer.
	replaced_by uuid,
	-- Null means VAT.
	tax_name text,
	-- Null means the seller's country.
	tax_country text,

	constraint invoices_pkey primary key (id),
	constraint invoices_number_key unique (number),
	constraint invoices_year_series_sequence_key unique (year, series, sequence),
	constraint invoices_corrects_fkey foreign key (corrects) references public.invoices (id),
	constraint invoices_replaced_by_fkey foreign key (replaced_by) references public.invoices (id),
	constraint invoices_kind_check check (kind in ('invoice', 'credit_note')),
	constraint invoices_check1 check ((kind = 'credit_note') = (corrects is not null)),
	constraint invoices_sequence_check check (sequence > 0),
	constraint invoices_currency_check check (currency = lower(currency)),
	constraint invoices_net_cents_check check (net_cents >= 0),
	constraint invoices_check check (net_cents + tax_cents = gross_cents),
	constraint invoices_tax_cents_check check (tax_cents >= 0),
	constraint invoices_gross_cents_check check (gross_cents > 0),
	constraint invoices_tax_kind_check check (tax_kind in ('included', 'reverse_charge', 'zero_rated', 'exempt', 'not_subject')),
	constraint invoices_tax_rate_check check (tax_rate between 0 and 10000),
	constraint invoices_check2 check (replaced_by is null or kind = 'credit_note'),
	constraint invoices_tax_country_check check (tax_country ~ '^[A-Z]{2}$')
);
comment on table public.invoices is
	'Invoices and credit notes as issued; never changed or deleted. Amounts are integer cents.';
create index invoices_issued_at on public.invoices (issued_at desc, id desc);
create index invoices_order_id on public.invoices (order_id);
-- Search and sorted lists of the console.
create index invoices_buyer_begins on public.invoices (left(lower(buyer ->> 'name'), 80) text_pattern_ops) where buyer ->> 'name' is not null;
create index invoices_buyer_last_name_begins
	on public.invoices (left(lower(regexp_replace(buyer ->> 'name', '^.*\s', '')), 80) text_pattern_ops) where buyer ->> 'name' is not null;
create index invoices_gross on public.invoices (gross_cents, id);
alter table public.invoices enable row level security;

-- Refuses every change of an invoice.
create function public.keep_invoices() returns trigger language plpgsql as $$
begin
	raise exception 'invoices are never changed or deleted';
end $$;
create trigger invoices_kept before update or delete on public.invoices
	for each row execute function public.keep_invoices();
create trigger invoices_not_emptied before truncate on public.invoices
	for each statement execute function public.keep_invoices();
