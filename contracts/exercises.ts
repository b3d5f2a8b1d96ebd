import { z } from 'zod'

import {
	exerciseBytes,
	FIELD_ID,
	type FilledExercise,
	MAX_EXERCISE_BYTES,
	MAX_FIELD_LENGTH,
	MAX_FIELDS,
	MAX_LABEL_LENGTH,
	MAX_PLACE,
	CONTENT_ID,
} from '#domain/exercises/filled-exercise.ts'
import { MAX_LESSON_HOME } from '#domain/gating/check-module-access.ts'
import type { StorageUse } from '#domain/storage/storage-quotas.ts'

const FieldSchema = z.strictObject({
	id: z.string().regex(FIELD_ID),
	label: z.string().max(MAX_LABEL_LENGTH),
	place: z.int().min(0).max(MAX_PLACE),
	/** Answer as entered; for a choice, the option's text. */
	value: z.string().max(MAX_FIELD_LENGTH),
	/** In milliseconds since 1970. */
	changedAt: z.int().min(0).max(8_640_000_000_000_000),
})

/**
 * Body of `POST /api/exercises/merge`: an exercise as the browser has it. Lesson and fields may belong to an older version of the course.
 */
export const MergeExerciseRequestSchema = z
	.strictObject({
		moduleId: z.int().min(1).max(MAX_LESSON_HOME),
		lessonId: z.string().regex(CONTENT_ID),
		exerciseId: z.string().regex(CONTENT_ID),
		title: z.string().max(MAX_LABEL_LENGTH),
		fields: z
			.array(FieldSchema)
			.min(1)
			.max(MAX_FIELDS)
			.refine((fields) => new Set(fields.map(({ id }) => id)).size === fields.length, 'must not contain a field twice'),
	})
	.refine((filled) => exerciseBytes(filled) <= MAX_EXERCISE_BYTES, `may have at most ${MAX_EXERCISE_BYTES} bytes`)

/** Response of the merge: the account's version of the exercise, and the storage that all exercises use. */
export type MergeExerciseResponse = { exercise: FilledExercise; storage: StorageUse }

/** Response of `GET /api/exercises`: all exercises of the account, ordered by module. */
export type ExercisesResponse = { exercises: FilledExercise[]; storage: StorageUse }
