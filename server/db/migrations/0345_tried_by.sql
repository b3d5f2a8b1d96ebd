-- Which server tries a pending value: another server that starts on the same database neither gives it up nor proves it.
alter table public.service_settings add column tried_by text;
