-- Learners switch the newsletter on in their settings; the address is the account's own confirmed one.
alter table public.newsletter_subscriptions drop constraint newsletter_subscriptions_source_check;
alter table public.newsletter_subscriptions add constraint newsletter_subscriptions_source_check check (source in ('blog', 'popup', 'settings'));
