-- How far each series of numbers is. Its row is locked by the transaction that takes a number, so one that is undone gives it back.
create table public.invoice_series (
	series text primary key,
	year int not null,
	last_number int not null check (last_number >= 0),
	last_issued_at timestamptz not null
);
alter table public.invoice_series enable row level security;

-- Invoices and credit notes as they were issued. Amounts are integer cents.
create table public.invoices (
	id uuid primary key default uuidv7(),
	kind text not null check (kind in ('invoice', 'credit_note')),
	number text not null unique,
	series text not null,
	year int not null,
	sequence int not null check (sequence > 0),
	-- No foreign key: an order is deleted after seven years, its invoices stay.
	order_id uuid not null,
	-- Of a credit note: the invoice that it corrects.
	corrects uuid references public.invoices,
	currency text not null check (currency = lower(currency)),
	net_cents int not null check (net_cents >= 0),
	tax_cents int not null check (tax_cents >= 0),
	gross_cents int not null check (gross_cents > 0),
	tax_kind text not null check (tax_kind in ('included', 'exempt', 'not_subject')),
	-- Hundredths of a percent.
	tax_rate int not null check (tax_rate between 0 and 10000),
	tax_reason text,
	item text not null,
	item_note text,
	seller jsonb not null,
	buyer jsonb not null,
	livemode boolean not null,
	issued_at timestamptz not null,
	supplied_at timestamptz not null,
	check (net_cents + tax_cents = gross_cents),
	check ((kind = 'credit_note') = (corrects is not null)),
	unique (year, series, sequence)
);
create index invoices_issued_at on public.invoices (issued_at desc, id desc);
create index invoices_order_id on public.invoices (order_id);
alter table public.invoices enable row level security;

create function public.keep_invoices() returns trigger language plpgsql as $$
begin
	raise exception 'invoices are never changed or deleted';
end $$;
create trigger invoices_kept before update or delete on public.invoices
	for each row execute function public.keep_invoices();
create trigger invoices_not_emptied before truncate on public.invoices
	for each statement execute function public.keep_invoices();
