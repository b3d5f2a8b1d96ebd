import { useSyncExternalStore } from 'react'

import { storedValue, storedOption } from '#app/lib/browser-storage.ts'
import { courseOrder } from '#app/lib/course-order.ts'
import { RecordStore } from '#app/lib/records/record-store.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { storedHustlerAnswers } from '#app/lib/stored-hustler-answers.ts'
import { weekAt } from '#domain/clock/week-date.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { completedModules } from '#domain/progress/completed-modules.ts'
import { betterEntry, isSameEntry, mergeProgress } from '#domain/progress/merge-progress.ts'
import { entryId, isToggle, type ProgressEntry, progressKey } from '#domain/progress/progress-entry.ts'
import { isHustlerType, scoreHustlerQuiz } from '#domain/quiz/hustler-quiz.ts'

import { clearSelectedProject, readSelectedProject, unrecordedProject, writeSelectedProject } from './selected-project.ts'
import { storedProgress } from './stored-progress.ts'

export function readQuizResult(): ProgressEntry | null {
	const result = storedHustlerAnswers.read()
	const type = result && scoreHustlerQuiz(result.answers)
	const changedAt = result ? Date.parse(result.takenAt) : Number.NaN
	if (!result || !type || !(changedAt >= 0)) return null
	return { kind: 'quiz-result', key: 'hustler', done: true, changedAt, detail: { type, answers: result.answers.join(',') } }
}

/** Stores the account's quiz result in this browser, unless it already has a newer one. */
function writeQuizResult(entries: readonly ProgressEntry[]): void {
	const entry = entries.find(({ kind, key }) => kind === 'quiz-result' && key === 'hustler')
	const answers = typeof entry?.detail?.answers === 'string' ? entry.detail.answers.split(',').filter(isHustlerType) : []
	if (!entry || answers.length === 0 || (readQuizResult()?.changedAt ?? -1) >= entry.changedAt) return
	storedHustlerAnswers.write({ quiz: 'hustler', answers, takenAt: new Date(entry.changedAt).toISOString() })
}

/** Completion flags hold the bare string `true`; any other value counts as not set. */
const flag = (key: string) => storedOption(key, ['true'])
const moduleFlag = (moduleId: ModuleId) => flag(storageKeys.moduleCompleted(moduleId))

/** Returns the modules flagged as completed in this browser, by any learner. */
const readModuleFlags = (): ModuleId[] => courseOrder().filter((moduleId) => moduleFlag(moduleId).read() === 'true')

/** Writes missing flags. Completing the last module also sets the course's flag. */
function writeModuleFlags(completed: ReadonlySet<ModuleId>): void {
	for (const moduleId of completed) if (moduleFlag(moduleId).read() === null) moduleFlag(moduleId).write('true')
	const course = flag(storageKeys.courseCompleted)
	if (completed.has(courseOrder().at(-1) ?? 0) && course.read() === null) course.write('true')
}

/** Removes the flags when another learner signs in. That learner's flags are written again from their record. */
function clearModuleFlags(): void {
	for (const moduleId of courseOrder()) moduleFlag(moduleId).clear()
	flag(storageKeys.courseCompleted).clear()
}

/** Answers that are stored separately from the progress record. The next learner to sign in on this browser must not see them. */
const ANSWERS = [storageKeys.quizResult, storageKeys.trial, storageKeys.selector, storageKeys.careerQuiz] as const

/** Clears these answers. The planner's data stays, because it is stored per account. */
function clearPersonalAnswers(): void {
	for (const key of ANSWERS) storedValue(key, () => null).clear()
}

export type ProgressFact = Omit<ProgressEntry, 'changedAt'>

export type ProgressView = {
	entries: readonly ProgressEntry[]
	completed: ReadonlySet<ModuleId>
	project: string | null
}

const EMPTY_VIEW: ProgressView = { entries: [], completed: new Set(), project: null }

export const readEmptyProgress = (): ProgressView => EMPTY_VIEW

/** Updates the separate storage keys that other pages read. */
function writeSeparateKeys(entries: readonly ProgressEntry[]): void {
	writeModuleFlags(completedModules(entries))
	writeQuizResult(entries)
	writeSelectedProject(entries)
}

export class ProgressStore extends RecordStore<ProgressEntry> {
	readonly #clock: () => number
	#view: ProgressView = EMPTY_VIEW
	#viewOf: readonly [readonly ProgressEntry[], string] | null = null

	constructor(clock: () => number = Date.now) {
		super(storageKeys.progress, {
			...storedProgress,
			idOf: entryId,
			merge: mergeProgress,
			isSame: isSameEntry,
			onKept: writeSeparateKeys,
		})
		this.#clock = clock
	}

	/** @returns the same object until something changes, as `useSyncExternalStore` requires */
	readonly read = (): ProgressView => {
		const entries = this.ownPartition().items
		const flags = readModuleFlags()
		const project = readSelectedProject(entries)
		const stamp = [...flags, project].join()
		if (this.#viewOf?.[0] === entries && this.#viewOf[1] === stamp) return this.#view
		this.#viewOf = [entries, stamp]
		this.#view = { entries, completed: new Set([...completedModules(entries), ...flags]), project }
		return this.#view
	}

	/** Records progress that doesn't count as studying, unlike `study`. */
	record(fact: ProgressFact): void {
		this.#report(fact, this.#clock())
	}

	/** Records progress, and marks the current week (in the browser's time zone) as one with study. */
	study(fact: ProgressFact): void {
		const nowMs = this.#clock()
		const week = weekAt(nowMs, -new Date(nowMs).getTimezoneOffset())
		this.#report({ kind: 'study-week', key: progressKey.studyWeek(week), done: true }, nowMs)
		this.#report(fact, nowMs)
	}

	/**
	 * Before a sync: records facts that were stored without an entry, then assigns the record to this learner. If it belonged to another
	 * learner, removes that learner's data from this browser.
	 */
	override prepareFor(userId: string): void {
		this.#takeLooseFacts()
		if (this.owner !== '' && this.owner !== userId) {
			clearModuleFlags()
			clearPersonalAnswers()
			clearSelectedProject()
		}
		super.prepareFor(userId)
	}

	/** Adds an entry. A toggle's time is always later than that of the entry it replaces, even if this browser's clock is slow. */
	#report(fact: ProgressFact, nowMs: number): void {
		const { items } = this.ownPartition()
		const held = items.find((entry) => entryId(entry) === entryId(fact))
		const earliest = held && isToggle(fact.kind) ? held.changedAt + 1 : 0
		const reported: ProgressEntry = { ...fact, changedAt: Math.max(nowMs, earliest) }
		const entry = held ? betterEntry(reported, held) : reported
		if (held && isSameEntry(held, entry)) return
		// Sends all entries again after a module is completed, because the server may now accept those it refused.
		this.put(entry, fact.kind === 'module' ? items.map(entryId) : [])
	}

	/** Records facts that an older version or another page stored without an entry. */
	#takeLooseFacts(): void {
		const nowMs = this.#clock()
		const { items } = this.ownPartition()
		const known = completedModules(items)
		const flagged = readModuleFlags().filter((moduleId) => !known.has(moduleId))
		for (const moduleId of flagged) this.#report({ kind: 'module', key: progressKey.module(moduleId), done: true }, nowMs)
		const project = unrecordedProject(items)
		if (project) this.#report(project, nowMs)
		const quiz = readQuizResult()
		if (quiz) this.#report(quiz, quiz.changedAt)
	}
}

export const progressStore = new ProgressStore()

/** Returns this browser's progress. Empty until hydration. */
export const useProgress = (): ProgressView => useSyncExternalStore(progressStore.subscribe, progressStore.read, readEmptyProgress)
