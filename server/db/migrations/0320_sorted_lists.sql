-- Further sorts of the console's lists. Each ends with the ID, which breaks ties, so that pages are read by key.
create index orders_total on public.orders (total_cents, id);
create index orders_status_total on public.orders (status, total_cents, id);
create index invoices_gross on public.invoices (gross_cents, id);
create index users_sorted_by_email on auth.users ((coalesce(email, '') collate "C"), id) where deleted_at is null;
create index users_sorted_by_sign_in on auth.users (coalesce(last_sign_in_at, 'epoch'::timestamptz), id) where deleted_at is null;
create index newsletter_subscriptions_sorted_by_email on public.newsletter_subscriptions (email collate "C", id);
create index newsletter_subscriptions_state_by_email on public.newsletter_subscriptions (status, email collate "C", id);
