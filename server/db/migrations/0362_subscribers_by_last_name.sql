-- The console finds the subscriber bert.huber@example.com by huber, too.
create index newsletter_subscriptions_last_word_begins
	on public.newsletter_subscriptions (regexp_replace(split_part(split_part(email, '@', 1), '+', 1), '^.*[._-]', '') text_pattern_ops);
