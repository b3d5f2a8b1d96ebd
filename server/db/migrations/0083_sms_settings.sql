-- SMS settings and what was sent (spec B §3; DECISIONS, Accounts, settings, SMS), read and saved by the browser through
-- /rest/v1 (AUTH_WIRE §12.3). The columns are the wire: what must not reach the browser belongs in another table.
create table public.user_sms_settings (
	user_id uuid primary key references auth.users (id) on delete cascade,
	-- E.164, or null before the first number.
	phone_number text check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
	course_progress_notifications boolean not null default true,
	payment_notifications boolean not null default true,
	-- Only with a verified number.
	two_factor_enabled boolean not null default false,
	-- Set by the server when a code sent to `phone_number` came back.
	verified boolean not null default false,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);

create table public.sms_logs (
	id uuid primary key default uuidv7(),
	user_id uuid not null references auth.users (id) on delete cascade,
	type text not null check (type in ('phone_verification', 'two_factor_auth', 'course_progress', 'payment_confirmation')),
	message text not null check (length(message) <= 1600),
	status text not null check (status in ('queued', 'sent', 'delivered', 'undelivered', 'failed')),
	created_at timestamptz not null default now(),
	-- A code is told to the telephone only.
	constraint sms_logs_no_code check (type not in ('phone_verification', 'two_factor_auth') or message !~ '[0-9][ -]?[0-9][ -]?[0-9]')
);
create index sms_logs_user_id on public.sms_logs (user_id, created_at desc);

-- What a learner's own request may decide, and what only the server does. An upsert runs this twice, as insert and then
-- as update: the insert must leave alone what the update will judge.
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

-- Forced: the owner is bound by the policies too, so that the server's access is written down instead of assumed.
alter table public.user_sms_settings enable row level security, force row level security;
alter table public.sms_logs enable row level security, force row level security;
create policy user_sms_settings_server on public.user_sms_settings to current_user using (true) with check (true);
create policy sms_logs_server on public.sms_logs to current_user using (true) with check (true);

create policy user_sms_settings_read on public.user_sms_settings for select to authenticated
	using (user_id = (select auth.uid()));
create policy user_sms_settings_add on public.user_sms_settings for insert to authenticated
	with check (user_id = (select auth.uid()));
create policy user_sms_settings_change on public.user_sms_settings for update to authenticated
	using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy sms_logs_read on public.sms_logs for select to authenticated
	using (user_id = (select auth.uid()));

grant select, insert, update on public.user_sms_settings to authenticated;
grant select on public.sms_logs to authenticated;
grant all on public.user_sms_settings, public.sms_logs to service_role;
