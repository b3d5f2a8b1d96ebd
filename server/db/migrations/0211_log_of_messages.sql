-- The console's log of mails: by template, and by the beginning of an address.
create index outbox_messages_template on public.outbox_messages (template, created_at desc, id desc);
create index outbox_messages_address_prefix on public.outbox_messages (to_address text_pattern_ops);
create index mail_suppressions_newest on public.mail_suppressions (created_at desc);
