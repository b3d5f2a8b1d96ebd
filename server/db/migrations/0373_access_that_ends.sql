-- Access can end at a time that the team sets. An earlier program doesn't know it and keeps such access open.
alter table public.entitlements add column ends_at timestamptz;
comment on table public.entitlements is
	'What a paid order unlocks: one row per order and product. Access lasts while any of a learner''s rows is active and hasn''t ended.';
