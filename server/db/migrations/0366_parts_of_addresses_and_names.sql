-- The console finds learner400@mail.example by 400 and by mail.example, and Ana Maria Lopez by maria, too.
create index users_address_number_begins on auth.users (substring(split_part(email, '@', 1), '[0-9].*') text_pattern_ops)
	where substring(split_part(email, '@', 1), '[0-9].*') is not null;
create index users_address_domain_begins on auth.users (split_part(email, '@', 2) text_pattern_ops) where email is not null;
create index users_middle_name_begins
	on auth.users (left(lower(substring(raw_user_meta_data ->> 'name', '^\S+\s+(\S+\s.*)$')), 80) text_pattern_ops)
	where left(lower(substring(raw_user_meta_data ->> 'name', '^\S+\s+(\S+\s.*)$')), 80) is not null;
create index newsletter_subscriptions_number_begins
	on public.newsletter_subscriptions (substring(split_part(email, '@', 1), '[0-9].*') text_pattern_ops)
	where substring(split_part(email, '@', 1), '[0-9].*') is not null;
create index newsletter_subscriptions_domain_begins on public.newsletter_subscriptions (split_part(email, '@', 2) text_pattern_ops);
-- Statistics for the indexes on expressions: without them PostgreSQL reads the whole table.
analyze auth.users;
analyze public.newsletter_subscriptions;
