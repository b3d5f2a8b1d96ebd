-- Letters of the operator to a segment of the subscribers (docs/decisions/0227).
alter table public.newsletter_subscriptions
	-- The words that it was asked for with speak of letters, not of articles alone.
	add column covers_letters boolean not null default false,
	add column last_letter_at timestamptz;

create table public.newsletter_letters (
	id uuid primary key default uuidv7(),
	subject text not null check (length(subject) between 1 and 150),
	-- Markdown.
	body text not null check (length(body) between 1 and 50000),
	-- The segment as the console's form has it.
	segment jsonb not null default '{}',
	state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent')),
	-- When it was asked to begin, when it began, when the last one was queued.
	starts_at timestamptz,
	started_at timestamptz,
	ended_at timestamptz,
	-- The last subscription that was looked at. It moves in the transaction that queues the mails, so none is queued twice or left out.
	after_id uuid,
	queued int not null default 0,
	created_at timestamptz not null,
	changed_at timestamptz not null
);
create index newsletter_letters_newest on public.newsletter_letters (created_at desc, id desc);
create index newsletter_letters_due on public.newsletter_letters (starts_at) where state in ('scheduled', 'sending');
alter table public.newsletter_letters enable row level security;
grant all on public.newsletter_letters to service_role;

alter table public.outbox_messages add column letter_id uuid;
create index outbox_messages_letter on public.outbox_messages (letter_id, status) where letter_id is not null;
