-- Mails of a new article leave as letters do (docs/decisions/0227): by day, so many an hour, from where the last batch ended.
alter table public.newsletter_issues
	add column after_id uuid,
	add column ended_at timestamptz;
update public.newsletter_issues set ended_at = created_at;
create index newsletter_issues_under_way on public.newsletter_issues (created_at) where ended_at is null;
