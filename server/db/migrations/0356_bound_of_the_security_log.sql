-- First step to monthly partitions of the security log: its rows so far will be the first partition, which ends after this time. The
-- next migration reads them all to validate that, in a transaction of its own, so that nobody waits for it.
do $$
declare
	bound timestamptz := (date_trunc('month', now() at time zone 'UTC' + interval '8 days') + interval '1 month') at time zone 'UTC';
begin
	-- Rows of a server whose clock was wrong.
	update auth.audit_log_entries set created_at = now() where created_at >= bound;
	execute format('alter table auth.audit_log_entries add constraint audit_log_entries_bound check (created_at < %L) not valid', bound);
end $$;
