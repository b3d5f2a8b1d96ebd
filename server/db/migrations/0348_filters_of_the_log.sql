-- Lists by these columns read as few rows as they show, however long the tables are.
drop index public.operator_actions_of_actor;
create index operator_actions_of_actor on public.operator_actions (actor_id, created_at desc, id desc) where actor_id is not null;
create index operator_actions_of_action on public.operator_actions (action, created_at desc, id desc);
create index job_applications_new on public.job_applications (created_at) where status = 'new';
