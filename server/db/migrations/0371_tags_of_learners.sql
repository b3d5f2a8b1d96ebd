-- Tags that the team puts on learners. Only the server reads and writes them: no role of the API has a grant.
create table public.learner_tags (
	user_id uuid not null,
	name text not null,
	-- Names compare without case.
	key text not null generated always as (lower(name)) stored,
	created_at timestamptz not null,

	constraint learner_tags_pkey primary key (user_id, key),
	constraint learner_tags_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint learner_tags_name_check check (length(name) between 1 and 40)
);
comment on table public.learner_tags is
	'Short names that the team puts on learners, to find them in lists and write to them.';
create index learner_tags_key on public.learner_tags (key, user_id);
alter table public.learner_tags enable row level security;

-- In files of learners.
alter table public.subscriber_import_rows add column tags text[];
