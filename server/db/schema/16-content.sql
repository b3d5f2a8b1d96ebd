-- Content written in the console, and uploaded media.

create table public.content_versions (
	id uuid not null default auth.uuid_v7(),
	-- Path below content/, such as course/module-1/lessons/analysis.md.
	path text not null,
	-- Null for the shipped text.
	body text,
	-- Shipped text when this was written. An upgrade may ship another one.
	origin text not null,
	-- Null once that account is deleted.
	author_id uuid,
	created_at timestamptz not null,
	published_at timestamptz,
	-- Start of a run of autosaves, in which each replaces the one before; null if it was saved with a button.
	autosaved_since timestamptz,
	because_of text,

	constraint content_versions_pkey primary key (id),
	constraint content_versions_author_id_fkey foreign key (author_id) references auth.users (id) on delete set null,
	constraint content_versions_path_check check (length(path) between 1 and 300),
	constraint content_versions_because_of_check check (length(because_of) between 1 and 300),
	constraint content_versions_body_check check (length(body) <= 400000)
);
comment on table public.content_versions is
	'Drafts and saved versions of content files, written in the console.';
comment on column public.content_versions.because_of is
	'Path of the file whose change also changed this one, such as a new module that texts count; null for a separate change.';
create index content_versions_of_path on public.content_versions (path, id desc);
create index content_versions_of_author on public.content_versions (author_id) where author_id is not null;
alter table public.content_versions enable row level security;

create table public.content_releases (
	number int not null generated always as identity,
	-- Text of each edited file by its path below content/; null for the shipped text.
	edits jsonb not null,
	-- Origin of a release whose texts do not come from drafts.
	note text not null default '',
	-- Null once that account is deleted, and for a release that was created by a start of the server.
	author_id uuid,
	created_at timestamptz not null,

	constraint content_releases_pkey primary key (number),
	constraint content_releases_author_id_fkey foreign key (author_id) references auth.users (id) on delete set null,
	constraint content_releases_edits_check check (jsonb_typeof(edits) = 'object')
);
comment on table public.content_releases is
	'Published content, one row per publication: all files that differ from those the site ships with. Every process serves the newest row.';
create index content_releases_of_author on public.content_releases (author_id) where author_id is not null;
alter table public.content_releases enable row level security;

create table public.scheduled_releases (
	id uuid not null default auth.uuid_v7(),
	-- Release that the changes are based on; null before the first.
	base int,
	-- Text of each changed file by its path below content/; null for the shipped text.
	changes jsonb not null,
	-- Rows of content_versions that are published with it.
	versions uuid[] not null,
	-- Null once that account is deleted.
	author_id uuid,
	created_at timestamptz not null,
	due_at timestamptz not null,
	ended_at timestamptz,
	outcome text,
	-- Reasons why it failed, one line per error.
	problems text[] not null default '{}',

	constraint scheduled_releases_pkey primary key (id),
	constraint scheduled_releases_base_fkey foreign key (base) references public.content_releases (number),
	constraint scheduled_releases_author_id_fkey foreign key (author_id) references auth.users (id) on delete set null,
	constraint scheduled_releases_changes_check check (jsonb_typeof(changes) = 'object'),
	constraint scheduled_releases_check check ((ended_at is null) = (outcome is null)),
	constraint scheduled_releases_outcome_check check (outcome in ('published', 'canceled', 'failed'))
);
comment on table public.scheduled_releases is
	'Drafts that are published at a set time.';
-- At most one scheduled release.
create unique index scheduled_releases_waiting on public.scheduled_releases ((true)) where ended_at is null;
create index scheduled_releases_of_base on public.scheduled_releases (base) where base is not null;
create index scheduled_releases_of_author on public.scheduled_releases (author_id) where author_id is not null;
alter table public.scheduled_releases enable row level security;

create table public.lesson_revisions (
	module_id int not null,
	lesson_id text not null,
	-- SHA-256 of the lesson's file.
	text_hash bytea not null,
	-- Time when the server first found this text.
	seen_at timestamptz not null,

	constraint lesson_revisions_pkey primary key (module_id, lesson_id, seen_at),
	constraint lesson_revisions_lesson_id_check check (length(lesson_id) between 1 and 100),
	constraint lesson_revisions_text_hash_check check (length(text_hash) = 32)
);
comment on table public.lesson_revisions is
	'Changes of lesson texts: one row for each new text that the server found.';
alter table public.lesson_revisions enable row level security;

create table public.media (
	-- Random: the address of a file that no page shows yet must not be guessable.
	id uuid not null default gen_random_uuid(),
	kind text not null,
	-- Last part of its address, with the size: sunset-1600x900.webp, workbook-430kb.pdf.
	name text not null,
	-- Description of a picture; title of a video or file; empty for captions.
	alt text not null,
	width int,
	height int,
	-- Total size of its files.
	bytes bigint not null,
	-- Captions: their video and language.
	video_id uuid,
	language text,
	-- Null once that account is deleted.
	uploader_id uuid,
	created_at timestamptz not null,

	constraint media_pkey primary key (id),
	constraint media_video_id_language_key unique (video_id, language),
	constraint media_video_id_fkey foreign key (video_id) references public.media (id) on delete cascade,
	constraint media_uploader_id_fkey foreign key (uploader_id) references auth.users (id) on delete set null,
	constraint media_kind_check check (kind in ('picture', 'video', 'captions', 'file')),
	constraint media_check1 check ((kind = 'captions') = (video_id is not null and language is not null)),
	constraint media_name_check check (length(name) between 1 and 120),
	constraint media_check check (length(alt) <= 500 and (kind <> 'picture' or alt <> '')),
	constraint media_width_check check (width > 0),
	constraint media_height_check check (height > 0),
	constraint media_bytes_check check (bytes > 0),
	constraint media_language_check check (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$')
);
comment on table public.media is
	'Uploaded pictures, videos, captions and files to download. The bytes are rows as well, so that backups and all servers have them, or in a bucket.';
create index media_newest on public.media (created_at desc, id desc) where video_id is null;
create index media_of_uploader on public.media (uploader_id) where uploader_id is not null;
alter table public.media enable row level security;

create table public.media_files (
	media_id uuid not null,
	variant int not null,
	content_type text not null,
	bytes bigint not null,
	-- SHA-256.
	checksum bytea not null,
	-- Its key in the bucket; null while its bytes are rows of media_chunks.
	object_key text,

	constraint media_files_pkey primary key (media_id, variant),
	constraint media_files_media_id_fkey foreign key (media_id) references public.media (id) on delete cascade,
	constraint media_files_object_key_key unique (object_key),
	constraint media_files_variant_check check (variant >= 0),
	constraint media_files_bytes_check check (bytes > 0),
	constraint media_files_checksum_check check (length(checksum) = 32)
);
comment on table public.media_files is
	'Files of a media item: the original (variant 0), a copy for emails (variant 1) and smaller copies (variant is their width).';
alter table public.media_files enable row level security;

create table public.media_chunks (
	media_id uuid not null,
	variant int not null,
	number int not null,
	data bytea not null,

	constraint media_chunks_pkey primary key (media_id, variant, number),
	constraint media_chunks_media_id_variant_fkey foreign key (media_id, variant) references public.media_files (media_id,
		variant) on delete cascade,
	constraint media_chunks_number_check check (number >= 0),
	constraint media_chunks_data_check check (length(data) > 0)
);
comment on table public.media_chunks is
	'Bytes of a media file in chunks of equal size, so that a range is read without loading the whole file.';
alter table public.media_chunks alter column data set storage external;
alter table public.media_chunks enable row level security;

create table public.unlinked_uploads (
	object_key text not null,
	remove_after timestamptz not null,

	constraint unlinked_uploads_pkey primary key (object_key)
);
comment on table public.unlinked_uploads is
	'Files in the bucket that no row refers to: uploads under way, and deleted files. A job removes them after their time.';
alter table public.unlinked_uploads enable row level security;

create function public.unlink_upload() returns trigger language plpgsql as $$
begin
	insert into public.unlinked_uploads (object_key, remove_after) values (old.object_key, '-infinity');
	return null;
end $$;
create trigger media_files_deleted after delete on public.media_files for each row
	when (old.object_key is not null) execute function public.unlink_upload();
create trigger media_files_moved after update of object_key on public.media_files for each row
	when (old.object_key is not null and new.object_key is null) execute function public.unlink_upload();
