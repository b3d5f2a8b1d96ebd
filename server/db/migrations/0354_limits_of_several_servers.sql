-- Limits that several servers on one database share.
create unlogged table auth.request_counts (
	key bytea primary key,
	points int not null,
	expires_at timestamptz not null
);
create index request_counts_expires_at on auth.request_counts (expires_at);
alter table auth.request_counts enable row level security;

create table auth.spent_proofs (
	salt text primary key,
	expires_at timestamptz not null
);
create index spent_proofs_expires_at on auth.spent_proofs (expires_at);
alter table auth.spent_proofs enable row level security;

create table auth.message_budgets (
	channel text primary key check (channel in ('mails', 'texts')),
	started_at timestamptz not null,
	stranger int not null default 0,
	known int not null default 0,
	usual int not null default 0,
	forms int not null default 0
);
alter table auth.message_budgets enable row level security;
