-- What a contact message is about decides when it must be answered: the categories and their times stand in domain/support.
alter table public.support_tickets
	add column category text not null default 'general' check (category in ('general', 'terms', 'privacy', 'guardian'));

-- Which version of the age rule (domain/consents/age-rule.ts) stood beside the button that made the account or the order. Null
-- where nobody saw it: accounts that the operator or a company's provider opened, and what is older than this column.
alter table auth.users add column age_rule_version text;
alter table public.orders add column age_rule_version text;
