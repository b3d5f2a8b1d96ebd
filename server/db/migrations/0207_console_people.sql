-- How the console finds people and their letters: by the beginning of an address, number or name, by the end of an id.
-- A name may be any text of its owner, so only its beginning is kept in the index.
create index users_newest on auth.users (created_at desc, id desc) where deleted_at is null;
create index users_email_begins on auth.users (email text_pattern_ops) where email is not null;
create index users_phone_begins on auth.users (phone text_pattern_ops) where phone is not null;
create index users_name_begins on auth.users (left(lower(raw_user_meta_data ->> 'name'), 80) text_pattern_ops)
	where raw_user_meta_data ->> 'name' is not null;
create index users_last_name_begins
	on auth.users (left(lower(regexp_replace(raw_user_meta_data ->> 'name', '^.*\s', '')), 80) text_pattern_ops)
	where raw_user_meta_data ->> 'name' is not null;
create index users_short_reference on auth.users (right(id::text, 8));
create index user_sms_settings_phone_begins on public.user_sms_settings (phone_number text_pattern_ops) where phone_number is not null;

create index support_tickets_email_begins on public.support_tickets (email text_pattern_ops);
create index support_tickets_name_begins on public.support_tickets (left(lower(name), 80) text_pattern_ops);
create index support_tickets_short_reference on public.support_tickets (right(id::text, 8));
create index outbox_messages_provider_id on public.outbox_messages (provider_id) where provider_id is not null;

-- Who has access, newest first: read for learners who stand still.
create index entitlements_newest on public.entitlements (granted_at desc, id desc) where state = 'active';
