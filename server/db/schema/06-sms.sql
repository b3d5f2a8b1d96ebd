-- SMS: settings, limits and consent.

create table public.user_sms_settings (
	user_id uuid not null,
	-- E.164; null before the first number.
	phone_number text,
	course_progress_notifications boolean not null default true,
	payment_notifications boolean not null default true,
	-- Only with a verified number.
	two_factor_enabled boolean not null default false,
	-- Set by the server once a code sent to phone_number was entered.
	verified boolean not null default false,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),

	constraint user_sms_settings_pkey primary key (user_id),
	constraint user_sms_settings_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint user_sms_settings_phone_number_check check (phone_number ~ '^\+[1-9][0-9]{6,14}$')
);
comment on table public.user_sms_settings is
	'SMS settings of learners. Browsers read and write this table through /rest/v1, so every column is public to its owner.';
create index user_sms_settings_phone_begins on public.user_sms_settings (phone_number text_pattern_ops) where phone_number is not null;
alter table public.user_sms_settings enable row level security, force row level security;
create policy user_sms_settings_server on public.user_sms_settings to current_user using (true) with check (true);
create policy user_sms_settings_read on public.user_sms_settings for select to authenticated using (user_id = (select auth.uid()));
create policy user_sms_settings_add on public.user_sms_settings for insert to authenticated with check (user_id = (select auth.uid()));
create policy user_sms_settings_change on public.user_sms_settings for update to authenticated using (user_id = (select auth.uid()))
	with check (user_id = (select auth.uid()));
create policy user_sms_settings_second_factor on public.user_sms_settings as restrictive to authenticated
	using ((select auth.has_shown_factor()));
grant select, insert, update on public.user_sms_settings to authenticated;
create policy service_rows on public.user_sms_settings to service_role using (true) with check (true);
grant all on public.user_sms_settings to service_role;

-- Guards the columns that only the server may change. An upsert runs this twice, as insert and then as update: for an existing row, the
-- insert must keep the values that the update will check.
create function public.guard_sms_settings() returns trigger language plpgsql set search_path = '' as $$
declare
	by_client constant boolean := current_user in ('anon', 'authenticated');
begin
	new.updated_at := now();
	new.phone_number := nullif(regexp_replace(new.phone_number, '[\s().-]', '', 'g'), '');
	if tg_op = 'INSERT' then
		if by_client then
			new.created_at := now();
			new.verified := false;
			if not exists (select from public.user_sms_settings s where s.user_id = new.user_id) then
				new.two_factor_enabled := false;
			end if;
		end if;
		return new;
	end if;
	if by_client then
		new.created_at := old.created_at;
		new.verified := old.verified and new.phone_number is not distinct from old.phone_number;
		new.two_factor_enabled := new.two_factor_enabled and new.verified;
		if old.two_factor_enabled and not new.two_factor_enabled and (auth.jwt() ->> 'aal') is distinct from 'aal2' then
			raise insufficient_privilege using
				message = 'Confirm your second factor before you change it',
				hint = 'insufficient_aal';
		end if;
	end if;
	return new;
end $$;
create trigger user_sms_settings_guard before insert or update on public.user_sms_settings
	for each row execute function public.guard_sms_settings();

-- Guards turning on SMS as a second factor in the settings. If the account already has a factor, only a session that has used it may do so:
-- a stolen password must not be enough to add a phone. Triggers run in the order of their names, so this one runs after the guard above.
create function public.guard_sms_second_factor() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	if exists (select from auth.mfa_factors f where f.user_id = new.user_id and f.status = 'verified') then
		raise insufficient_privilege using
			message = 'Confirm your second factor before you add another',
			hint = 'insufficient_aal';
	end if;
	return new;
end $$;
create trigger user_sms_settings_second_factor before update on public.user_sms_settings
	for each row
	when (new.two_factor_enabled and not old.two_factor_enabled
		and current_user in ('anon', 'authenticated') and (auth.jwt() ->> 'aal') is distinct from 'aal2')
	execute function public.guard_sms_second_factor();

create table public.sms_logs (
	id uuid not null default auth.uuid_v7(),
	user_id uuid not null,
	type text not null,
	message text not null,
	status text not null,
	created_at timestamptz not null default now(),

	constraint sms_logs_pkey primary key (id),
	constraint sms_logs_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint sms_logs_type_check check (type in ('phone_verification', 'two_factor_auth', 'course_progress', 'payment_confirmation')),
	-- Log entries must not contain codes.
	constraint sms_logs_no_code check (type not in ('phone_verification', 'two_factor_auth') or message !~ '[0-9][ -]?[0-9][ -]?[0-9]'),
	constraint sms_logs_message_check check (length(message) <= 1600),
	constraint sms_logs_status_check check (status in ('queued', 'sent', 'delivered', 'undelivered', 'failed'))
);
comment on table public.sms_logs is
	'SMS sent to a learner, as the learner sees them through /rest/v1.';
create index sms_logs_user_id on public.sms_logs (user_id, created_at desc);
alter table public.sms_logs enable row level security, force row level security;
create policy sms_logs_server on public.sms_logs to current_user using (true) with check (true);
create policy sms_logs_read on public.sms_logs for select to authenticated using (user_id = (select auth.uid()));
create policy sms_logs_second_factor on public.sms_logs as restrictive to authenticated using ((select auth.has_shown_factor()));
grant select on public.sms_logs to authenticated;
create policy service_rows on public.sms_logs to service_role using (true) with check (true);
grant all on public.sms_logs to service_role;

create table public.sms_messages (
	id uuid not null default auth.uuid_v7(),
	user_id uuid not null,
	kind text not null,
	to_phone text not null,
	country text not null,
	-- Null for codes, which are never stored, and for texts composed when they are sent.
	body text,
	-- Allows only one message per cause, even if the cause is reported again.
	dedupe_key text,
	status text not null,
	attempts int not null default 0,
	provider_id text,
	error_code text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),

	constraint sms_messages_pkey primary key (id),
	constraint sms_messages_dedupe_key_key unique (dedupe_key),
	constraint sms_messages_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint sms_messages_kind_check check (kind in ('phone_verification', 'two_factor_auth', 'course_progress', 'payment_confirmation')),
	constraint sms_messages_check check (kind not in ('phone_verification', 'two_factor_auth') or body is null),
	constraint sms_messages_to_phone_check check (to_phone ~ '^\+[1-9][0-9]{6,14}$'),
	constraint sms_messages_status_check check (status in ('queued', 'sending', 'unknown', 'accepted', 'sent', 'delivered',
		'undelivered', 'failed', 'suppressed'))
);
comment on table public.sms_messages is
	'SMS to send and sent. The row in sms_logs, written when a message leaves, has the same id.';
create index sms_messages_user_id on public.sms_messages (user_id, created_at desc);
create index sms_messages_created_at on public.sms_messages (created_at);
alter table public.sms_messages enable row level security;
create policy service_rows on public.sms_messages to service_role using (true) with check (true);
grant all on public.sms_messages to service_role;

create table public.sms_sends (
	message_id uuid not null,
	is_code boolean not null,
	user_key bytea not null,
	phone_key bytea not null,
	prefix_key bytea not null,
	-- Null when no request caused it.
	network_key bytea,
	country text not null,
	sent_at timestamptz not null,
	verified_at timestamptz,
	-- True for a request from an untrusted origin without a session. Such SMS may use only part of the budget.
	is_unproven boolean not null default false,

	constraint sms_sends_pkey primary key (message_id)
);
comment on table public.sms_sends is
	'Sent SMS that count towards the limits, under keyed hashes. Rows outlive accounts, so that deleting one does not reset its '
	'limits; a daily job deletes them after two days.';
create index sms_sends_sent_at on public.sms_sends (sent_at);
alter table public.sms_sends enable row level security;
create policy service_rows on public.sms_sends to service_role using (true) with check (true);
grant all on public.sms_sends to service_role;

create table public.sms_codes (
	user_id uuid not null,
	purpose text not null,
	phone text not null,
	message_id uuid not null,
	-- Null once it was used or the attempts ran out.
	code_hash bytea,
	expires_at timestamptz not null,
	failures int not null default 0,
	last_failure_at timestamptz,
	locked_until timestamptz,

	constraint sms_codes_pkey primary key (user_id, purpose),
	constraint sms_codes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint sms_codes_purpose_check check (purpose in ('phone_verification', 'two_factor_auth'))
);
comment on table public.sms_codes is
	'The current SMS code per learner and purpose, and failed attempts.';
create index sms_codes_expires_at on public.sms_codes (expires_at);
alter table public.sms_codes enable row level security;
create policy service_rows on public.sms_codes to service_role using (true) with check (true);
grant all on public.sms_codes to service_role;

create table public.sms_blocks (
	phone_key bytea not null,
	-- codes, or notifications for all other messages.
	stream text not null,
	reason text not null,
	created_at timestamptz not null default now(),

	constraint sms_blocks_pkey primary key (phone_key, stream),
	constraint sms_blocks_stream_check check (stream in ('codes', 'notifications')),
	constraint sms_blocks_reason_check check (reason in ('stop', 'provider', 'not-mobile'))
);
comment on table public.sms_blocks is
	'Numbers that get no codes or no notifications by SMS: the owner replied STOP, or the provider reports that the number takes none.';
alter table public.sms_blocks enable row level security;
create policy service_rows on public.sms_blocks to service_role using (true) with check (true);
grant all on public.sms_blocks to service_role;

create table public.sms_consents (
	id uuid not null default auth.uuid_v7(),
	user_id uuid not null,
	phone text not null,
	text_version text not null,
	source text not null,
	ip_address text not null,
	created_at timestamptz not null default now(),
	-- Consent text that the learner agreed to. If it is unknown, it is null, and the row permits nothing.
	words text,

	constraint sms_consents_pkey primary key (id),
	constraint sms_consents_user_id_phone_text_version_key unique (user_id, phone, text_version),
	constraint sms_consents_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table public.sms_consents is
	'Consent to SMS: the words shown when the first message to a number was requested.';
alter table public.sms_consents enable row level security;
create policy service_rows on public.sms_consents to service_role using (true) with check (true);
grant all on public.sms_consents to service_role;

create table public.sms_course_events (
	user_id uuid not null,
	module_id int not null,
	section_id text not null,
	created_at timestamptz not null default now(),
	message_id uuid,

	constraint sms_course_events_pkey primary key (user_id, module_id, section_id),
	constraint sms_course_events_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint sms_course_events_message_id_fkey foreign key (message_id) references public.sms_messages (id) on delete set null
);
comment on table public.sms_course_events is
	'Sections passed, each reported at most once: the daily digest takes those without a message.';
alter table public.sms_course_events enable row level security;
create policy service_rows on public.sms_course_events to service_role using (true) with check (true);
grant all on public.sms_course_events to service_role;
