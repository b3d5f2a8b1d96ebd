import { useState } from 'react'

import { newId } from '#app/lib/new-id.ts'
import { useRecords } from '#app/lib/records/record-store.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { weekAt } from '#domain/clock/week-date.ts'
import type { WeekChange } from '#domain/planner/change-week.ts'
import { emptyWeek, isWeekEdited, type PlannerWeek } from '#domain/planner/planner-week.ts'

import { plannerStore } from './planner-store.ts'

/** Placeholder with five empty rows, for server rendering. */
const BLANK_PAGE = emptyWeek('2000-01-03', 'blank')

const readCurrentWeek = () => weekAt(Date.now(), -new Date().getTimezoneOffset())

export type Planner = {
	/** Monday of the shown week. Null until hydration, because it depends on the browser's time zone. */
	week: string | null
	plan: PlannerWeek
	keptWeeks: readonly string[]
	weeks: readonly PlannerWeek[]
	isKept: boolean
	chooseWeek: (week: string) => void
	change: (change: WeekChange) => void
	newRowId: () => string
}

export function usePlanner(): Planner {
	const { items: weeks, isKept } = useRecords(plannerStore)
	const currentWeek = useHydrated() ? readCurrentWeek() : null
	const [chosen, setChosen] = useState<string | null>(null)
	const week = chosen ?? currentWeek
	return {
		week,
		plan: week === null ? BLANK_PAGE : (weeks.find((each) => each.week === week) ?? plannerStore.week(week)),
		keptWeeks: weeks.filter(isWeekEdited).map((each) => each.week),
		weeks,
		isKept,
		chooseWeek: setChosen,
		change: (change) => week !== null && plannerStore.change(week, change),
		newRowId: newId,
	}
}
