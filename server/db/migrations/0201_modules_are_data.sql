-- Which modules the course has stands in its files (docs/decisions/0205). A check here that counts to six would refuse the
-- seventh; the server asks the course, and the database only keeps numbers plausible.
alter table public.early_access_requests
	drop constraint early_access_requests_module_id_check,
	add constraint early_access_requests_module_id_check check (module_id between 1 and 99);
alter table public.module_feedback
	drop constraint module_feedback_module_id_check,
	add constraint module_feedback_module_id_check check (module_id between 1 and 99);
alter table public.text_reads
	drop constraint text_reads_module_id_check,
	add constraint text_reads_module_id_check check (module_id between 1 and 99);
alter table public.section_notes
	drop constraint section_notes_module_id_check,
	add constraint section_notes_module_id_check check (module_id between 1 and 99);
