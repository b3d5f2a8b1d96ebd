alter table public.lifecycle_rules add column delay_hours int;

-- Figures of the automations, and their newest emails.
create index outbox_messages_automation on public.outbox_messages (split_part(dedupe_key, ':', 2), created_at desc, status)
	where dedupe_key like 'lifecycle:%';
