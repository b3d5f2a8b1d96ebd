import { dueAt, isDue, type LessonMemory } from './recall-schedule.ts'

/** Maximum questions in a review. At 25 seconds each, it takes five minutes at most. */
export const REVIEW_SIZE = 12

export type QuestionPlace = { moduleId: number; lessonId: string; questionId: string }

const answered = (memories: readonly LessonMemory[]) =>
	memories.flatMap(({ moduleId, lessonId, questions }) =>
		Object.entries(questions).map(([questionId, remembered]) => ({ moduleId, lessonId, questionId, remembered })),
	)

/** Lists all due questions, missed ones first, then by waiting time. */
export function dueQuestions(memories: readonly LessonMemory[], nowMs: number): QuestionPlace[] {
	return answered(memories)
		.filter(({ remembered }) => isDue(remembered, nowMs))
		.toSorted((a, b) => Number(a.remembered.step > 0) - Number(b.remembered.step > 0) || dueAt(a.remembered) - dueAt(b.remembered))
		.map(({ moduleId, lessonId, questionId }) => ({ moduleId, lessonId, questionId }))
}

/** Returns the due time of the next question that isn't due yet, in milliseconds since 1970; null if there is none. */
export const nextDueAt = (memories: readonly LessonMemory[], nowMs: number): number | null =>
	answered(memories)
		.filter(({ remembered }) => !isDue(remembered, nowMs))
		.reduce<number | null>((soonest, { remembered }) => Math.min(soonest ?? Infinity, dueAt(remembered)), null)

/** Estimated time to read, recall and answer a question. */
const SECONDS_EACH = 25

export const estimateReviewMinutes = (questions: number): number => Math.ceil((questions * SECONDS_EACH) / 60)

/**
 * Counts the answered questions (`met`), and those the learner still knows (`holding`): answered correctly the last time, and not due yet.
 */
export function countHolding(memories: readonly LessonMemory[], nowMs: number): { holding: number; met: number } {
	const all = answered(memories)
	return { holding: all.filter(({ remembered }) => remembered.step > 0 && !isDue(remembered, nowMs)).length, met: all.length }
}
