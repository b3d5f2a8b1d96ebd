-- What has opened a certificate's course since it was issued: courses, or all of the modules of then. Null in older rows until it is next checked.
alter table public.certificates
	add column opener_course_ids text[],
	add column opener_module_ids smallint[];
