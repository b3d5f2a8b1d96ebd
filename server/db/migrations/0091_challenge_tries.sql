-- A code in a message bears five wrong tries, like a code in a mail.
alter table auth.mfa_challenges add column wrong_codes int not null default 0;
