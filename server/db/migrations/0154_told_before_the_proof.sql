-- What somebody says about a person while the address is unproven waits with the code of the same request. It becomes the
-- account's data when that code proves the address, so that nothing a stranger wrote outlives an owner who asks anew.
alter table auth.one_time_tokens add column told jsonb check (jsonb_typeof(told) = 'object');

create temporary table unproven on commit drop as
	select u.id from auth.users u
	where u.email_confirmed_at is null and u.phone_confirmed_at is null and u.invited_at is null
		-- Accounts that the operator opened do not name themselves in their data.
		and not u.is_anonymous and u.raw_user_meta_data ? 'sub' and (u.email is not null or u.phone is not null)
		and not exists (select from auth.identities i where i.user_id = u.id and i.provider not in ('email', 'phone'));

update auth.one_time_tokens t
set told = u.raw_user_meta_data - array['sub', 'email', 'phone', 'email_verified', 'phone_verified']
from auth.users u
where u.id = t.user_id and t.kind in ('confirmation', 'sms') and u.id in (select id from unproven)
	and octet_length(u.raw_user_meta_data::text) <= 2560;

update auth.users
set raw_user_meta_data = (
	select jsonb_object_agg(key, value) from jsonb_each(raw_user_meta_data)
	where key in ('sub', 'email', 'phone', 'email_verified', 'phone_verified'))
where id in (select id from unproven);
