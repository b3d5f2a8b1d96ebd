-- The one person who gets a weekly line about a learner's evenings, asked for by the learner and agreed to by that person.
create table public.pledge_supporters (
	user_id uuid primary key references public.pledges (user_id) on delete cascade,
	-- Stands in the links of mails; a new one for each request.
	id uuid not null unique default gen_random_uuid(),
	email text not null check (length(email) between 3 and 254),
	asked_at timestamptz not null,
	agreed_at timestamptz,
	-- The next line; null until they agree.
	line_at timestamptz check ((line_at is not null) = (agreed_at is not null))
);
create index pledge_supporters_to_tell on public.pledge_supporters (line_at) where line_at is not null;
create index pledge_supporters_by_email on public.pledge_supporters (lower(email));
select auth.keep_to_owner('public.pledge_supporters');

-- Why there is no supporter any more, until another is named.
alter table public.pledges add column supporter_ended text
	check (supporter_ended in ('declined', 'stopped', 'no-answer', 'course-done', 'access-ended'));

-- Requests to supporters, counted for the account and for the address; a refusal stays, so that nobody asks the address again.
create table public.supporter_asks (
	id uuid primary key default gen_random_uuid(),
	user_id uuid references auth.users (id) on delete set null,
	-- A keyed hash: no address can be read from it.
	address_key bytea not null check (octet_length(address_key) = 32),
	asked_at timestamptz not null,
	refused_at timestamptz
);
create index supporter_asks_by_address on public.supporter_asks (address_key);
create index supporter_asks_by_user on public.supporter_asks (user_id);
alter table public.supporter_asks enable row level security;
grant all on public.supporter_asks to service_role;
