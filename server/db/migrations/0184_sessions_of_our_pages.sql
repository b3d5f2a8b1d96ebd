-- A session that our own pages opened proves itself anew before it changes what guards the account (docs/decisions/0185).
-- Sessions of other programs keep what the wire promises them.
alter table auth.sessions add column of_our_pages boolean not null default false;
-- When it last did, by a code to the account's mailbox or telephone.
alter table auth.sessions add column proven_at timestamptz;
