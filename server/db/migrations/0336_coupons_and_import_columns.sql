-- Coupons are made, changed and ended in the console, and work at once. Codes of content/offers.json stay valid.
alter table public.discount_codes
	-- Refused before this time; null: from the beginning.
	add column starts_at timestamptz,
	-- Ended by hand; null while it is on.
	add column ended_at timestamptz,
	add column changed_at timestamptz not null default now();
create index discount_codes_newest on public.discount_codes (created_at desc, code desc);
create index discount_redemptions_of_code on public.discount_redemptions (code, order_id desc);

-- A file of subscribers is kept with what its columns hold, so that it can be read again with other columns.
alter table public.subscriber_imports
	-- Null once a person of it was erased, and in files from before this column.
	add column content text,
	add column columns jsonb;
-- What the columns of a file held, by the names in its first row: the next file with these names is read the same way.
create table public.import_columns (
	head_hash bytea primary key check (octet_length(head_hash) = 32),
	columns jsonb not null,
	used_at timestamptz not null
);
alter table public.import_columns enable row level security;
grant all on public.import_columns to service_role;
