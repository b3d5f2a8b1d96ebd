alter table public.lifecycle_rules add column delay_hours int;

-- Figures of the automations, and their newest emails.
create index outbox_messages_automation on public.outbox_messages (split_part(dedupe_key, ':', 2), created_at desc, status)
	where dedupe_key like 'lifecycle:%';

-- Audiences of newsletters that operators saved under a name. Shared by all operators; no data about a person.
create table public.saved_audiences (
	id uuid not null default auth.uuid_v7(),
	name text not null,
	segment jsonb not null,
	created_at timestamptz not null,
	changed_at timestamptz not null,

	constraint saved_audiences_pkey primary key (id),
	constraint saved_audiences_name_check check (length(name) between 1 and 80)
);
comment on table public.saved_audiences is
	'Audiences of newsletters that operators saved under a name.';
create unique index saved_audiences_name on public.saved_audiences (lower(name));
alter table public.saved_audiences enable row level security;
create policy service_rows on public.saved_audiences to service_role using (true) with check (true);
grant all on public.saved_audiences to service_role;

alter table public.newsletter_issues add column audience_id uuid;
create index newsletter_issues_audience on public.newsletter_issues (audience_id) where audience_id is not null;

-- The console compares how many subscriptions ended in the last 30 days and in the 30 days before.
create index newsletter_subscriptions_unsubscribed_at on public.newsletter_subscriptions (unsubscribed_at)
	where confirmed_at is not null and unsubscribed_at is not null;
