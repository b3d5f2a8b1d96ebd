import { MARKETING_DAYS } from '#domain/privacy/periods.ts'

import { forgetMails } from './forget-texts.ts'
import { declareTable, declareUserTable, declareSystemTable } from './table-rule.ts'

export const messageTables = [
	declareUserTable('sms_logs', {
		protection: 'personal',
		title: 'Text messages shown in settings',
		purpose: 'shows the learner what was sent',
		retention: { days: MARKETING_DAYS, clock: 'created_at' },
		exported: ['type', 'message', 'status', 'created_at'],
	}),
	declareUserTable('sms_course_events', {
		protection: 'learning',
		title: 'Sections announced by text message',
		purpose: 'so that each is announced at most once',
		retention: { days: MARKETING_DAYS, clock: 'created_at' },
		exported: ['module_id', 'section_id', 'created_at'],
	}),
	declareUserTable('sms_messages', {
		protection: 'personal',
		title: 'Text messages',
		purpose: 'delivery of text messages',
		retention: { days: MARKETING_DAYS, clock: 'created_at' },
		exported: ['kind', 'to_phone', 'country', 'body', 'status', 'error_code', 'created_at', 'updated_at'],
	}),
	declareUserTable('sms_codes', {
		protection: 'secret',
		title: 'Pending codes by text message',
		purpose: 'the one valid code for each purpose; stored as a hash',
		retention: { expires: 'two days after it expired' },
		exported: ['purpose', 'phone', 'expires_at', 'failures', 'locked_until'],
	}),
	declareUserTable('sms_consents', {
		protection: 'personal',
		title: 'Consents to text messages',
		purpose: 'proof of what was agreed to',
		retention: { while: 'the account exists' },
		exported: ['phone', 'text_version', 'words', 'source', 'ip_address', 'created_at'],
	}),
	declareUserTable('user_sms_settings', {
		protection: 'personal',
		title: 'Text message settings',
		purpose: 'number and choices',
		retention: { while: 'the account exists' },
		exported: [
			'phone_number',
			'verified',
			'course_progress_notifications',
			'payment_notifications',
			'two_factor_enabled',
			'created_at',
			'updated_at',
		],
	}),
	declareTable('sms_sends', {
		protection: 'personal',
		title: 'Text message counters',
		purpose: 'caps',
		person: null,
		retention: { expires: 'two days after the message' },
		exported: 'Stored as keyed hashes, which don’t reveal your number.',
		erased: { keep: 'no row names a person, and a deletion must not reset a limit' },
	}),
	declareTable('sms_blocks', {
		protection: 'personal',
		title: 'Opt-outs from text messages',
		purpose: 'so that a STOP is honored for as long as we send texts',
		person: null,
		retention: { while: 'we send text messages' },
		exported: 'Stored as a keyed hash, which doesn’t reveal your number. The settings page shows whether your number is blocked.',
		erased: { keep: 'no row names a person, and a STOP outlives the account' },
	}),
	declareTable('outbox_messages', {
		protection: 'personal',
		title: 'Emails sent',
		purpose: 'shows that an email was sent',
		person: [{ column: 'to_address', holds: 'email' }],
		// Emails with a code are deleted after 30 days (`deleteCodeMails`).
		retention: { days: MARKETING_DAYS, clock: 'created_at' },
		// The body is omitted, because it may contain a valid code.
		exported: ['channel', 'to_address', 'template', 'subject', 'status', 'created_at', 'sent_at'],
		erased: { by: forgetMails },
	}),
	declareTable('mail_suppressions', {
		protection: 'personal',
		title: 'Suppressed addresses',
		purpose: 'so that email that bounced or was reported is not sent again',
		person: null,
		retention: { while: 'we send mail' },
		exported: 'Stored as a keyed hash, which doesn’t reveal the address.',
		erased: { keep: 'no row names a person, and it outlives the account' },
	}),
	declareSystemTable('saved_audiences', 'Saved audiences', 'to whom a newsletter goes, by conditions'),
	declareSystemTable('lifecycle_rules', 'Automatic emails', 'which of them are on'),
	declareSystemTable('newsletter_issues', 'Newsletter issues', 'what was written to subscribers'),
	declareSystemTable('article_announcements', 'Article announcements', 'which articles were mailed'),
]
