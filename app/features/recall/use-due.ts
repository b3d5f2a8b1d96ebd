import { dueQuestions, nextDueAt, type QuestionPlace } from '#domain/recall/due-questions.ts'
import { type LessonMemory, memoryId } from '#domain/recall/remembered.ts'

import { recallStore } from './recall-store.ts'
import { useRecall } from './use-recall.ts'

export type ReviewRules = {
	/** The lessons of the course, such as `1/costs`. */
	lessons: ReadonlySet<string>
	mayRead: (moduleId: number) => boolean
}

export type Due = {
	/** Memories of open lessons that are still in the course. */
	memories: readonly LessonMemory[]
	due: readonly QuestionPlace[]
	/** Time of the next question that isn't due yet; null without one. */
	nextMs: number | null
	nowMs: number
}

/** The questions to ask again: of lessons that are in the course, that the learner may read, and that they have answered before. */
export function useDue({ lessons, mayRead }: ReviewRules): Due {
	const nowMs = recallStore.nowMs()
	const memories = useRecall().items.filter((memory) => lessons.has(memoryId(memory)) && mayRead(memory.moduleId))
	return { memories, due: dueQuestions(memories, nowMs), nextMs: nextDueAt(memories, nowMs), nowMs }
}
