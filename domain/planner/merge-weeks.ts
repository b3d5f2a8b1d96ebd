import { chooseNewerLookBack } from './look-back.ts'
import { FIRST_ROW_COUNT, isBlankRow, PLANNER_COLUMNS, type PlannerRow, type PlannerWeek } from './planner-week.ts'

const rowText = (row: PlannerRow) => JSON.stringify([row.completed, row.place, ...PLANNER_COLUMNS.map((column) => row[column])])

/**
 * Picks the row to keep: a removed one first, otherwise the newest change. For equal times, the text decides, so that the order of merging
 * doesn't matter.
 */
function betterRow(a: PlannerRow, b: PlannerRow): PlannerRow {
	if (a.removed !== b.removed) return a.removed ? a : b
	if (a.changedAt !== b.changedAt) return a.changedAt > b.changedAt ? a : b
	return rowText(a) >= rowText(b) ? a : b
}

/** Drops untouched blank rows while there are more than five rows: after a merge, rows from another browser take their place. */
function dropSpareRows(rows: readonly PlannerRow[]): PlannerRow[] {
	const shown = rows.filter(({ removed }) => !removed)
	let spare = shown.length - FIRST_ROW_COUNT
	const dropped = new Set<string>()
	for (const row of shown.toReversed()) {
		if (spare <= 0) break
		if (row.changedAt > 0 || !isBlankRow(row)) continue
		dropped.add(row.id)
		spare -= 1
	}
	return rows.filter(({ id }) => !dropped.has(id))
}

/**
 * Merges two records of a week. The newest change of each part wins, and removed rows stay removed. Commutative and idempotent, so browsers
 * may send records repeatedly and in any order.
 */
export function mergeWeek(ours: PlannerWeek, theirs: PlannerWeek): PlannerWeek {
	const merged = new Map<string, PlannerRow>()
	for (const row of [...ours.rows, ...theirs.rows]) {
		const held = merged.get(row.id)
		merged.set(row.id, held ? betterRow(held, row) : row)
	}
	const rows = [...merged.values()].toSorted((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1))
	const [a, b] = [ours.focusArea, theirs.focusArea]
	const isOurs = a.changedAt === b.changedAt ? a.text >= b.text : a.changedAt > b.changedAt
	const lookBack = chooseNewerLookBack(ours.lookBack, theirs.lookBack)
	return { week: ours.week, focusArea: isOurs ? a : b, rows: dropSpareRows(rows), ...(lookBack && { lookBack }) }
}

/** Merges two lists of weeks, newest first. */
export function mergeWeeks(ours: readonly PlannerWeek[], theirs: readonly PlannerWeek[]): PlannerWeek[] {
	const merged = new Map<string, PlannerWeek>()
	for (const week of [...ours, ...theirs]) {
		const held = merged.get(week.week)
		merged.set(week.week, held ? mergeWeek(held, week) : week)
	}
	return [...merged.values()].toSorted((a, b) => (a.week < b.week ? 1 : -1))
}

/** Maximum number of removed rows to send, for browsers that still have those rows. */
const MAX_REMOVED = 100

/** Returns the part of a week to send: the changed rows, with only the latest `MAX_REMOVED` of the removed ones. */
export function toSentWeek(week: PlannerWeek): PlannerWeek {
	const touched = week.rows.filter(({ changedAt }) => changedAt > 0)
	const gone = touched
		.filter(({ removed }) => removed)
		.toSorted((a, b) => a.changedAt - b.changedAt)
		.slice(-MAX_REMOVED)
	return { ...week, rows: [...touched.filter(({ removed }) => !removed), ...gone] }
}

/** True if two records have the same content and changes, so there is nothing to write. */
export const isSameWeek = (a: PlannerWeek, b: PlannerWeek): boolean => JSON.stringify(mergeWeek(a, a)) === JSON.stringify(mergeWeek(b, b))
