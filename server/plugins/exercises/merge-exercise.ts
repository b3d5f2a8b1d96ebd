import type { MergeExerciseResponse } from '#contracts/exercises.ts'
import {
	exerciseBytes,
	type FilledExercise,
	MAX_EXERCISE_BYTES,
	MAX_FIELD_LENGTH,
	MAX_FIELDS,
	MAX_LABEL_LENGTH,
	parseFilledExercise,
} from '#domain/exercises/filled-exercise.ts'
import { addsText, isSameFilled, mergeFilled } from '#domain/exercises/merge-filled.ts'
import { fitText } from '#domain/json/read-json.ts'
import { STORAGE_QUOTAS } from '#domain/storage/storage-quotas.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keepRecord, type RecordTable, requireModuleAccessForRecord } from '#server/services/learning/records/keep-record.ts'

export const exerciseTable: RecordTable<FilledExercise> = {
	name: 'filled_exercises',
	key: { module_id: 'moduleId', lesson_id: 'lessonId', exercise_id: 'exerciseId' },
	body: ['title', 'fields'],
	parse: parseFilledExercise,
	merge: mergeFilled,
	isSame: isSameFilled,
	quota: STORAGE_QUOTAS.exercises,
	what: 'exercises',
}

/**
 * Merges an exercise from a browser: the later edit of each field wins. Idempotent. Answers to exercises that are no longer in the course
 * are kept, because a browser may come back after the course has changed. Fields can be emptied even if the module is closed now.
 * @throws ServiceError `exercise_module_unknown`, `exercise_module_closed`, `exercise_too_large` (409), `storage_full` (413) for a change
 * that adds bytes
 */
export async function mergeOwnExercise(ctx: ServiceContext, report: FilledExercise): Promise<MergeExerciseResponse> {
	const sent = cleanReport(report, ctx.now().getTime())
	const { record: exercise, storage } = await keepRecord(ctx, exerciseTable, {
		sent,
		async check(locked, { held, record }) {
			if (addsText(held, record)) await requireModuleAccessForRecord(locked, 'exercise_module', ctx.content.findGatedModule(sent.moduleId))
			const message = 'This exercise is too large together with the changes from another browser'
			if (record.fields.length > MAX_FIELDS || exerciseBytes(record) > MAX_EXERCISE_BYTES)
				throw new ServiceError('conflict', 'exercise_too_large', message)
		},
	})
	return { exercise, storage }
}

/**
 * Caps times at the current time, since the browser's clock may be ahead. Also removes characters that PostgreSQL can't store.
 */
const cleanReport = (report: FilledExercise, nowMs: number): FilledExercise => ({
	...report,
	title: fitText(report.title, MAX_LABEL_LENGTH),
	fields: report.fields.map((field) => ({
		...field,
		label: fitText(field.label, MAX_LABEL_LENGTH),
		value: fitText(field.value, MAX_FIELD_LENGTH),
		changedAt: Math.min(field.changedAt, nowMs),
	})),
})
