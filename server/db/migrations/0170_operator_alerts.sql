-- What somebody must look at. Each is told to the operator by mail once and stays here until it is closed.
create table public.operator_alerts (
	id uuid primary key default uuidv7(),
	kind text not null,
	-- The same finding reported again is not a second alert.
	dedupe_key text not null unique,
	-- What the mail says, label by label. It names orders and messages by their ids and no people.
	facts jsonb not null,
	state text not null default 'open' check (state in ('open', 'closed')),
	-- The mail that told of it; one mail may tell of several.
	message_id uuid,
	created_at timestamptz not null,
	closed_at timestamptz,
	check ((state = 'closed') = (closed_at is not null))
);
create index operator_alerts_open on public.operator_alerts (created_at desc) where state = 'open';
alter table public.operator_alerts enable row level security;
