-- Files of learners are checked like files of subscribers, and their rows are added by a bulk job with options.
alter table public.subscriber_imports add column what text not null default 'subscribers';
alter table public.subscriber_imports add constraint subscriber_imports_what_check check (what in ('subscribers', 'learners'));
alter table public.subscriber_import_rows drop constraint subscriber_import_rows_verdict_check;
alter table public.subscriber_import_rows add constraint subscriber_import_rows_verdict_check check (verdict in ('proof', 'invite', 'new',
	'no_address', 'twice', 'known', 'ended', 'suppressed'));
comment on table public.subscriber_imports is
	'Uploaded files of subscribers or learners. Each file is checked row by row before anything is imported.';
alter table public.bulk_jobs add column options jsonb;
comment on table public.media_files is
	'Files of a media item: the original (variant 0), a copy for emails (variant 1) and smaller copies (variant is their width).';
