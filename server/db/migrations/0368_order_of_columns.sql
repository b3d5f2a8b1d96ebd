-- People of the console can change the order of a list's columns. Empty: the usual order.
alter table public.list_preferences add column column_order text[] not null default '{}';
alter table public.saved_views add column column_order text[] not null default '{}';
comment on table public.list_preferences is
	'How a person of the console sees a list: hidden columns, their order, and page size.';
