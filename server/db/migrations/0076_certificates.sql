-- Certificates of completion (DECISIONS, 'Claim Your Graduation Certificate'; docs/decisions/0076).

-- Which texts of the course this server handed to a learner, and when first, by its own clock. A browser can report a
-- section as opened; only the server writes here.
create table public.text_reads (
	user_id uuid not null references auth.users (id) on delete cascade,
	module_id smallint not null check (module_id between 1 and 6),
	kind text not null check (kind in ('lesson', 'section')),
	text_id text not null check (length(text_id) between 1 and 100),
	first_read_at timestamptz not null,
	primary key (user_id, module_id, kind, text_id)
);
alter table public.text_reads enable row level security;
create policy text_reads_own on public.text_reads for select to authenticated
	using (user_id = (select auth.uid()));
grant select on public.text_reads to authenticated;
grant all on public.text_reads to service_role;

-- Keys that sign certificates. Beside the other secrets, because nothing outside reads this schema. A previous key still
-- verifies what it signed, a revoked one verifies nothing.
create table auth.certificate_keys (
	-- Ed25519 as a multibase Multikey; the public half is also the key's name in the issuer's DID document.
	public_multibase text primary key,
	secret_multibase text not null,
	status text not null check (status in ('current', 'previous', 'revoked')),
	created_at timestamptz not null
);
create unique index certificate_keys_one_current on auth.certificate_keys (status) where status = 'current';
alter table auth.certificate_keys enable row level security;
revoke all on auth.certificate_keys from anon, authenticated;

create table public.certificates (
	-- Random: the address of the public page must not be guessed from another.
	id uuid primary key default gen_random_uuid(),
	-- Place in the status lists, from 0, never used twice. A place below the highest whose row is gone counts as revoked.
	position bigint generated always as identity (start with 0 minvalue 0) unique,
	user_id uuid not null references auth.users (id) on delete cascade,
	course_code text not null,
	course_name text not null,
	learner_name text not null check (length(learner_name) between 1 and 100),
	issued_at timestamptz not null,
	-- The signed credential, byte for byte as it was signed.
	credential json not null,
	revoked_at timestamptz,
	revoked_reason text check (revoked_reason in ('access-ended', 'issued-in-error')),
	check ((revoked_at is null) = (revoked_reason is null))
);
-- One that counts per learner and course. A revoked one stays what it is; a new claim makes a new one.
create unique index certificates_one_live on public.certificates (user_id, course_code) where revoked_at is null;
create index certificates_user_id on public.certificates (user_id, issued_at desc);
alter table public.certificates enable row level security;
grant all on public.certificates to service_role;
