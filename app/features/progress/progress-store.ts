import { SharedRecord } from '#app/lib/shared-record.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { weekAt } from '#domain/planner/week-date.ts'
import { completedModules } from '#domain/progress/completed-modules.ts'
import { progressKey, type ProgressEntry } from '#domain/progress/progress-entry.ts'

import { assignOwner, confirmSent, recordFact, takeOver, type Exchange, type ProgressFact } from './change-progress.ts'
import { clearModuleFlags, readModuleFlags, writeModuleFlags } from './module-flags.ts'
import { clearPersonalAnswers } from './personal-answers.ts'
import { readQuizResult, writeQuizResult } from './quiz-result-entry.ts'
import { clearSelectedProject, looseProjectFact, readSelectedProject, writeSelectedProject } from './selected-project.ts'
import { EMPTY_PROGRESS, parseStoredProgress, type StoredProgress } from './stored-progress.ts'

export type ProgressView = {
	entries: readonly ProgressEntry[]
	completed: ReadonlySet<ModuleId>
	/** Id of the project picked in module 3. */
	project: string | null
}

const EMPTY_VIEW: ProgressView = { entries: [], completed: new Set(), project: null }

/** What a prerendered page knows: nothing yet. */
export const readProgressWhilePrerendering = (): ProgressView => EMPTY_VIEW

/** Flags, quiz answers and a chosen project that were stored without an entry, by an older build or another page. */
function withLooseFacts(progress: StoredProgress, nowMs: number): StoredProgress {
	const known = completedModules(progress.entries)
	const flagged = readModuleFlags().filter((moduleId) => !known.has(moduleId))
	const facts: ProgressFact[] = flagged.map((moduleId) => ({ kind: 'module', key: progressKey.module(moduleId), done: true }))
	const project = looseProjectFact(progress.entries)
	if (project) facts.push(project)
	const united = facts.reduce((held, fact) => recordFact(held, fact, nowMs), progress)
	const quiz = readQuizResult()
	return quiz ? recordFact(united, quiz, quiz.changedAt) : united
}

/** The learner's progress in this browser, shared between its tabs. */
export class ProgressStore {
	readonly #clock: () => number
	readonly #record = new SharedRecord(storageKeys.progress, { empty: EMPTY_PROGRESS, parse: parseStoredProgress, unite: takeOver })
	#view: ProgressView = EMPTY_VIEW
	#viewOf: readonly [StoredProgress, string] | null = null

	constructor(clock: () => number = Date.now) {
		this.#clock = clock
	}

	/** @returns the same object until something changes, so that React may compare it */
	readonly read = (): ProgressView => {
		const progress = this.readStored()
		const { entries } = progress
		const flags = readModuleFlags()
		const project = readSelectedProject(entries)
		const stamp = [...flags, project].join()
		if (this.#viewOf?.[0] === progress && this.#viewOf[1] === stamp) return this.#view
		this.#viewOf = [progress, stamp]
		this.#view = { entries, completed: new Set([...completedModules(entries), ...flags]), project }
		return this.#view
	}

	readonly subscribe = (listener: () => void): (() => void) => this.#record.subscribe(listener)

	/** The record as it is in storage now, including this tab's own changes. */
	readStored(): StoredProgress {
		return this.#record.read()
	}

	/** Takes in what the learner just did. */
	record(fact: ProgressFact): void {
		this.#keep(recordFact(this.readStored(), fact, this.#clock()))
	}

	/** Records studying: the fact, and this week, in the browser's time zone, as a study week. */
	study(fact: ProgressFact): void {
		const nowMs = this.#clock()
		const week = weekAt(nowMs, -new Date(nowMs).getTimezoneOffset())
		const noted = recordFact(this.readStored(), { kind: 'study-week', key: progressKey.studyWeek(week), done: true }, nowMs)
		this.#keep(recordFact(noted, fact, nowMs))
	}

	/** The record as this learner's, with everything the account should know. Another learner's visible answers are removed. */
	prepareFor(userId: string): StoredProgress {
		const before = withLooseFacts(this.readStored(), this.#clock())
		if (before.owner !== null && before.owner !== userId) {
			clearModuleFlags()
			clearPersonalAnswers()
			clearSelectedProject()
		}
		const owned = assignOwner(before, userId)
		this.#keep(owned)
		return owned
	}

	/** Takes in the account's answer to what `prepareFor` gave; does nothing when another learner has taken over since. */
	confirm(userId: string, exchange: Exchange): void {
		const held = this.readStored()
		if (held.owner === userId) this.#keep(confirmSent(held, exchange))
	}

	/** Updates the separate keys that other pages read before any subscriber is notified. */
	#keep(next: StoredProgress) {
		this.#record.keep(next, () => {
			writeModuleFlags(completedModules(next.entries))
			writeQuizResult(next.entries)
			writeSelectedProject(next.entries)
		})
	}
}

/** The one store of this tab. */
export const progressStore = new ProgressStore()
