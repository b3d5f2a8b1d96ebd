-- When a run of autosaves began, of a version that the editor saved by itself; null for one that a person saved.
-- The next autosave takes the place of such a version.
alter table public.content_versions add column autosaved_since timestamptz;
