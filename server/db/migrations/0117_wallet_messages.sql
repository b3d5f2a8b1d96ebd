-- Wallet messages that have signed somebody in: each does so once (AUTH_WIRE §5.12). The message's hash, not the
-- signature's: one message may have several valid signatures.
create table auth.wallet_messages (
	message_hash bytea primary key,
	created_at timestamptz not null default now()
);
create index wallet_messages_created_at on auth.wallet_messages (created_at);
alter table auth.wallet_messages enable row level security;
revoke all on auth.wallet_messages from anon, authenticated;
