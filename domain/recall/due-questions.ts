import { dueAt, REVIEW_DAYS, type SectionMemory } from './remembered.ts'

/** Most questions of one review: at 25 seconds each it takes at most five minutes. */
export const REVIEW_SIZE = 12

/** Where a question stands. */
export type QuestionPlace = { moduleId: number; sectionId: string; questionId: string }

const answered = (memories: readonly SectionMemory[]) =>
	memories.flatMap(({ moduleId, sectionId, questions }) =>
		Object.entries(questions).map(([questionId, remembered]) => ({ moduleId, sectionId, questionId, remembered })),
	)

/** All questions that are due, what was missed first, then the one that has waited longest. */
export function dueQuestions(memories: readonly SectionMemory[], nowMs: number): QuestionPlace[] {
	return answered(memories)
		.filter(({ remembered }) => dueAt(remembered) <= nowMs)
		.toSorted((a, b) => Number(a.remembered.step > 0) - Number(b.remembered.step > 0) || dueAt(a.remembered) - dueAt(b.remembered))
		.map(({ moduleId, sectionId, questionId }) => ({ moduleId, sectionId, questionId }))
}

/** When the next question comes back, in milliseconds since 1970; null where none was answered. */
export const nextDueAt = (memories: readonly SectionMemory[]): number | null =>
	answered(memories).reduce<number | null>((soonest, { remembered }) => Math.min(soonest ?? Infinity, dueAt(remembered)), null)

/** How many answered questions hold for how many days: one count for each of `REVIEW_DAYS`. */
export function countByStep(memories: readonly SectionMemory[]): number[] {
	const counts = REVIEW_DAYS.map(() => 0)
	for (const { remembered } of answered(memories)) counts[remembered.step]! += 1
	return counts
}
