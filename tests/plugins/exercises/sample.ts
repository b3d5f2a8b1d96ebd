import { sql } from 'kysely'

import type { FilledExercise } from '#domain/exercises/filled-exercise.ts'
import { STORAGE_QUOTAS } from '#domain/storage/storage-quotas.ts'
import type { Db } from '#server/db/database.ts'
import type { PluginSample } from '#tests/plugins/samples.ts'

const filledWith = (value: string, exerciseId = 'break-even'): FilledExercise => ({
	moduleId: 1,
	lessonId: 'value-mapping-career-alignment',
	exerciseId,
	title: 'Break-even',
	fields: [{ id: 'note', label: 'A note', place: 0, value, changedAt: 1000 }],
})

const write = (db: Db, userId: string, { moduleId, lessonId, exerciseId, title, fields }: FilledExercise) =>
	db
		.insertInto('filled_exercises')
		.values({
			user_id: userId,
			module_id: moduleId,
			lesson_id: lessonId,
			exercise_id: exerciseId,
			title,
			fields: JSON.stringify(fields),
		})
		.execute()

/** Nearly 4 kB of two-byte characters. */
const LONG = filledWith('é'.repeat(1900))

export const sample: PluginSample = {
	own: async ({ db }, { userId, mark }) => {
		await write(db, userId, filledWith(mark))
		return {}
	},
	shows: ['GET /api/exercises'],
	fillAccount: async ({ db }, userId) => {
		await write(db, userId, filledWith(`exercise of ${userId}`))
	},
	inPolicy: { filled_exercises: ['What you enter, what the page asked', 'what you did, wrote and planned in the course'] },
	leftOut: { filled_exercises: 'bytes' },
	/** Adds long exercises until the account is full. */
	fillUp: async ({ db }, userId) => {
		const count = Math.floor(STORAGE_QUOTAS.exercises / (LONG.title.length + 3900))
		await sql`
			insert into filled_exercises (user_id, module_id, lesson_id, exercise_id, title, fields)
			select ${userId}::uuid, 1, ${LONG.lessonId}, 'exercise-' || n, ${LONG.title}, ${JSON.stringify(LONG.fields)}::jsonb
			from generate_series(1, ${count}::int) n`.execute(db)
	},
	largest: {
		'GET /api/exercises': { kilobytes: 320 },
		'GET /api/exercises/exercises.pdf': { kilobytes: 1000 },
		// One exercise of at most 16 kB.
		'POST /api/exercises/merge': { kilobytes: 20, body: LONG },
	},
}
