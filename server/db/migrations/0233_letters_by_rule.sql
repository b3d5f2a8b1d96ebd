-- Which letters by rule a subscriber has had. Until now the copy of the mail said so, and copies are deleted after two years.
alter table public.newsletter_subscriptions add column letters_by_rule text[] not null default '{}';
update public.newsletter_subscriptions s set letters_by_rule = had.names
	from (select split_part(dedupe_key, ':', 3)::uuid as id, array_agg(split_part(dedupe_key, ':', 2)) as names
		from public.outbox_messages where dedupe_key like 'lifecycle:%' group by 1) had
	where s.id = had.id;
