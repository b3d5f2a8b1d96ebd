-- Pictures, videos and captions that operators upload. Their bytes are rows too, so that a backup and each server have them.
create table public.media (
	-- Random, not by time: the address of a file that no page shows yet must not be guessed.
	id uuid primary key default gen_random_uuid(),
	kind text not null check (kind in ('picture', 'video', 'captions')),
	-- Last part of its address; of pictures and videos with their size: sunset-1600x900.webp.
	name text not null check (length(name) between 1 and 120),
	-- What a picture shows; the title of a video; empty for captions.
	alt text not null check (length(alt) <= 500 and (kind <> 'picture' or alt <> '')),
	width integer check (width > 0),
	height integer check (height > 0),
	-- Of all its files together.
	bytes bigint not null check (bytes > 0),
	-- Of captions: the video that they belong to, and their language.
	video_id uuid references public.media (id) on delete cascade,
	language text check (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
	-- Null once that account is deleted.
	uploader_id uuid references auth.users (id) on delete set null,
	created_at timestamptz not null,
	check ((kind = 'captions') = (video_id is not null and language is not null)),
	unique (video_id, language)
);
create index media_newest on public.media (created_at desc, id desc) where video_id is null;
create index media_of_uploader on public.media (uploader_id) where uploader_id is not null;
alter table public.media enable row level security;

-- One file of it: the picture itself (variant 0) and its smaller copies (their width).
create table public.media_files (
	media_id uuid not null references public.media (id) on delete cascade,
	variant integer not null check (variant >= 0),
	content_type text not null,
	bytes bigint not null check (bytes > 0),
	-- SHA-256 of its bytes.
	checksum bytea not null check (length(checksum) = 32),
	primary key (media_id, variant)
);
alter table public.media_files enable row level security;

-- Its bytes in pieces of one size, so that a range is read without the rest and no file is in memory as a whole.
create table public.media_chunks (
	media_id uuid not null,
	variant integer not null,
	number integer not null check (number >= 0),
	data bytea not null check (length(data) > 0),
	primary key (media_id, variant, number),
	foreign key (media_id, variant) references public.media_files (media_id, variant) on delete cascade
);
-- Pictures and videos are compressed already.
alter table public.media_chunks alter column data set storage external;
alter table public.media_chunks enable row level security;
