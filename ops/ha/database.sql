-- Run this once on the leader, as the user postgres (docs/configuration.md).
create role academy login password '${ACADEMY_PASSWORD}';
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit;
create role authenticator nologin noinherit;
grant anon, authenticated, service_role to academy, authenticator;
create database academy owner academy;
