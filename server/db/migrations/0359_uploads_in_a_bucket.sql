-- Files of the media library can be in a bucket.
alter table public.media_files add column object_key text constraint media_files_object_key_key unique;

create table public.unlinked_uploads (
	object_key text primary key,
	remove_after timestamptz not null
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

comment on table public.media is
	'Uploaded pictures, videos and captions. The bytes are rows as well, so that backups and all servers have them, or in a bucket.';
