import { newId } from '#app/lib/new-id.ts'
import { SharedRecord } from '#app/lib/shared-record.ts'
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

/** The weekly plans in this browser, shared between its tabs. */
export class PlannerStore {
	readonly #clock: () => number
	readonly #record = new SharedRecord(storageKeys.planner, { empty: EMPTY_PLANNER, parse: parseStoredPlanner, unite: uniteTabs })
	readonly #blank = new Map<string, PlannerWeek>()
	#view: PlannerView = EMPTY_VIEW
	#viewOf: StoredPlanner | null = null

	constructor(clock: () => number = Date.now) {
		this.#clock = clock
	}

	/** @returns the same object until something changes, so that React may compare it */
	readonly read = (): PlannerView => {
		const stored = this.readStored()
		const { isKept } = this.#record
		if (this.#viewOf !== stored || this.#view.isKept !== isKept) {
			this.#viewOf = stored
			this.#view = { weeks: bookOf(stored).weeks, isKept }
		}
		return this.#view
	}

	readonly subscribe = (listener: () => void): (() => void) => this.#record.subscribe(listener)

	/** The record as it is in storage now, including this tab's own changes. */
	readStored(): StoredPlanner {
		return this.#record.read()
	}

	/** A week of the book, or five empty, untouched rows. */
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
		if (after !== before && isTouched(after)) this.#record.keep(putWeek(this.readStored(), after))
	}

	/** The planner as this learner's, with everything that was planned before signing in. */
	assignTo(userId: string): void {
		this.#record.keep(assignOwner(this.readStored(), userId))
	}

	/** Weeks of this learner that the account has not confirmed. */
	unsentWeeks(userId: string): PlannerWeek[] {
		const stored = this.readStored()
		if (stored.owner !== userId) return []
		const { weeks, unsent } = bookOf(stored)
		return weeks.filter(({ week }) => unsent.includes(week))
	}

	/** Takes in the account's weeks; does nothing when another learner has taken over since. */
	takeAccount(userId: string, account: readonly PlannerWeek[], sent: PlannerWeek | null = null): void {
		const stored = this.readStored()
		if (stored.owner === userId) this.#record.keep(takeAccount(stored, account, sent))
	}
}

/** The one store of this tab. */
export const plannerStore = new PlannerStore()
