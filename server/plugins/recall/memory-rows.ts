import { sql } from 'kysely'

import { type LessonMemory, parseMemory } from '#domain/recall/recall-schedule.ts'
import { STORAGE_QUOTAS, type StorageUse } from '#domain/storage/storage-quotas.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** Reads all recall answers of an account and their size; the storage quota limits their number. */
export async function readMemories(db: Db | Tx, userId: string): Promise<{ memories: LessonMemory[]; storage: StorageUse }> {
	const rows = await db
		.selectFrom('recall_progress')
		.select(['module_id as moduleId', 'lesson_id as lessonId', 'questions', 'bytes'])
		.where('user_id', '=', userId)
		.orderBy('module_id')
		.orderBy('lesson_id')
		.execute()
	return {
		memories: rows.map(parseMemory).filter((memory) => memory !== null),
		storage: { used: rows.reduce((sum, { bytes }) => sum + bytes, 0), limit: STORAGE_QUOTAS.recall },
	}
}

type Held = { memory: LessonMemory | null; bytes: number; storage: StorageUse }

/** Reads the recall answers of a lesson, or null, with their size and that of all lessons, in one query. */
export async function readMemory(
	tx: Tx,
	userId: string,
	{ moduleId, lessonId }: Pick<LessonMemory, 'moduleId' | 'lessonId'>,
): Promise<Held> {
	const { rows } = await sql<{ used: number; bytes: number; questions: object | null }>`
		with own as (
			select *, (module_id, lesson_id) = (${moduleId}::int, ${lessonId}) as asked from recall_progress where user_id = ${userId}::uuid
		)
		select coalesce(sum(bytes), 0)::int as used, coalesce(sum(bytes) filter (where asked), 0)::int as bytes,
			(select questions from own where asked) as questions
		from own`.execute(tx)
	const { used = 0, bytes = 0, questions = null } = rows[0] ?? {}
	return { memory: parseMemory({ moduleId, lessonId, questions }), bytes, storage: { used, limit: STORAGE_QUOTAS.recall } }
}

/** @returns the size of the answers in bytes */
export async function writeMemory(tx: Tx, userId: string, { moduleId, lessonId, questions }: LessonMemory): Promise<number> {
	const written = await sql<{ bytes: number }>`
		insert into recall_progress (user_id, module_id, lesson_id, questions)
		values (${userId}::uuid, ${moduleId}::int, ${lessonId}, ${JSON.stringify(questions)}::jsonb)
		on conflict (user_id, module_id, lesson_id) do update set questions = excluded.questions, stored_at = now()
		returning bytes`.execute(tx)
	return written.rows[0]?.bytes ?? 0
}
