import { sql } from 'kysely'

import { type LessonMemory, MAX_QUESTIONS } from '#domain/recall/recall-schedule.ts'
import { STORAGE_QUOTAS } from '#domain/storage/storage-quotas.ts'
import type { Db } from '#server/db/database.ts'
import type { PluginSample } from '#tests/plugins/samples.ts'

const write = (db: Db, userId: string, questions: LessonMemory['questions']) =>
	db
		.insertInto('recall_progress')
		.values({ user_id: userId, module_id: 1, lesson_id: 'value-mapping-career-alignment', questions: JSON.stringify(questions) })
		.execute()

/** Answers to the maximum number of questions per lesson, with the longest IDs: nearly 5 kB. */
const LONG = Object.fromEntries(
	Array.from({ length: MAX_QUESTIONS }, (_, index) => [`q-${index}-`.padEnd(80, 'x'), { step: 6, answeredAt: 1_763_000_000_000 }]),
)

export const sample: PluginSample = {
	own: async ({ db }, { userId, mark }) => {
		await write(db, userId, { [mark.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')]: { step: 1, answeredAt: 1000 } })
		return {}
	},
	fillAccount: async ({ db }, userId) => {
		await write(db, userId, { [`question-of-${userId}`]: { step: 1, answeredAt: 1000 } })
	},
	inPolicy: { recall_progress: ['Which questions in lessons you answered', 'what you did, wrote and planned in the course'] },
	leftOut: { recall_progress: 'bytes' },
	/** Adds long lessons until the account is full. */
	fillUp: async ({ db }, userId) => {
		const count = Math.floor(STORAGE_QUOTAS.recall / (JSON.stringify(LONG).length + 4 * MAX_QUESTIONS))
		await sql`
			insert into recall_progress (user_id, module_id, lesson_id, questions)
			select ${userId}::uuid, 1, 'lesson-' || n, ${JSON.stringify(LONG)}::jsonb
			from generate_series(1, ${count}::int) n`.execute(db)
	},
	largest: {
		'GET /api/recall': { kilobytes: 110 },
		// Twelve lessons, with the questions of each.
		'GET /api/recall/questions': { kilobytes: 150 },
		// One lesson with at most forty questions.
		'POST /api/recall/merge': { kilobytes: 8, body: { moduleId: 1, lessonId: 'lesson-1', questions: LONG } },
	},
}
