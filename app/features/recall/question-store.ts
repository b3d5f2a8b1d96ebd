import { SharedRecord } from '#app/lib/shared-record.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import type { LessonQuestions, RecallQuestion } from '#contracts/recall.ts'
import { isRecord } from '#domain/json/read-json.ts'
import { memoryId } from '#domain/recall/recall-schedule.ts'

import { recallStore } from './recall-store.ts'

/** Recall questions by lesson, such as `1/costs`. A lesson that is locked or was removed has an empty list. */
type Lessons = Readonly<Record<string, readonly RecallQuestion[]>>
/** Questions, and the account they belong to; `''` for a signed-out learner. */
type HeldQuestions = { owner: string; lessons: Lessons }

const NOTHING: HeldQuestions = { owner: '', lessons: {} }

const isText = (raw: unknown): raw is string => typeof raw === 'string' && raw.length <= 4000

function parseQuestion(raw: unknown): RecallQuestion[] {
	if (!isRecord(raw)) return []
	const { id, question, options, correct, explanation } = raw
	if (!isText(id) || !isText(question) || !isText(explanation) || !Array.isArray(options) || !options.every(isText)) return []
	if (typeof correct !== 'number' || options[correct] === undefined) return []
	return [{ id, question, options, correct, explanation }]
}

function parseHeld(raw: unknown): HeldQuestions | null {
	if (!isRecord(raw) || typeof raw.owner !== 'string' || !isRecord(raw.lessons)) return null
	const lessons = Object.entries(raw.lessons).flatMap(([name, list]) =>
		Array.isArray(list) ? [[name, list.flatMap(parseQuestion)] as const] : [],
	)
	return { owner: raw.owner, lessons: Object.fromEntries(lessons) }
}

/** Texts of recall questions, stored so that a review works offline. Other accounts in this browser can't read them. */
export class QuestionStore {
	readonly #record = new SharedRecord<HeldQuestions>(storageKeys.recallQuestions, {
		empty: NOTHING,
		parse: parseHeld,
		unite: (_held, stored) => stored,
	})
	readonly #ownerOf: () => string

	/** @param ownerOf returns the account whose recall answers are stored in this browser */
	constructor(ownerOf: () => string) {
		this.#ownerOf = ownerOf
	}

	readonly subscribe = (listener: () => void): (() => void) => this.#record.subscribe(listener)

	/** @returns the same object until something changes */
	readonly read = (): Lessons => {
		const { owner, lessons } = this.#record.read()
		return owner === '' || owner === this.#ownerOf() ? lessons : NOTHING.lessons
	}

	/** Lessons missing from the response are stored as empty: they are locked or no longer in the course. */
	takeAnswer(lessons: readonly string[], answer: readonly LessonQuestions[]): void {
		const found = new Map(answer.map((lesson) => [memoryId(lesson), lesson.questions]))
		this.#keep(Object.fromEntries(lessons.map((name) => [name, found.get(name) ?? []])))
	}

	add(lesson: string, question: RecallQuestion): void {
		const others = (this.read()[lesson] ?? []).filter(({ id }) => id !== question.id)
		this.#keep({ [lesson]: [...others, question] })
	}

	#keep(lessons: Lessons): void {
		this.#record.keep({ owner: this.#ownerOf(), lessons: { ...this.read(), ...lessons } })
	}
}

export const questionStore = new QuestionStore(() => recallStore.owner)
