-- Links that prove a mailbox for a privacy request without an account. Only a hash of the link's token is kept.
create table public.mailbox_proofs (
	token_hash bytea primary key,
	-- Lower case always.
	email text not null check (length(email) between 3 and 254),
	copies int not null default 0,
	created_at timestamptz not null,
	expires_at timestamptz not null
);
create index mailbox_proofs_email on public.mailbox_proofs (email);
create index mailbox_proofs_expires_at on public.mailbox_proofs (expires_at);
alter table public.mailbox_proofs enable row level security;
grant all on public.mailbox_proofs to service_role;
