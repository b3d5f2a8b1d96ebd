import { parseWeek } from '#domain/planner/planner-week.ts'
import { RECORD_DAYS } from '#domain/privacy/periods.ts'
import { STORAGE_QUOTAS, WEEK_BYTES } from '#domain/storage/storage-quotas.ts'

import { declareUserTable, declareSystemTable } from './table-rule.ts'

const HALF_DAY_MS = 43_200_000

/** Validates a week in a data copy. Its Monday is stored as midnight in the time zone of the server that made the copy. */
function importWeek({ week, focus_area: text, focus_changed_at: changed, rows, look_back: lookBack }: Readonly<Record<string, unknown>>) {
	const [monday, changedAt] = [week, changed].map((time) => (typeof time === 'string' ? Date.parse(time) : Number.NaN))
	if (monday === undefined || Number.isNaN(monday)) return null
	const day = new Date(monday + HALF_DAY_MS).toISOString().slice(0, 10)
	const parsed = parseWeek({ week: day, focusArea: { text, changedAt }, rows, lookBack })
	if (!parsed || Buffer.byteLength(JSON.stringify(parsed)) > WEEK_BYTES) return null
	return {
		week: parsed.week,
		focus_area: parsed.focusArea.text,
		focus_changed_at: new Date(parsed.focusArea.changedAt).toISOString(),
		rows: parsed.rows,
		look_back: parsed.lookBack ?? null,
	}
}

export const learningTables = [
	declareSystemTable('lesson_revisions', 'Lesson texts', 'when the text of a lesson changed'),
	declareUserTable('progress_entries', {
		protection: 'learning',
		title: 'Progress',
		purpose: 'where the learner continues',
		retention: { days: RECORD_DAYS, clock: 'stored_at' },
		exported: ['kind', 'key', 'done', 'detail', 'changed_at', 'stored_at', 'first_stored_at', 'first_changed_at'],
	}),
	declareUserTable('lesson_quiz_attempts', {
		protection: 'learning',
		title: 'Knowledge checks',
		purpose: 'graded answers',
		retention: { days: RECORD_DAYS, clock: 'attempted_at' },
		exported: ['module_id', 'lesson_id', 'answers', 'score', 'total', 'attempted_at'],
	}),
	declareUserTable('content_reads', {
		protection: 'learning',
		title: 'Lessons read',
		purpose: 'decides about certificates and refunds',
		retention: { days: RECORD_DAYS, clock: 'first_read_at' },
		exported: ['module_id', 'kind', 'content_id', 'first_read_at', 'last_read_at'],
	}),
	declareUserTable('planner_weeks', {
		protection: 'learning',
		title: 'Weekly plans',
		purpose: 'makes the planner available on every device',
		retention: { days: RECORD_DAYS, clock: 'stored_at' },
		exported: ['week', 'focus_area', 'rows', 'look_back', 'focus_changed_at', 'stored_at'],
		imported: { quota: STORAGE_QUOTAS.planner, check: importWeek },
	}),
	declareUserTable('certificates', {
		protection: 'learning',
		title: 'Certificates',
		purpose: 'so that anyone can verify one; its place in the status list then counts as revoked',
		retention: { while: 'the account exists: a certificate is for life' },
		exported: [
			'id',
			'course_id',
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
	}),
]
