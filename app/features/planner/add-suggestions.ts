import { newId } from '#app/lib/new-id.ts'
import { weekAt } from '#domain/clock/week-date.ts'
import { visibleRows, type PlannerColumn } from '#domain/planner/planner-week.ts'

import type { PlannerStore } from './planner-store.ts'

export type Suggestion = Record<PlannerColumn, string>

/**
 * Adds suggestions to the plan of the week that contains `atMs`, in unused rows first.
 * @param offsetMinutes the visitor's UTC offset, positive east of UTC
 */
export function addSuggestions(
	store: PlannerStore,
	suggestions: readonly Suggestion[],
	{ atMs, offsetMinutes }: { atMs: number; offsetMinutes: number },
): void {
	const week = weekAt(atMs, offsetMinutes)
	const known = new Set(visibleRows(store.week(week)).map(({ ideaName }) => ideaName))
	for (const cells of suggestions) if (!known.has(cells.ideaName)) store.change(week, { type: 'add', id: newId(), cells })
}
