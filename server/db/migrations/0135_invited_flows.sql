-- A departure to a provider that brings the token of an invitation: only the invited account may come of it (AUTH_WIRE §2).
alter table auth.external_flows add column invited_user_id uuid references auth.users (id) on delete cascade;
