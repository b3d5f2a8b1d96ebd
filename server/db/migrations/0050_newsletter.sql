-- Headers of a mail beyond the usual ones: List-Unsubscribe and its companion (RFC 8058).
alter table public.outbox_messages add column headers jsonb not null default '{}';

-- Who gets the articles by mail. A subscription begins when its address is confirmed, and the row stays as the proof of
-- what was agreed and when. No policy opens these tables: only the operator reads them.
create table public.newsletter_subscriptions (
	id uuid primary key default uuidv7(),
	-- Lower case always; one subscription per address.
	email text not null unique check (email = lower(email) and length(email) between 3 and 254),
	first_name text check (length(first_name) between 1 and 100),
	source text not null check (source in ('blog', 'popup')),
	-- 'suppressed': mail to the address failed or was reported; no form changes that.
	status text not null default 'pending' check (status in ('pending', 'confirmed', 'unsubscribed', 'suppressed')),
	-- SHA-256 of the token in the last confirmation mail.
	confirm_hash bytea unique,
	confirm_expires_at timestamptz,
	requested_at timestamptz not null,
	confirmed_at timestamptz,
	unsubscribed_at timestamptz,
	created_at timestamptz not null default now()
);
create index newsletter_subscriptions_confirmed on public.newsletter_subscriptions (id) where status = 'confirmed';
alter table public.newsletter_subscriptions enable row level security;
grant all on public.newsletter_subscriptions to service_role;

-- Which articles the subscribers were told about, each once.
create table public.newsletter_issues (
	article_slug text primary key,
	recipients int not null check (recipients >= 0),
	created_at timestamptz not null default now()
);
alter table public.newsletter_issues enable row level security;
grant all on public.newsletter_issues to service_role;
