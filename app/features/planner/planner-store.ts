import { browserStorage, onStorageChange, storedValue } from '#app/lib/browser-storage.ts'
import { newId } from '#app/lib/new-id.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { changeWeek, type WeekChange } from '#domain/planner/change-week.ts'
import { emptyWeek, isTouched, type PlannerWeek } from '#domain/planner/planner-week.ts'

import {
	assignOwner,
	bookOf,
	EMPTY_PLANNER,
	parseStoredPlanner,
	putWeek,
	takeAccount,
	uniteTabs,
	type StoredPlanner,
} from './stored-planner.ts'

export type PlannerView = {
	weeks: readonly PlannerWeek[]
	/** False where the browser refuses to store: the plan lives as long as the page. */
	isKept: boolean
}

const EMPTY_VIEW: PlannerView = { weeks: [], isKept: true }

/** What a prerendered page knows: nothing yet. */
export const readPlannerWhilePrerendering = (): PlannerView => EMPTY_VIEW

const value = storedValue(storageKeys.planner, parseStoredPlanner)

/** Text under the key; null when there is none or the browser does not say. */
function readRaw(): string | null {
	try {
		return browserStorage()?.getItem(storageKeys.planner) ?? null
	} catch {
		return null
	}
}

/**
 * The weekly plans in this browser: one record in storage, mirrored in memory. Where storage is blocked or full the record in
 * memory goes on alone, and what another tab writes is united with it.
 */
export class PlannerStore {
	readonly #clock: () => number
	readonly #listeners = new Set<() => void>()
	readonly #blank = new Map<string, PlannerWeek>()
	#stored: StoredPlanner = EMPTY_PLANNER
	#lastRaw: string | null = null
	#view: PlannerView = EMPTY_VIEW
	#viewOf: StoredPlanner | null = null
	#isKept = true

	constructor(clock: () => number = Date.now) {
		this.#clock = clock
	}

	/** @returns the same object until something changes, so that React may compare it */
	readonly read = (): PlannerView => {
		const stored = this.readStored()
		if (this.#viewOf !== stored || this.#view.isKept !== this.#isKept) {
			this.#viewOf = stored
			this.#view = { weeks: bookOf(stored).weeks, isKept: this.#isKept }
		}
		return this.#view
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		const stop = onStorageChange(listener)
		return () => {
			this.#listeners.delete(listener)
			stop()
		}
	}

	/** The record as it is in storage now, this tab's own changes included. */
	readStored(): StoredPlanner {
		const raw = readRaw()
		if (raw === this.#lastRaw) return this.#stored
		this.#lastRaw = raw
		const stored = value.read()
		if (raw === null) this.#stored = EMPTY_PLANNER // somebody cleared the browser's storage on purpose
		else if (stored) this.#stored = uniteTabs(this.#stored, stored)
		return this.#stored
	}

	/** A week of the book, or five empty rows that nobody has touched. */
	week(week: string): PlannerWeek {
		const held = bookOf(this.readStored()).weeks.find((each) => each.week === week)
		if (held) return held
		const blank = this.#blank.get(week) ?? emptyWeek(week, newId())
		this.#blank.set(week, blank)
		return blank
	}

	change(week: string, change: WeekChange): void {
		const before = this.week(week)
		const after = changeWeek(before, change, this.#clock())
		if (after !== before && isTouched(after)) this.#keep(putWeek(this.readStored(), after))
	}

	/** The planner as this learner's, with everything that was planned before signing in. */
	assignTo(userId: string): void {
		this.#keep(assignOwner(this.readStored(), userId))
	}

	/** Weeks of this learner that the account has not confirmed. */
	unsentWeeks(userId: string): PlannerWeek[] {
		const stored = this.readStored()
		if (stored.owner !== userId) return []
		const { weeks, unsent } = bookOf(stored)
		return weeks.filter(({ week }) => unsent.includes(week))
	}

	/** Takes in the account's weeks; nothing when another learner has taken over since. */
	takeAccount(userId: string, account: readonly PlannerWeek[], sent: PlannerWeek | null = null): void {
		const stored = this.readStored()
		if (stored.owner === userId) this.#keep(takeAccount(stored, account, sent))
	}

	#keep(next: StoredPlanner) {
		if (next === this.#stored) return
		this.#stored = next
		this.#lastRaw = JSON.stringify(next) // what we write ourselves need not be read again
		this.#isKept = value.write(next)
		if (!this.#isKept) this.#lastRaw = readRaw()
		for (const listener of this.#listeners) listener()
	}
}

/** The one store of this tab. */
export const plannerStore = new PlannerStore()
