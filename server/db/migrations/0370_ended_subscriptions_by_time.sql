-- The console compares how many subscriptions ended in the last 30 days and in the 30 days before.
create index newsletter_subscriptions_unsubscribed_at on public.newsletter_subscriptions (unsubscribed_at)
	where confirmed_at is not null and unsubscribed_at is not null;
