-- How far a newsletter issue is, so that the console can say when its last email leaves.
alter table public.newsletter_issues
	-- Subscribers in the segment when it was scheduled; null for older issues.
	add column recipients int check (recipients >= 0),
	-- Subscribers left out because they had an issue this week.
	add column skipped int not null default 0 check (skipped >= 0);
