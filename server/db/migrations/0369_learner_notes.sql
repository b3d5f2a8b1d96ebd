-- Notes of the team about a learner. Only the server reads and writes them: no role of the API has a grant.
create table public.learner_notes (
	id uuid not null default auth.uuid_v7(),
	user_id uuid not null,
	-- Null once that account is deleted.
	author_id uuid,
	body text not null,
	created_at timestamptz not null,

	constraint learner_notes_pkey primary key (id),
	constraint learner_notes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
	constraint learner_notes_author_id_fkey foreign key (author_id) references auth.users (id) on delete set null,
	constraint learner_notes_body_check check (length(body) between 1 and 2000)
);
comment on table public.learner_notes is
	'Notes of the team about a learner, which only the console shows.';
create index learner_notes_of_learner on public.learner_notes (user_id, created_at desc);
create index learner_notes_of_author on public.learner_notes (author_id) where author_id is not null;
alter table public.learner_notes enable row level security;
