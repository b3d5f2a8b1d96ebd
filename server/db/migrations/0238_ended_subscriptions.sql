-- Who has ended our mails, by address: the console's count of those who wait for a module leaves them out without reading all subscribers.
create index newsletter_subscriptions_ended on public.newsletter_subscriptions (email) include (status, unsubscribed_at)
	where status in ('unsubscribed', 'suppressed');
