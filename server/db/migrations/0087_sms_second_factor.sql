-- A verified number becomes a second factor by a switch in user_sms_settings (spec B §3). Beside a factor that is there
-- already only a session that has shown one may add it: a stolen password must not bring a telephone of its own.
create function public.guard_sms_second_factor() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	if exists (select from auth.mfa_factors f where f.user_id = new.user_id and f.status = 'verified') then
		raise insufficient_privilege using
			message = 'Confirm your second factor before you add another',
			hint = 'insufficient_aal';
	end if;
	return new;
end $$;
-- After the guard of 0083, which settles what the values are: triggers fire by name.
create trigger user_sms_settings_second_factor before update on public.user_sms_settings
	for each row
	when (new.two_factor_enabled and not old.two_factor_enabled
		and current_user in ('anon', 'authenticated') and (auth.jwt() ->> 'aal') is distinct from 'aal2')
	execute function public.guard_sms_second_factor();
