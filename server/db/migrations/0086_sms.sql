-- Text messages and the codes sent with them (PAYMENTS_MESSAGING §4.3, §4.4, §6; DECISIONS, Accounts, settings, SMS).
-- What the browser reads stands in user_sms_settings and sms_logs (0083); these tables are the server's alone.

-- One message to one telephone. Its log entry, written when it leaves, has the same id.
create table public.sms_messages (
	id uuid primary key default uuidv7(),
	user_id uuid not null references auth.users (id) on delete cascade,
	kind text not null check (kind in ('phone_verification', 'two_factor_auth', 'course_progress', 'payment_confirmation')),
	to_phone text not null check (to_phone ~ '^\+[1-9][0-9]{6,14}$'),
	country text not null,
	-- Null for codes, which are never kept, and for what is put together when it leaves.
	body text check (kind not in ('phone_verification', 'two_factor_auth') or body is null),
	-- One message per cause, however often the cause is reported.
	dedupe_key text unique,
	status text not null check (status in
		('queued', 'sending', 'unknown', 'accepted', 'sent', 'delivered', 'undelivered', 'failed', 'suppressed')),
	attempts int not null default 0,
	provider_id text,
	error_code text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index sms_messages_user_id on public.sms_messages (user_id, created_at desc);

-- What the caps count: every message that left, under keyed hashes, without its person. Rows outlive accounts, so that
-- deleting one does not win a new allowance; the daily clean-up takes them after two days.
create table public.sms_sends (
	message_id uuid primary key,
	is_code boolean not null,
	user_key bytea not null,
	phone_key bytea not null,
	prefix_key bytea not null,
	-- Null for what no request asked for.
	network_key bytea,
	country text not null,
	sent_at timestamptz not null,
	verified_at timestamptz
);
create index sms_sends_sent_at on public.sms_sends (sent_at);

-- The one live code of a learner and purpose, and the wrong ones entered for it and for those before it.
create table public.sms_codes (
	user_id uuid not null references auth.users (id) on delete cascade,
	purpose text not null check (purpose in ('phone_verification', 'two_factor_auth')),
	phone text not null,
	message_id uuid not null,
	-- Null once it was used or the guesses were used up.
	code_hash bytea,
	expires_at timestamptz not null,
	failures int not null default 0,
	last_failure_at timestamptz,
	locked_until timestamptz,
	primary key (user_id, purpose)
);
create index sms_codes_expires_at on public.sms_codes (expires_at);

-- Numbers that get nothing on a stream: their owner said STOP, or the provider says that they take no messages.
create table public.sms_blocks (
	phone_key bytea not null,
	stream text not null check (stream in ('codes', 'notifications')),
	reason text not null check (reason in ('stop', 'provider', 'not-mobile')),
	created_at timestamptz not null default now(),
	primary key (phone_key, stream)
);

-- What the learner had been told when asking for the first message to a number.
create table public.sms_consents (
	id uuid primary key default uuidv7(),
	user_id uuid not null references auth.users (id) on delete cascade,
	phone text not null,
	text_version text not null,
	source text not null,
	ip_address text not null,
	created_at timestamptz not null default now(),
	unique (user_id, phone, text_version)
);

-- Sections passed, each told at most once: the day's digest takes those without a message.
create table public.sms_course_events (
	user_id uuid not null references auth.users (id) on delete cascade,
	module_id int not null,
	section_id text not null,
	created_at timestamptz not null default now(),
	message_id uuid references public.sms_messages (id) on delete set null,
	primary key (user_id, module_id, section_id)
);

alter table public.sms_messages enable row level security;
alter table public.sms_sends enable row level security;
alter table public.sms_codes enable row level security;
alter table public.sms_blocks enable row level security;
alter table public.sms_consents enable row level security;
alter table public.sms_course_events enable row level security;
grant all on public.sms_messages, public.sms_sends, public.sms_codes, public.sms_blocks, public.sms_consents, public.sms_course_events
	to service_role;
