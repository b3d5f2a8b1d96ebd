import { sql } from 'kysely'

import { MARKETING_DAYS } from '#domain/privacy/periods.ts'
import { applicationFields, contactFields, fieldNames } from '#domain/support/check-fields.ts'

import { forgetInImports } from './forget-texts.ts'
import { daysBefore, declareSystemTable, declareTable, declareUserTable } from './table-rule.ts'

const owned = [
	{ column: 'user_id', holds: 'user-id' },
	{ column: 'email', holds: 'email', unowned: 'user_id' },
] as const
const twoYears = { days: MARKETING_DAYS, clock: 'created_at' } as const

export const visitorTables = [
	declareTable('newsletter_subscriptions', {
		protection: 'personal',
		title: 'Newsletter',
		purpose: 'who gets the articles by email, and proof that they asked for it',
		person: [{ column: 'email', holds: 'email' }],
		// Unconfirmed requests are deleted after a week (`deleteUnconfirmedSubscriptions`).
		retention: {
			days: MARKETING_DAYS,
			clock: 'requested_at',
			only: (now) => sql`greatest(requested_at, confirmed_at, unsubscribed_at) < ${daysBefore(now, MARKETING_DAYS)}`,
		},
		exported: [
			'email',
			'first_name',
			'source',
			'consent_text',
			'consent_source',
			'covers_newsletters',
			'status',
			'requested_at',
			'confirmed_at',
			'unsubscribed_at',
			'ended_by',
			'last_issue_at',
			'sent_lifecycle_emails',
		],
	}),
	declareTable('subscriber_import_rows', {
		protection: 'personal',
		title: 'Import rows',
		purpose: 'the result of each row before it’s imported',
		person: [{ column: 'email', holds: 'email' }],
		retention: { expires: 'a week after the file was uploaded' },
		exported: ['email', 'first_name', 'asked_at', 'consent_source', 'consent_text', 'verdict', 'tags'],
	}),
	declareTable('subscriber_imports', {
		protection: 'personal',
		title: 'Import files',
		purpose: 'who uploaded a file, and when it was imported',
		person: [{ column: 'created_by', holds: 'user-id' }],
		retention: { expires: 'a week after the file was uploaded' },
		exported: ['file_name', 'what', 'created_at', 'applied_at'],
		erased: { by: forgetInImports },
	}),
	declareTable('early_access_requests', {
		protection: 'personal',
		title: 'Early access requests',
		purpose: 'who to tell when a module is ready',
		person: owned,
		retention: twoYears,
		exported: ['email', 'module_id', 'created_at', 'due_at', 'notified_at'],
	}),
	declareUserTable('module_feedback', {
		protection: 'personal',
		title: 'Feedback',
		purpose: 'to make a module better',
		retention: twoYears,
		exported: ['module_id', 'is_helpful', 'suggestion', 'created_at'],
	}),
	declareTable('ticket_messages', {
		protection: 'personal',
		title: 'Ticket messages',
		purpose: 'our answers, replies to them, and internal notes',
		person: [{ column: 'ticket_id', of: 'support_tickets', key: 'id' }],
		retention: { while: 'the message that it answers is kept' },
		exported: ['kind', 'body', 'created_at'],
	}),
	declareSystemTable(
		'import_columns',
		'Columns of import files',
		'what each column of a file of subscribers held, for the next file with the same columns',
	),
	declareSystemTable('visit_counts', 'Counts of visits', 'how many visits, quizzes, signups and checkouts there were on a day, by source'),
	declareUserTable('learner_notes', {
		protection: 'personal',
		title: 'Notes of our team',
		purpose: 'what support needs to know about a learner',
		retention: { while: 'the account exists' },
		exported: ['body', 'created_at'],
	}),
	declareUserTable('learner_tags', {
		protection: 'personal',
		title: 'Tags of our team',
		purpose: 'to find and write to learners who have something in common',
		retention: { while: 'the account exists' },
		exported: ['name', 'created_at'],
	}),
	declareSystemTable('saved_answers', 'Saved replies', 'texts to reuse in answers'),
	declareTable('support_tickets', {
		protection: 'personal',
		title: 'Contact messages',
		purpose: 'to answer them',
		person: owned,
		retention: twoYears,
		exported: ['category', ...fieldNames(contactFields), 'status', 'due_at', 'answered_at', 'created_at'],
	}),
	declareTable('mailbox_verifications', {
		protection: 'secret',
		title: 'Privacy request links',
		purpose: 'privacy requests without an account; stored as hashes',
		person: [{ column: 'email', holds: 'email' }],
		retention: { expires: 'an hour after they expired' },
		exported: ['email', 'created_at', 'expires_at'],
	}),
	declareTable('job_application_files', {
		protection: 'personal',
		title: 'Application files',
		purpose: 'the PDF of an application',
		person: [{ column: 'application_id', of: 'job_applications', key: 'id' }],
		retention: { while: 'its application is kept' },
		exported: ['file_name', 'size_bytes', 'content'],
	}),
	declareTable('job_applications', {
		protection: 'personal',
		title: 'Applications',
		purpose: 'to fill a position',
		person: [{ column: 'email', holds: 'email' }],
		retention: twoYears,
		exported: ['position', ...fieldNames(applicationFields), 'status', 'created_at'],
	}),
]
