comment on table public.daily_metrics is
	'Daily totals of the overview, in the academy''s time zone. A row is a sum of many people and holds nothing about one of them.';
