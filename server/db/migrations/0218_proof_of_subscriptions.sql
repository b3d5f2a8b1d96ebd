-- The proof of a subscription says in which words it was asked for; rows of before have none. And how the console finds subscribers.
alter table public.newsletter_subscriptions
	add column asked_words text check (length(asked_words) between 1 and 2000),
	-- Who ended it last.
	add column ended_by text check (ended_by in ('reader', 'operator'));
create index newsletter_subscriptions_newest on public.newsletter_subscriptions (created_at desc, id desc);
create index newsletter_subscriptions_state on public.newsletter_subscriptions (status, created_at desc, id desc);
create index newsletter_subscriptions_begins on public.newsletter_subscriptions (email text_pattern_ops);
-- Finished modules and quiz results by what they are, not by who has them.
create index progress_entries_finished on public.progress_entries (key, user_id) where kind = 'module' and done;
create index progress_entries_results on public.progress_entries (key, (detail ->> 'type'), user_id) where kind = 'quiz-result';
