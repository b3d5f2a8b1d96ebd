-- A guest's paid order counts for the account of its address, so that account's day is counted again with the order.
create or replace function public.mark_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	insert into public.day_marks (part, day)
	select distinct 'events', public.utc_day(at) from unnest(array[old.created_at, new.created_at, old.paid_at, new.paid_at]) at where at is not null
	union
	select 'accounts', public.utc_day(created_at) from auth.users where id in (old.user_id, new.user_id)
	union
	select 'accounts', public.utc_day(created_at) from auth.users
	where not is_sso_user and email in (
		case when old.user_id is null and old.paid_at is not null then old.email end,
		case when new.user_id is null and new.paid_at is not null then new.email end);
	return null;
end $$;

drop trigger users_changed on auth.users;
create trigger users_changed after update on auth.users for each row
	when (old.created_at <> new.created_at or old.is_anonymous <> new.is_anonymous or old.deleted_at is distinct from new.deleted_at
		or old.email is distinct from new.email)
	execute function public.mark_account();

insert into public.day_marks (part, day)
select distinct 'accounts', public.utc_day(account.created_at)
from public.orders join auth.users account on account.email = orders.email and not account.is_sso_user
where orders.user_id is null and orders.paid_at is not null;
