import { sql } from 'kysely'

import { type ExercisePlace, type FilledExercise, parseFilledExercise } from '#domain/exercises/filled-exercise.ts'
import { STORAGE_QUOTAS, type StorageUse } from '#domain/storage/storage-quotas.ts'
import type { Db, Tx } from '#server/db/database.ts'

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

type Held = { filled: FilledExercise | null; bytes: number; storage: StorageUse }

/** Reads an exercise, its size and that of all exercises, in one query. */
export async function readExercise(tx: Tx, userId: string, { moduleId, lessonId, exerciseId }: ExercisePlace): Promise<Held> {
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
