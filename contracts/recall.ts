import { z } from 'zod'

import { MAX_LESSON_HOME } from '#domain/gating/check-module-access.ts'
import { type LessonMemory, MAX_QUESTIONS, RECALL_ID, REVIEW_DAYS } from '#domain/recall/remembered.ts'
import type { StorageUse } from '#domain/storage/storage-quotas.ts'

import { CompletedSchema } from './course.ts'

const RememberedSchema = z.strictObject({
	/** Consecutive recalls on time, up to the longest interval. */
	step: z
		.int()
		.min(0)
		.max(REVIEW_DAYS.length - 1),
	/** Milliseconds since 1970. */
	answeredAt: z.int().min(0).max(8_640_000_000_000_000),
})

/** Body of `POST /api/recall/merge`: a browser's memories of one lesson. Lesson and questions may be of an earlier edition. */
export const MergeRecallRequestSchema = z.strictObject({
	moduleId: z.int().min(1).max(MAX_LESSON_HOME),
	lessonId: z.string().regex(RECALL_ID),
	questions: z.record(z.string().regex(RECALL_ID), RememberedSchema).refine((questions) => {
		const count = Object.keys(questions).length
		return count > 0 && count <= MAX_QUESTIONS
	}, `must be 1 to ${MAX_QUESTIONS} questions`),
})

/** Fields shared by every response about memories. */
type Kept = {
	storage: StorageUse
	/** The server's time, in milliseconds since 1970, by which the browser corrects its own. */
	now: number
}

/** Answer of the merge: the lesson as the account holds it now. */
export type MergeRecallResponse = Kept & { memory: LessonMemory }

/** Answer of `GET /api/recall`: all that the account remembers, in the order of the modules. */
export type RecallResponse = Kept & { memories: LessonMemory[] }

/** Most lessons of one call for questions: a review of twelve asks of at most as many. */
export const QUESTION_LESSONS = 12

/** Query of `GET /api/recall/questions`: lessons such as `1/costs,2/first-sale`, and the completions of a signed-out browser. */
export const RecallQuestionsQuerySchema = z.object({
	lessons: z.string().regex(/^[1-9][0-9]?\/[a-z0-9-]{1,80}(,[1-9][0-9]?\/[a-z0-9-]{1,80}){0,11}$/),
	completed: CompletedSchema,
})

/** A question of a lesson's text. It is not graded, so its answer comes with it. */
export type RecallQuestion = {
	id: string
	question: string
	options: string[]
	/** Index of an option, from 0. */
	correct: number
	explanation: string
}

export type LessonQuestions = { moduleId: number; lessonId: string; questions: RecallQuestion[] }

/** Questions of existing lessons that the caller may read. */
export type RecallQuestionsResponse = { lessons: LessonQuestions[] }
