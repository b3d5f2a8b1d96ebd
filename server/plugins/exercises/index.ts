import { Hono } from 'hono'

import { type ExercisesResponse, MergeExerciseRequestSchema, type MergeExerciseResponse } from '#contracts/exercises.ts'
import { exerciseBytes, MAX_EXERCISE_BYTES } from '#domain/exercises/filled-exercise.ts'
import { RECORD_DAYS } from '#domain/privacy/periods.ts'
import { withLearner } from '#server/http/api/middleware.ts'
import { type HttpEnv, readJson } from '#server/http/environment.ts'
import { limitBody, limitRate } from '#server/http/limits.ts'
import { oneRequestPerAccount } from '#server/http/one-at-a-time.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import { createImportRule, readRecords } from '#server/services/learning/records/keep-record.ts'
import { declareUserTable } from '#server/services/people/privacy/registry/table-rule.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { exerciseTable, mergeOwnExercise } from './merge-exercise.ts'
import { printExercises } from './print-exercises.ts'

/** Creates `/api/exercises`. Learners can access only their own exercises, including those of modules that are closed to them now. */
const createExercisesApi = () =>
	new Hono<HttpEnv>()
		.use(limitBody(), withLearner)
		.get('/', limitRate({ name: 'exercises-list', points: 1200, seconds: 600 }), oneRequestPerAccount, async (c) => {
			const { records: exercises, storage } = await readRecords(c.var.ctx.db, exerciseTable, requireLearnerId(c.var.ctx))
			return c.json({ exercises, storage } satisfies ExercisesResponse)
		})
		.get('/exercises.pdf', limitRate({ name: 'exercises-pdf', points: 10, seconds: 600 }), oneRequestPerAccount, async (c) =>
			sendFile(c, { name: 'my-exercises.pdf', content: await printExercises(c.var.ctx) }),
		)
		.post('/merge', limitRate({ name: 'exercises-merge', points: 1200, seconds: 600 }), async (c) =>
			c.json((await mergeOwnExercise(c.var.ctx, await readJson(c, MergeExerciseRequestSchema))) satisfies MergeExerciseResponse),
		)

export const plugin: Plugin = {
	mount: (app) => void app.route('/api/exercises', createExercisesApi()),
	bodies: { 'POST /api/exercises/merge': MergeExerciseRequestSchema },
	openWithoutFactor: ['GET /api/exercises', 'GET /api/exercises/exercises.pdf', 'POST /api/exercises/merge'],
	openToViews: ['GET /api/exercises'],
	tables: [
		declareUserTable('filled_exercises', {
			protection: 'learning',
			title: 'Exercises',
			purpose: 'makes what is entered in exercises available on every device',
			retention: { days: RECORD_DAYS, clock: 'stored_at' },
			exported: ['module_id', 'lesson_id', 'exercise_id', 'title', 'fields', 'stored_at'],
			imported: createImportRule(exerciseTable, (filled) => exerciseBytes(filled) <= MAX_EXERCISE_BYTES),
		}),
	],
}
