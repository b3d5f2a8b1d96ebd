-- When a report of progress first arrived, by this server's clock, and what time it claimed then: later visits change
-- `changed_at`, and the refund rule asks what was opened since the payment. Of what is already there, the earlier time.
alter table public.progress_entries add column first_stored_at timestamptz not null default now();
alter table public.progress_entries add column first_changed_at timestamptz not null default now();
update public.progress_entries set first_stored_at = least(changed_at, stored_at), first_changed_at = least(changed_at, stored_at);

-- When a text was last handed out after a break: a certificate asks for more than one sitting.
alter table public.text_reads add column last_read_at timestamptz;
update public.text_reads set last_read_at = first_read_at;
alter table public.text_reads alter column last_read_at set not null;
