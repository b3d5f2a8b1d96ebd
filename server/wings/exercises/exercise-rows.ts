import { sql } from 'kysely'

import { type ExercisePlace, type FilledExercise, parseFilledExercise } from '#domain/exercises/filled-exercise.ts'
import { ACCOUNT_SHARES, type StorageUse } from '#domain/storage/account-shares.ts'
import type { Db, Tx } from '#server/db/database.ts'

const rowsOf = (db: Db | Tx, userId: string) =>
	db
		.selectFrom('filled_exercises')
		.select(['module_id as moduleId', 'lesson_id as lessonId', 'exercise_id as exerciseId', 'title', 'fields', 'bytes'])
		.where('user_id', '=', userId)

/** All filled exercises of an account, which its share keeps short. */
export async function readExercises(db: Db | Tx, userId: string): Promise<{ exercises: FilledExercise[]; storage: StorageUse }> {
	const rows = await rowsOf(db, userId).orderBy('module_id').orderBy('lesson_id').orderBy('exercise_id').execute()
	return {
		exercises: rows.map(parseFilledExercise).filter((filled) => filled !== null),
		storage: { used: rows.reduce((sum, { bytes }) => sum + bytes, 0), limit: ACCOUNT_SHARES.exercises },
	}
}

/** One filled exercise and its bytes; null where nothing was entered yet. */
export async function readExercise(db: Db | Tx, userId: string, { moduleId, lessonId, exerciseId }: ExercisePlace) {
	const row = await rowsOf(db, userId)
		.where('module_id', '=', moduleId)
		.where('lesson_id', '=', lessonId)
		.where('exercise_id', '=', exerciseId)
		.executeTakeFirst()
	const filled = row ? parseFilledExercise(row) : null
	return filled && row ? { filled, bytes: row.bytes } : null
}

export async function readExerciseUse(db: Db | Tx, userId: string): Promise<StorageUse> {
	const { used } = await db
		.selectFrom('filled_exercises')
		.select((eb) => eb.fn.sum<string | null>('bytes').as('used'))
		.where('user_id', '=', userId)
		.executeTakeFirstOrThrow()
	return { used: Number(used), limit: ACCOUNT_SHARES.exercises }
}

/** Replaces what is stored of one exercise. @returns its bytes */
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
