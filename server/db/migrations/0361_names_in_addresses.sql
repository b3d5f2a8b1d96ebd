-- Most buyers give no name: the console finds bert.huber+news@example.com by huber, too.
create index users_address_last_word_begins
	on auth.users (regexp_replace(split_part(split_part(email, '@', 1), '+', 1), '^.*[._-]', '') text_pattern_ops) where email is not null;
