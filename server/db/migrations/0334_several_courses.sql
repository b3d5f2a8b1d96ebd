-- An academy can have several courses, and a product can open some of them or single modules (docs/decisions/0314). An order keeps what its
-- offer contained when it was opened, and its entitlement opens exactly that. Rows from before, and those that an earlier program still
-- writes during an update, mean the main course. Constant defaults: no table is rewritten.
alter table public.orders
	add column course_ids text[] not null default '{main}',
	add column module_ids smallint[] not null default '{}';
alter table public.entitlements
	add column course_ids text[] not null default '{main}',
	add column module_ids smallint[] not null default '{}';
alter table public.certificates add column course_id text not null default 'main';
