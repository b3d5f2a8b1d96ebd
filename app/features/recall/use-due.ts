import { dueQuestions, nextDueAt, type QuestionPlace } from '#domain/recall/due-questions.ts'
import { type LessonMemory, memoryId } from '#domain/recall/recall-schedule.ts'

import { recallStore } from './recall-store.ts'
import { useRecall } from './use-recall.ts'

/** Lessons whose questions a review may ask, and the modules that the learner may read. */
export type ReviewScope = {
	/** Names of the course's lessons, such as `1/costs`. */
	lessons: ReadonlySet<string>
	mayRead: (moduleId: number) => boolean
}

export type Due = {
	memories: readonly LessonMemory[]
	due: readonly QuestionPlace[]
	nextMs: number | null
	nowMs: number
}

/** Returns the due questions. They were answered at least once, and their lessons are in the course and open to the learner. */
export function useDueQuestions({ lessons, mayRead }: ReviewScope): Due {
	const nowMs = recallStore.nowMs()
	const memories = useRecall().items.filter((memory) => lessons.has(memoryId(memory)) && mayRead(memory.moduleId))
	return { memories, due: dueQuestions(memories, nowMs), nextMs: nextDueAt(memories, nowMs), nowMs }
}
