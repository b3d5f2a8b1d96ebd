import { RECORD_DAYS } from '#domain/privacy/periods.ts'

import { declare, impersonal } from './table-rule.ts'

const ownUser = [{ column: 'user_id', holds: 'user-id' }] as const

/** What a learner did. */
export const learningTables = [
	impersonal('lesson_texts', 'Texts of lessons', 'when the text of a lesson changed'),
	declare('progress_entries', {
		title: 'Progress',
		purpose: 'where the learner continues',
		person: ownUser,
		retention: { days: RECORD_DAYS, clock: 'stored_at' },
		exported: ['kind', 'key', 'done', 'detail', 'changed_at', 'stored_at', 'first_stored_at', 'first_changed_at'],
		erased: 'delete',
	}),
	declare('lesson_quiz_attempts', {
		title: 'Knowledge checks',
		purpose: 'graded answers',
		person: ownUser,
		retention: { days: RECORD_DAYS, clock: 'attempted_at' },
		exported: ['module_id', 'lesson_id', 'answers', 'score', 'total', 'attempted_at'],
		erased: 'delete',
	}),
	declare('text_reads', {
		title: 'Texts read',
		purpose: 'decides about certificates and refunds',
		person: ownUser,
		retention: { days: RECORD_DAYS, clock: 'first_read_at' },
		exported: ['module_id', 'kind', 'text_id', 'first_read_at', 'last_read_at'],
		erased: 'delete',
	}),
	declare('planner_weeks', {
		title: 'Weekly plans',
		purpose: 'makes the planner available on every device',
		person: ownUser,
		retention: { days: RECORD_DAYS, clock: 'stored_at' },
		exported: ['week', 'focus_area', 'rows', 'look_back', 'focus_changed_at', 'stored_at'],
		erased: 'delete',
	}),
	declare('certificates', {
		title: 'Certificates',
		purpose: 'so that anyone can verify one; its place in the status list then counts as revoked',
		person: ownUser,
		retention: { while: 'the account exists: a certificate is for life' },
		exported: [
			'id',
			'course_name',
			'learner_name',
			'issued_at',
			'credential',
			'revoked_at',
			'revoked_reason',
			'still_known',
			'still_known_at',
			'still_known_statement',
		],
		erased: 'delete',
	}),
]
