import type { MergeExerciseResponse } from '#contracts/exercises.ts'
import {
	exerciseBytes,
	type FilledExercise,
	fitText,
	MAX_EXERCISE_BYTES,
	MAX_FIELD_LENGTH,
	MAX_FIELDS,
	MAX_LABEL_LENGTH,
} from '#domain/exercises/filled-exercise.ts'
import { addsText, isSameFilled, mergeFilled } from '#domain/exercises/merge-filled.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireReader, requireQuota } from '#server/services/learning/course/keep-record.ts'
import { lockLearner } from '#server/services/learning/progress/progress-rows.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { readExercise, writeExercise } from './exercise-rows.ts'

/**
 * Merges an exercise from a browser: the later edit of each field wins. Idempotent. Answers to exercises that are no longer in
 * the course are kept, since a browser may return after a new edition. Fields can be emptied even if the module is closed now.
 * @throws ServiceError `exercise_module_unknown`, `exercise_module_closed`, `exercise_too_large` (409), `storage_full` (413) for
 * a change that adds bytes
 */
export async function mergeExerciseOf(ctx: ServiceContext, report: FilledExercise): Promise<MergeExerciseResponse> {
	const userId = requireLearnerId(ctx)
	const sent = tidyReport(report, ctx.now().getTime())
	return inTransaction(ctx.db, async (tx) => {
		await lockLearner(tx, userId)
		return store({ ...ctx, db: tx }, userId, sent)
	})
}

/** Stores an exercise. The caller locks the account, so that no concurrent request changes the sizes. */
async function store(ctx: ServiceContext & { db: Tx }, userId: string, sent: FilledExercise): Promise<MergeExerciseResponse> {
	const { filled, bytes, storage } = await readExercise(ctx.db, userId, sent)
	const exercise = mergeFilled(filled ?? sent, sent)
	if (filled && isSameFilled(filled, exercise)) return { exercise, storage }
	if (addsText(filled, exercise)) await requireReader(ctx, 'exercise_module', ctx.content.findGatedModule(sent.moduleId))
	if (exercise.fields.length > MAX_FIELDS || exerciseBytes(exercise) > MAX_EXERCISE_BYTES)
		throw new ServiceError('conflict', 'exercise_too_large', 'This exercise is too large together with the changes from another browser')
	const after = requireQuota(storage, (await writeExercise(ctx.db, userId, exercise)) - bytes, 'exercises')
	return { exercise, storage: after }
}

/** Limits times to now, since the browser's clock may be ahead. Also removes characters that PostgreSQL can't store. */
const tidyReport = (report: FilledExercise, nowMs: number): FilledExercise => ({
	...report,
	title: fitText(report.title, MAX_LABEL_LENGTH),
	fields: report.fields.map((field) => ({
		...field,
		label: fitText(field.label, MAX_LABEL_LENGTH),
		value: fitText(field.value, MAX_FIELD_LENGTH),
		changedAt: Math.min(field.changedAt, nowMs),
	})),
})
