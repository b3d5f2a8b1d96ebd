-- Monthly partitions of the security log, which grows with every sign-in and is deleted by age. The table so far becomes the first
-- partition; nothing is copied. Reads and writes go on while its bound is validated.
alter table auth.audit_log_entries validate constraint audit_log_entries_bound;

-- Monthly partitions of a table, which has a default one. Their names end with the month in UTC; the first one of a table that was
-- not always partitioned is named after the month before which it ends.
--
-- Creates the partitions up to a time, and those of rows in the default partition, which move there.
create function auth.make_months(parent regclass, until timestamptz) returns void language plpgsql set search_path = '' as $$
declare
	spare regclass;
	clock name;
	month timestamp;
	made text;
	has_rows boolean;
	oldest timestamp;
begin
	select i.inhrelid into strict spare from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
		where i.inhparent = parent and pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT';
	select a.attname into strict clock from pg_catalog.pg_partitioned_table p join pg_catalog.pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
		where p.partrelid = parent;
	execute format('select min(%I) at time zone ''UTC'' from %s', clock, spare) into oldest;
	for month in select m from generate_series(date_trunc('month', least(oldest, now() at time zone 'UTC')), until at time zone 'UTC', interval '1 month') m loop
		made = (select relname from pg_catalog.pg_class where oid = parent) || to_char(month, '_YYYY_MM');
		continue when exists (select from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
			where i.inhparent = parent and (c.relname = made or c.relname ~ '_before_\d{4}_\d{2}$' and right(c.relname, 7) > right(made, 7)));
		execute format('select exists (select from %s where %I >= %L and %2$I < %4$L)', spare, clock, month at time zone 'UTC',
			(month + interval '1 month') at time zone 'UTC') into has_rows;
		continue when not has_rows and month < date_trunc('month', now() at time zone 'UTC');
		made = format('%I.%I', (select relnamespace::regnamespace::text from pg_catalog.pg_class where oid = parent), made);
		execute format('create table %s (like %s including all)', made, parent);
		execute format('alter table %s enable row level security', made);
		execute format('comment on table %s is %L', made, 'Rows of one month of ' || parent);
		if has_rows then
			execute format('lock table %s in access exclusive mode', spare);
			execute format('with moved as (delete from %s where %I >= %L and %2$I < %4$L returning *) insert into %5$s select * from moved', spare, clock,
				month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC', made);
		end if;
		execute format('alter table %s attach partition %s for values from (%L) to (%L)', parent, made, month at time zone 'UTC',
			(month + interval '1 month') at time zone 'UTC');
	end loop;
end $$;

-- Drops the partitions that end before a time. Returns the number of their rows by the database's statistics.
create function auth.drop_months(parent regclass, before timestamptz) returns bigint language plpgsql set search_path = '' as $$
declare
	past record;
	dropped bigint := 0;
begin
	for past in
		select i.inhrelid::regclass as name, greatest(c.reltuples, 0)::bigint as rows from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
		where i.inhparent = parent and c.relname ~ '_\d{4}_\d{2}$'
			and (to_date(right(c.relname, 7), 'YYYY_MM') + case when c.relname ~ '_before_' then interval '0' else interval '1 month' end) at time zone 'UTC' <= before
	loop
		execute format('drop table %s', past.name);
		dropped = dropped + past.rows;
	end loop;
	return dropped;
end $$;
revoke all on function auth.make_months(regclass, timestamptz), auth.drop_months(regclass, timestamptz) from public;

do $$
declare
	bound timestamptz := (select substring(pg_get_constraintdef(oid) from '''([^'']+)''')::timestamptz from pg_constraint
		where conname = 'audit_log_entries_bound' and conrelid = 'auth.audit_log_entries'::regclass);
	old text := 'audit_log_entries_before_' || to_char(bound at time zone 'UTC', 'YYYY_MM');
begin
	-- No statement looks an entry up by its id, and a unique key of the whole table would have to contain the time.
	alter table auth.audit_log_entries drop constraint audit_log_entries_pkey;
	execute format('alter table auth.audit_log_entries rename to %I', old);
	alter index auth.audit_log_entries_user_id rename to audit_log_entries_before_user_id;
	alter index auth.audit_log_entries_created_at rename to audit_log_entries_before_created_at;
	execute format('comment on table auth.%I is %L', old, 'Rows of auth.audit_log_entries from before it had monthly partitions');

	create table auth.audit_log_entries (
		id uuid constraint audit_log_entries_id_not_null not null default auth.uuid_v7(),
		action text constraint audit_log_entries_action_not_null not null,
		outcome text constraint audit_log_entries_outcome_not_null not null,
		user_id uuid,
		payload jsonb constraint audit_log_entries_payload_not_null not null default '{}',
		ip_address text constraint audit_log_entries_ip_address_not_null not null default '',
		user_agent text constraint audit_log_entries_user_agent_not_null not null default '',
		created_at timestamptz constraint audit_log_entries_created_at_not_null not null default now(),
		constraint audit_log_entries_outcome_check check (outcome in ('success', 'failure'))
	) partition by range (created_at);
	create index audit_log_entries_user_id on auth.audit_log_entries (user_id, created_at desc);
	create index audit_log_entries_created_at on auth.audit_log_entries (created_at desc);
	alter table auth.audit_log_entries enable row level security;
	create table auth.audit_log_entries_spare partition of auth.audit_log_entries default;
	alter table auth.audit_log_entries_spare enable row level security;
	comment on table auth.audit_log_entries_spare is 'Rows of auth.audit_log_entries whose month has no partition; a job makes one and moves them';
	execute format('alter table auth.audit_log_entries attach partition auth.%I for values from (minvalue) to (%L)', old, bound);
	execute format('alter table auth.%I drop constraint audit_log_entries_bound', old);
end $$;
select auth.make_months('auth.audit_log_entries', now() + interval '2 months');
