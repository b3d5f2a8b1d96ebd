import { sql } from 'kysely'

import type { MergeExerciseResponse } from '#contracts/exercises.ts'
import {
	exerciseBytes,
	type ExercisePlace,
	type FilledExercise,
	MAX_EXERCISE_BYTES,
	MAX_FIELD_LENGTH,
	MAX_FIELDS,
	MAX_LABEL_LENGTH,
	parseFilledExercise,
} from '#domain/exercises/filled-exercise.ts'
import { addsText, isSameFilled, mergeFilled } from '#domain/exercises/merge-filled.ts'
import { fitText } from '#domain/json/read-json.ts'
import { STORAGE_QUOTAS, type StorageUse } from '#domain/storage/storage-quotas.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireQuota, requireReader } from '#server/services/learning/course/keep-record.ts'
import { lockLearner } from '#server/services/learning/progress/merge-learner-progress.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

/** Reads all exercises of an account and their size; the storage quota limits their number. */
export async function readExercises(db: Db | Tx, userId: string): Promise<{ exercises: FilledExercise[]; storage: StorageUse }> {
	const rows = await db
		.selectFrom('filled_exercises')
		.select(['module_id as moduleId', 'lesson_id as lessonId', 'exercise_id as exerciseId', 'title', 'fields', 'bytes'])
		.where('user_id', '=', userId)
		.orderBy('module_id')
		.orderBy('lesson_id')
		.orderBy('exercise_id')
		.execute()
	return {
		exercises: rows.map(parseFilledExercise).filter((filled) => filled !== null),
		storage: { used: rows.reduce((sum, { bytes }) => sum + bytes, 0), limit: STORAGE_QUOTAS.exercises },
	}
}

type StoredExercise = { filled: FilledExercise | null; bytes: number; storage: StorageUse }

/** Reads an exercise, its size and that of all exercises, in one query. */
export async function readExercise(tx: Tx, userId: string, { moduleId, lessonId, exerciseId }: ExercisePlace): Promise<StoredExercise> {
	const { rows } = await sql<{ used: number; bytes: number; held: object | null }>`
		with own as (
			select *, (module_id, lesson_id, exercise_id) = (${moduleId}::int, ${lessonId}, ${exerciseId}) as asked
			from filled_exercises where user_id = ${userId}::uuid
		)
		select coalesce(sum(bytes), 0)::int as used, coalesce(sum(bytes) filter (where asked), 0)::int as bytes,
			(select jsonb_build_object('title', title, 'fields', fields) from own where asked) as held
		from own`.execute(tx)
	const { used = 0, bytes = 0, held = null } = rows[0] ?? {}
	return {
		filled: parseFilledExercise({ ...held, moduleId, lessonId, exerciseId }),
		bytes,
		storage: { used, limit: STORAGE_QUOTAS.exercises },
	}
}

/** @returns the exercise's size in bytes */
export async function writeExercise(
	tx: Tx,
	userId: string,
	{ moduleId, lessonId, exerciseId, title, fields }: FilledExercise,
): Promise<number> {
	const written = await sql<{ bytes: number }>`
		insert into filled_exercises (user_id, module_id, lesson_id, exercise_id, title, fields)
		values (${userId}::uuid, ${moduleId}::int, ${lessonId}, ${exerciseId}, ${title}, ${JSON.stringify(fields)}::jsonb)
		on conflict (user_id, module_id, lesson_id, exercise_id)
		do update set title = excluded.title, fields = excluded.fields, stored_at = now()
		returning bytes`.execute(tx)
	return written.rows[0]?.bytes ?? 0
}

/**
 * Merges an exercise from a browser: the later edit of each field wins. Idempotent. Answers to exercises that are no longer in
 * the course are kept, since a browser may return after a new edition. Fields can be emptied even if the module is closed now.
 * @throws ServiceError `exercise_module_unknown`, `exercise_module_closed`, `exercise_too_large` (409), `storage_full` (413) for
 * a change that adds bytes
 */
export async function mergeOwnExercise(ctx: ServiceContext, report: FilledExercise): Promise<MergeExerciseResponse> {
	const userId = requireLearnerId(ctx)
	const sent = cleanReport(report, ctx.now().getTime())
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
