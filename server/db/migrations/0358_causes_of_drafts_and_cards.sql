-- Drafts that another change brought with it, which the Publish page lists below their cause; the cards of payments, and
-- the preview text of newsletters.
alter table public.content_versions
	add column because_of text
		constraint content_versions_because_of_check check (length(because_of) between 1 and 300);
comment on column public.content_versions.because_of is
	'Path of the file whose change also changed this one, such as a new module that texts count; null for a separate change.';

alter table public.payments
	add column card text
		constraint payments_card_check check (length(card) between 1 and 60);
comment on column public.payments.card is
	'Brand and last four digits, such as visa 4242; null for other methods, and once the buyer is erased.';

alter table public.newsletter_issues
	add column preheader text not null default ''
		constraint newsletter_issues_preheader_check check (length(preheader) <= 150);
comment on column public.newsletter_issues.preheader is
	'Text that inboxes show after the subject; empty: the start of the body.';
