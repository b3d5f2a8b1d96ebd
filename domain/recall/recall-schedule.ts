import { isRecord, isNonNegativeInteger } from '#domain/json/read-json.ts'

/**
 * Days until a question comes back, by the number of consecutive correct answers when it was due. Simple growing intervals: spaced
 * repetition is well researched, but the exact numbers matter little.
 */
export const REVIEW_DAYS = [1, 3, 7, 16, 35, 90, 180] as const
/** Maximum questions per lesson stored in an account. */
export const MAX_QUESTIONS = 40

const DAY_MS = 86_400_000
/** Questions become due this much earlier, for learners who review at an earlier hour than the day before. */
const EARLY_MS = 8 * 3_600_000

/** State of a question after its last answer. */
export type QuestionMemory = {
	/** Index into `REVIEW_DAYS`. */
	step: number
	/** Time of the answer that set the step, in milliseconds since 1970. */
	answeredAt: number
}

/** Recall state of a lesson, by question ID. */
export type LessonMemory = { moduleId: number; lessonId: string; questions: Readonly<Record<string, QuestionMemory>> }

/** Reads only own properties, because an ID may be `constructor`. */
export const findRemembered = (memory: LessonMemory | null, questionId: string): QuestionMemory | null =>
	memory && Object.hasOwn(memory.questions, questionId) ? (memory.questions[questionId] ?? null) : null

export const memoryId = ({ moduleId, lessonId }: Pick<LessonMemory, 'moduleId' | 'lessonId'>): string => `${moduleId}/${lessonId}`

export const dueAt = ({ step, answeredAt }: QuestionMemory): number => answeredAt + REVIEW_DAYS[step]! * DAY_MS - EARLY_MS

/** True for an answer dated in the future: some clock is wrong, so the answer's age is unknown. */
const isOfTheFuture = ({ answeredAt }: QuestionMemory, nowMs: number): boolean => answeredAt > nowMs + DAY_MS

/** True if a question is due, or if its last answer is dated in the future, which means that a clock was wrong. */
export const isDue = (remembered: QuestionMemory, nowMs: number): boolean => dueAt(remembered) <= nowMs || isOfTheFuture(remembered, nowMs)

/**
 * Updates a question's state after an answer. A wrong answer brings the question back tomorrow. A correct one lengthens the interval only
 * if the question was due, because an early answer says little about long-term memory. If the last answer was dated in the future, the
 * interval starts over now.
 */
export function rememberAnswer(held: QuestionMemory | null, { isRight, nowMs }: { isRight: boolean; nowMs: number }): QuestionMemory {
	if (!isRight) return { step: 0, answeredAt: nowMs }
	if (!held) return { step: 1, answeredAt: nowMs }
	if (isOfTheFuture(held, nowMs)) return { step: Math.max(held.step, 1), answeredAt: nowMs }
	if (nowMs < dueAt(held)) return held
	return { step: Math.min(held.step + 1, REVIEW_DAYS.length - 1), answeredAt: nowMs }
}

const later = (a: QuestionMemory, b: QuestionMemory): QuestionMemory =>
	a.answeredAt === b.answeredAt ? (a.step <= b.step ? a : b) : a.answeredAt > b.answeredAt ? a : b

/** Merges two records. For each question, the later answer wins; for equal times, the one that makes it due sooner. */
export function mergeMemory(ours: LessonMemory, theirs: LessonMemory): LessonMemory {
	const questions = new Map(Object.entries(ours.questions))
	for (const [id, theirsOf] of Object.entries(theirs.questions)) {
		const held = questions.get(id)
		questions.set(id, held ? later(held, theirsOf) : theirsOf)
	}
	return { ...ours, questions: Object.fromEntries([...questions].toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}

export function mergeMemories(ours: readonly LessonMemory[], theirs: readonly LessonMemory[]): LessonMemory[] {
	const merged = new Map<string, LessonMemory>()
	for (const memory of [...ours, ...theirs]) merged.set(memoryId(memory), mergeMemory(merged.get(memoryId(memory)) ?? memory, memory))
	return [...merged.values()].toSorted((a, b) => a.moduleId - b.moduleId || (a.lessonId < b.lessonId ? -1 : 1))
}

export const isSameMemory = (a: LessonMemory, b: LessonMemory): boolean =>
	JSON.stringify(mergeMemory(a, a)) === JSON.stringify(mergeMemory(b, b))

/** Matches IDs of lessons and questions, including those of removed ones. */
export const RECALL_ID = /^[a-z0-9-]{1,80}$/
const isRecallId = (id: string) => RECALL_ID.test(id)
const isStep = (raw: unknown): raw is number => isNonNegativeInteger(raw) && raw < REVIEW_DAYS.length

/** Parses a stored record, which may come from an older build or another tab; null if it is unusable. */
export function parseMemory(raw: unknown): LessonMemory | null {
	if (!isRecord(raw) || !isNonNegativeInteger(raw.moduleId) || typeof raw.lessonId !== 'string' || !isRecallId(raw.lessonId)) return null
	if (!isRecord(raw.questions)) return null
	const questions = Object.entries(raw.questions).flatMap(([id, answer]) =>
		isRecallId(id) && isRecord(answer) && isStep(answer.step) && isNonNegativeInteger(answer.answeredAt)
			? [[id, { step: answer.step, answeredAt: answer.answeredAt }] as const]
			: [],
	)
	if (questions.length === 0) return null
	return { moduleId: raw.moduleId, lessonId: raw.lessonId, questions: Object.fromEntries(questions.slice(0, MAX_QUESTIONS)) }
}
