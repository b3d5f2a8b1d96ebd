-- The media library takes files to download, such as PDFs. An earlier program with the library shows them without a preview.
alter table public.media drop constraint media_kind_check;
alter table public.media add constraint media_kind_check check (kind in ('picture', 'video', 'captions', 'file'));
comment on table public.media is
	'Uploaded pictures, videos, captions and files to download. The bytes are rows as well, so that backups and all servers have them, or in a bucket.';
