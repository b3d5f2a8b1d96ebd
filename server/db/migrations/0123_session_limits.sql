-- Since when a session has the assurance it has: at aal2 that is for so long only, and the operator may limit how long an
-- account with a second factor stays below (docs/decisions/0123).
alter table auth.sessions add column aal_since timestamptz not null default now();
update auth.sessions set aal_since = case aal when 'aal2' then updated_at else created_at end;
create index sessions_not_after on auth.sessions (not_after) where not_after is not null;
create index sessions_created_at on auth.sessions (created_at);
