-- Since when a signing key stands where it stands: keys take turns by age (server/services/keys/rotate-signing-keys.ts).
alter table auth.signing_keys add column status_since timestamptz not null default now();
update auth.signing_keys set status_since = created_at;
-- Two processes that prepare the next key at once prepare one.
create unique index signing_keys_one_standby on auth.signing_keys (status) where status = 'standby';
