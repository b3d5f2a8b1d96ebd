-- Newsletter subscribers, issues and automatic emails.

create table public.newsletter_subscriptions (
	id uuid not null default auth.uuid_v7(),
	-- Lower case. One subscription per address.
	email text not null,
	first_name text,
	source text not null,
	-- suppressed: an email to the address failed or was reported as spam. No form changes that.
	status text not null default 'pending',
	-- SHA-256 of the token in the last confirmation email.
	confirm_hash bytea,
	confirm_expires_at timestamptz,
	requested_at timestamptz not null,
	confirmed_at timestamptz,
	unsubscribed_at timestamptz,
	created_at timestamptz not null default now(),
	-- Text shown next to the form, as proof of consent; null in old rows.
	consent_text text,
	ended_by text,
	-- Place where an imported address was collected, according to the file.
	consent_source text,
	-- The consent covers newsletters, not only article announcements.
	covers_newsletters boolean not null default false,
	last_issue_at timestamptz,
	-- Automations (automatic emails) that the subscriber already got.
	sent_lifecycle_emails text[] not null default '{}',

	constraint newsletter_subscriptions_pkey primary key (id),
	constraint newsletter_subscriptions_email_key unique (email),
	constraint newsletter_subscriptions_confirm_hash_key unique (confirm_hash),
	constraint newsletter_subscriptions_email_check check (email = lower(email) and length(email) between 3 and 254),
	constraint newsletter_subscriptions_first_name_check check (length(first_name) between 1 and 100),
	constraint newsletter_subscriptions_source_check check (source in ('blog', 'popup', 'settings', 'import')),
	constraint newsletter_subscriptions_status_check check (status in ('pending', 'confirmed', 'unsubscribed', 'suppressed')),
	constraint newsletter_subscriptions_consent_text_check check (length(consent_text) between 1 and 2000),
	constraint newsletter_subscriptions_ended_by_check check (ended_by in ('reader', 'operator')),
	constraint newsletter_subscriptions_consent_source_check check (length(consent_source) between 1 and 300)
);
comment on table public.newsletter_subscriptions is
	'Newsletter subscribers. A subscription starts when its address is confirmed; the row is kept as the proof of consent.';
create index newsletter_subscriptions_confirmed on public.newsletter_subscriptions (id) where status = 'confirmed';
-- Search in the console.
create index newsletter_subscriptions_newest on public.newsletter_subscriptions (created_at desc, id desc);
create index newsletter_subscriptions_state on public.newsletter_subscriptions (status, created_at desc, id desc);
create index newsletter_subscriptions_begins on public.newsletter_subscriptions (email text_pattern_ops);
create index newsletter_subscriptions_last_word_begins
	on public.newsletter_subscriptions (regexp_replace(split_part(split_part(email, '@', 1), '+', 1), '^.*[._-]', '') text_pattern_ops);
create index newsletter_subscriptions_number_begins
	on public.newsletter_subscriptions (substring(split_part(email, '@', 1), '[0-9].*') text_pattern_ops)
	where substring(split_part(email, '@', 1), '[0-9].*') is not null;
create index newsletter_subscriptions_domain_begins on public.newsletter_subscriptions (split_part(email, '@', 2) text_pattern_ops);
-- Imported addresses that haven't been asked to confirm yet.
create index newsletter_subscriptions_uninvited on public.newsletter_subscriptions (id)
	where source = 'import' and status = 'pending' and confirm_hash is null;
-- Confirmed subscriptions by time, for the funnel and the figures above the list.
create index newsletter_subscriptions_confirmed_at on public.newsletter_subscriptions (confirmed_at) where confirmed_at is not null;
-- Ended subscriptions by time.
create index newsletter_subscriptions_unsubscribed_at on public.newsletter_subscriptions (unsubscribed_at)
	where confirmed_at is not null and unsubscribed_at is not null;
-- Ended subscriptions by address, so that counting the early access requests of a module doesn't read all subscribers.
create index newsletter_subscriptions_ended on public.newsletter_subscriptions (email) include (status, unsubscribed_at)
	where status in ('unsubscribed', 'suppressed');
create index newsletter_subscriptions_sorted_by_email on public.newsletter_subscriptions (email collate "C", id);
create index newsletter_subscriptions_state_by_email on public.newsletter_subscriptions (status, email collate "C", id);
alter table public.newsletter_subscriptions enable row level security;
create policy service_rows on public.newsletter_subscriptions to service_role using (true) with check (true);
grant all on public.newsletter_subscriptions to service_role;

-- True unless a suppression or a later unsubscribe has ended a request for early access.
create function public.is_early_access_wanted(address text, asked_at timestamptz) returns boolean stable language sql set search_path = '' as $$
	select not exists (select from public.newsletter_subscriptions s where s.email = address
		and s.status in ('unsubscribed', 'suppressed') and (s.status = 'suppressed' or s.unsubscribed_at >= asked_at))
$$;

-- Sets is_wanted of a new or changed early access request.
create function public.read_wanted() returns trigger security definer language plpgsql set search_path = '' as $$
begin
	new.is_wanted = public.is_early_access_wanted(new.email, new.created_at);
	return new;
end
$$;
create trigger early_access_requests_wanted before insert or update of email, created_at on public.early_access_requests
	for each row execute function public.read_wanted();

-- Updates is_wanted of an address's early access requests when its subscription changes.
create function public.update_wanted() returns trigger security definer language plpgsql set search_path = '' as $$
begin
	update public.early_access_requests w set is_wanted = not w.is_wanted
	where w.email in (old.email, new.email) and w.is_wanted <> public.is_early_access_wanted(w.email, w.created_at);
	return null;
end
$$;
create trigger newsletter_subscriptions_wanted after insert or delete or update of email, status, unsubscribed_at
	on public.newsletter_subscriptions for each row execute function public.update_wanted();

create table public.article_announcements (
	article_slug text not null,
	recipients int not null,
	created_at timestamptz not null default now(),
	-- Last subscription that was queued; the next batch continues here.
	after_id uuid,
	ended_at timestamptz,

	constraint article_announcements_pkey primary key (article_slug),
	constraint article_announcements_recipients_check check (recipients >= 0)
);
comment on table public.article_announcements is
	'Articles that were announced to subscribers, each once.';
create index article_announcements_under_way on public.article_announcements (created_at) where ended_at is null;
alter table public.article_announcements enable row level security;
create policy service_rows on public.article_announcements to service_role using (true) with check (true);
grant all on public.article_announcements to service_role;

create table public.newsletter_issues (
	id uuid not null default auth.uuid_v7(),
	subject text not null,
	-- Markdown.
	body text not null,
	-- The audience: conditions that choose the recipients, as the console's form stores them.
	segment jsonb not null default '{}',
	state text not null default 'draft',
	-- Requested start, actual start, and the time when the last email was queued.
	starts_at timestamptz,
	started_at timestamptz,
	ended_at timestamptz,
	-- Last subscription that was queued. Updated in the same transaction, so that no email is queued twice or left out.
	after_id uuid,
	queued int not null default 0,
	created_at timestamptz not null,
	changed_at timestamptz not null,
	-- Subscribers in the audience when it was scheduled; null for older issues.
	recipients int,
	-- Subscribers left out because they already got an issue this week.
	skipped int not null default 0,
	preheader text not null default '',
	-- The saved audience that was chosen. Its conditions are copied to `segment`, again after each change until the issue is scheduled.
	audience_id uuid,

	constraint newsletter_issues_pkey primary key (id),
	constraint newsletter_issues_subject_check check (length(subject) between 1 and 150),
	constraint newsletter_issues_preheader_check check (length(preheader) <= 150),
	constraint newsletter_issues_body_check check (length(body) between 1 and 50000),
	constraint newsletter_issues_recipients_check check (recipients >= 0),
	constraint newsletter_issues_skipped_check check (skipped >= 0),
	constraint newsletter_issues_state_check check (state in ('draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent'))
);
comment on table public.newsletter_issues is
	'Newsletter issues: emails that an operator writes to an audience of subscribers.';
comment on column public.newsletter_issues.preheader is
	'Text that inboxes show after the subject; empty: the start of the body.';
create index newsletter_issues_newest on public.newsletter_issues (created_at desc, id desc);
create index newsletter_issues_audience on public.newsletter_issues (audience_id) where audience_id is not null;
create index newsletter_issues_due on public.newsletter_issues (starts_at) where state in ('scheduled', 'sending');
alter table public.newsletter_issues enable row level security;
create policy service_rows on public.newsletter_issues to service_role using (true) with check (true);
grant all on public.newsletter_issues to service_role;

create table public.saved_audiences (
	id uuid not null default auth.uuid_v7(),
	name text not null,
	-- Conditions that choose the subscribers, as in newsletter_issues.
	segment jsonb not null,
	created_at timestamptz not null,
	changed_at timestamptz not null,

	constraint saved_audiences_pkey primary key (id),
	constraint saved_audiences_name_check check (length(name) between 1 and 80)
);
comment on table public.saved_audiences is
	'Audiences of newsletters that operators saved under a name.';
create unique index saved_audiences_name on public.saved_audiences (lower(name));
alter table public.saved_audiences enable row level security;
create policy service_rows on public.saved_audiences to service_role using (true) with check (true);
grant all on public.saved_audiences to service_role;

create table public.lifecycle_rules (
	name text not null,
	is_on boolean not null,
	changed_at timestamptz not null,
	-- Time between the event and its email; null: the automation's default.
	delay_hours int,
	-- Only for automations that an operator added: the name, and the built-in automation that has the same event.
	title text,
	trigger text,

	constraint lifecycle_rules_pkey primary key (name),
	constraint lifecycle_rules_own_check check ((title is null) = (trigger is null) and length(title) between 1 and 80)
);
comment on table public.lifecycle_rules is
	'Automations: automatic emails that an operator has switched on or off, or has added. One of the product without a row is off.';
alter table public.lifecycle_rules enable row level security;
create policy service_rows on public.lifecycle_rules to service_role using (true) with check (true);
grant all on public.lifecycle_rules to service_role;

create table public.subscriber_imports (
	id uuid not null default auth.uuid_v7(),
	file_name text not null,
	encoding text not null,
	created_by uuid,
	created_at timestamptz not null,
	applied_at timestamptz,
	-- The file itself; null once a person in it was erased, and in old rows.
	content text,
	-- Layout of the file: the column of each field, the order of dates, and whether it has a header row.
	columns jsonb,
	-- Kind of people in the file: subscribers or learners.
	what text not null default 'subscribers',

	constraint subscriber_imports_pkey primary key (id),
	constraint subscriber_imports_file_name_check check (length(file_name) <= 200),
	constraint subscriber_imports_what_check check (what in ('subscribers', 'learners'))
);
comment on table public.subscriber_imports is
	'Uploaded files of subscribers or learners. Each file is checked row by row before anything is imported.';
create index subscriber_imports_newest on public.subscriber_imports (created_at desc, id desc);
alter table public.subscriber_imports enable row level security;
create policy service_rows on public.subscriber_imports to service_role using (true) with check (true);
grant all on public.subscriber_imports to service_role;

create table public.subscriber_import_rows (
	import_id uuid not null,
	-- Line number in the file.
	line int not null,
	-- The address as in the file, shortened.
	typed text not null,
	-- Lower case; null when invalid.
	email text,
	-- The full name in files of learners.
	first_name text,
	-- Consent date, according to the file.
	asked_at timestamptz,
	consent_source text,
	consent_text text,
	-- Subscribers: `proof` and `invite` are imported. Learners: `new` and `known` are imported. All others are skipped.
	verdict text not null,
	note text,
	-- Only in files of learners.
	tags text[],

	constraint subscriber_import_rows_pkey primary key (import_id, line),
	constraint subscriber_import_rows_import_id_fkey foreign key (import_id) references public.subscriber_imports (id) on delete cascade,
	constraint subscriber_import_rows_verdict_check check (verdict in ('proof', 'invite', 'new', 'no_address', 'twice', 'known',
		'ended', 'suppressed'))
);
comment on table public.subscriber_import_rows is
	'Rows of an imported file, and what will happen to each.';
create index subscriber_import_rows_verdict on public.subscriber_import_rows (import_id, verdict, line);
create index subscriber_import_rows_email on public.subscriber_import_rows (email) where email is not null;
alter table public.subscriber_import_rows enable row level security;
create policy service_rows on public.subscriber_import_rows to service_role using (true) with check (true);
grant all on public.subscriber_import_rows to service_role;

create table public.import_columns (
	-- SHA-256 of the kind of file and the names in its header row.
	head_hash bytea not null,
	-- As in subscriber_imports.
	columns jsonb not null,
	used_at timestamptz not null,

	constraint import_columns_pkey primary key (head_hash),
	constraint import_columns_head_hash_check check (octet_length(head_hash) = 32)
);
comment on table public.import_columns is
	'Layouts of imported files by the names in the header row, so that the next file with the same names is read the same way.';
alter table public.import_columns enable row level security;
create policy service_rows on public.import_columns to service_role using (true) with check (true);
grant all on public.import_columns to service_role;
