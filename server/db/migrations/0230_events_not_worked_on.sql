-- The health page counts the payment events that wait.
create index payment_events_waiting on public.payment_events (received_at) where processed_at is null;
