-- A role is a role of the database (AUTH_WIRE §4). That no account has the one no policy binds is not left to the code that
-- writes accounts: whoever finds a way past it finds this.
alter table auth.users add constraint users_role check (role = 'authenticated');
