import { z } from 'zod'

import { MAX_LESSON_HOME } from '#domain/gating/check-module-access.ts'
import { type LessonMemory, MAX_QUESTIONS, RECALL_ID, REVIEW_DAYS } from '#domain/recall/recall-schedule.ts'
import type { StorageUse } from '#domain/storage/storage-quotas.ts'

import { CompletedSchema } from './course.ts'

const RememberedSchema = z.strictObject({
	/** Number of consecutive on-time correct answers, up to the longest interval. */
	step: z
		.int()
		.min(0)
		.max(REVIEW_DAYS.length - 1),
	/** In milliseconds since 1970. */
	answeredAt: z.int().min(0).max(8_640_000_000_000_000),
})

/**
 * Body of `POST /api/recall/merge`: the browser's recall answers for a lesson. Lesson and questions may belong to an older version of the
 * course.
 */
export const MergeRecallRequestSchema = z.strictObject({
	moduleId: z.int().min(1).max(MAX_LESSON_HOME),
	lessonId: z.string().regex(RECALL_ID),
	questions: z.record(z.string().regex(RECALL_ID), RememberedSchema).refine((questions) => {
		const count = Object.keys(questions).length
		return count > 0 && count <= MAX_QUESTIONS
	}, `must be 1 to ${MAX_QUESTIONS} questions`),
})

/** Fields shared by all responses about recall answers. */
type Kept = {
	storage: StorageUse
	/** Server time in milliseconds since 1970, so that the browser can correct its clock. */
	now: number
}

/** Response of the merge: the account's recall answers for the lesson. */
export type MergeRecallResponse = Kept & { memory: LessonMemory }

/** Response of `GET /api/recall`: all recall answers of the account, ordered by module. */
export type RecallResponse = Kept & { memories: LessonMemory[] }

/** Maximum number of lessons per request: a review has twelve questions, which may be from twelve lessons. */
export const MAX_LESSONS_PER_REQUEST = 12

/**
 * Query of `GET /api/recall/questions`: lessons such as `1/costs,2/first-sale`, and the modules completed in a signed-out
 * browser.
 */
export const RecallQuestionsQuerySchema = z.object({
	lessons: z.string().regex(/^[1-9][0-9]?\/[a-z0-9-]{1,80}(,[1-9][0-9]?\/[a-z0-9-]{1,80}){0,11}$/),
	completed: CompletedSchema,
})

/** A recall question in a lesson's text. It is ungraded, so the correct option is included. */
export type RecallQuestion = {
	id: string
	question: string
	options: string[]
	/** Zero-based index of the correct option. */
	correct: number
	explanation: string
}

export type LessonQuestions = { moduleId: number; lessonId: string; questions: RecallQuestion[] }

/** Questions of the requested lessons that exist and that the caller may read. */
export type RecallQuestionsResponse = { lessons: LessonQuestions[] }
