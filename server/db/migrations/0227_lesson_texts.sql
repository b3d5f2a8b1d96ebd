-- When the text of a lesson changed: a row for each text that this server found, newest last (docs/decisions/0231).
create table public.lesson_texts (
	module_id int not null,
	lesson_id text not null check (length(lesson_id) between 1 and 100),
	-- SHA-256 of the lesson's file.
	text_hash bytea not null check (length(text_hash) = 32),
	-- When it was first found: at a start, or when the overview was read.
	seen_at timestamptz not null,
	primary key (module_id, lesson_id, seen_at)
);
alter table public.lesson_texts enable row level security;

-- Who opened a section in a period, for the overview.
create index progress_entries_sections_opened on public.progress_entries (key, first_stored_at) include (user_id) where kind = 'section';
