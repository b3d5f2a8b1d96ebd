-- A role of the console that ends, and a ban, take the console's sessions and mailed links with them, however it happens: none of
-- them opens the console again when the role is given back or the ban is lifted.
create function auth.end_console_sessions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	delete from auth.sessions where user_id = new.id and id in (select session_id from auth.console_sessions);
	delete from auth.console_links where user_id = new.id;
	return null;
end
$$;
revoke execute on function auth.end_console_sessions() from public;
create trigger users_role_ended after update of raw_app_meta_data on auth.users for each row
	when (old.raw_app_meta_data ->> 'role' is not null
		and old.raw_app_meta_data ->> 'role' is distinct from new.raw_app_meta_data ->> 'role')
	execute function auth.end_console_sessions();
create trigger users_banned after update of banned_until on auth.users for each row
	when (new.banned_until is not null and new.banned_until is distinct from old.banned_until)
	execute function auth.end_console_sessions();
