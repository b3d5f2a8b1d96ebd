-- A code for a new number is sent again to the account that asked for it.
create index users_new_phone on auth.users (new_phone) where new_phone is not null;
