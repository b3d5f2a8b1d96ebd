-- As every table of accounts: closed to all roles but the server's own.
alter table auth.console_sessions enable row level security;
