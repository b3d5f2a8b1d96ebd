import { EMPTY_LOOK_BACK, type LookBackPart } from './look-back.ts'
import {
	blankRow,
	cleanCell,
	isBlankRow,
	MAX_WEEK_ROWS,
	PLANNER_COLUMNS,
	visibleRows,
	type PlannerColumn,
	type PlannerRow,
	type PlannerWeek,
} from './planner-week.ts'

/** An edit of a week. IDs are parameters, so that these functions stay deterministic. */
export type WeekChange =
	| { type: 'write'; id: string; column: PlannerColumn; text: string }
	| { type: 'tick'; id: string; completed: boolean }
	| { type: 'add'; id: string; cells?: Partial<Record<PlannerColumn, string>> }
	| { type: 'remove'; id: string }
	/** Undoes a removal: the row returns to its position with a new ID. */
	| { type: 'restore'; row: PlannerRow; id: string }
	| { type: 'focus'; text: string }
	| { type: 'look-back'; part: LookBackPart }

const replaceRow = (week: PlannerWeek, id: string, change: (row: PlannerRow) => PlannerRow): PlannerWeek => ({
	...week,
	rows: week.rows.map((row) => (row.id === id && !row.removed ? change(row) : row)),
})

function addRow(week: PlannerWeek, row: PlannerRow): PlannerWeek {
	return visibleRows(week).length >= MAX_WEEK_ROWS ? week : { ...week, rows: [...week.rows, row] }
}

const lastPlace = ({ rows }: PlannerWeek) => rows.reduce((last, { place }) => Math.max(last, place), 0)

/** Puts a suggestion into the first blank row, or into a new row. */
function fillOrAdd(week: PlannerWeek, id: string, cells: Partial<PlannerRow>): PlannerWeek {
	const spare = visibleRows(week).find(isBlankRow)
	if (spare) return replaceRow(week, spare.id, (row) => ({ ...row, ...cells }))
	return addRow(week, { ...blankRow(id, lastPlace(week) + 1), ...cells })
}

/** Returns the current time, or if the clock was set back, a time just after the previous change. */
const after = (atMs: number, before: number) => Math.max(atMs, before + 1)

/** @param atMs milliseconds since 1970 */
export function changeWeek(week: PlannerWeek, change: WeekChange, atMs: number): PlannerWeek {
	switch (change.type) {
		case 'write':
			return replaceRow(week, change.id, (row) => ({
				...row,
				[change.column]: cleanCell(change.text).text,
				changedAt: after(atMs, row.changedAt),
			}))
		case 'tick':
			return replaceRow(week, change.id, (row) => ({ ...row, completed: change.completed, changedAt: after(atMs, row.changedAt) }))
		case 'add':
			if (!change.cells) return addRow(week, { ...blankRow(change.id, lastPlace(week) + 1), changedAt: atMs })
			return fillOrAdd(week, change.id, { ...fitCells(change.cells), changedAt: atMs })
		case 'remove':
			return replaceRow(week, change.id, (row) => ({
				...blankRow(row.id, row.place),
				changedAt: after(atMs, row.changedAt),
				removed: true,
			}))
		case 'restore':
			return addRow(week, { ...change.row, id: change.id, removed: false, changedAt: after(atMs, change.row.changedAt) })
		case 'look-back': {
			const { lookBack = EMPTY_LOOK_BACK } = week
			const next = { ...lookBack, ...change.part }
			return {
				...week,
				lookBack: { ...next, worked: cleanCell(next.worked).text, changedAt: after(atMs, lookBack.changedAt) },
			}
		}
		case 'focus':
			return { ...week, focusArea: { text: cleanCell(change.text).text, changedAt: after(atMs, week.focusArea.changedAt) } }
	}
}

const fitCells = (cells: Partial<Record<PlannerColumn, string>>): Partial<Record<PlannerColumn, string>> =>
	Object.fromEntries(PLANNER_COLUMNS.flatMap((column) => (cells[column] === undefined ? [] : [[column, cleanCell(cells[column]).text]])))
