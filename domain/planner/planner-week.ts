import { isWeek } from '#domain/clock/week-date.ts'
import { isRecord, isNonNegativeInteger } from '#domain/json/read-json.ts'

import { parseLookBack, type LookBack } from './look-back.ts'

export const PLANNER_COLUMNS = ['ideaName', 'whatImDoing', 'timeNeeded', 'platform', 'weeklyGoal'] as const
export type PlannerColumn = (typeof PLANNER_COLUMNS)[number]

export const FIRST_ROW_COUNT = 5
/** Maximum rows of a week, without removed ones. */
export const MAX_WEEK_ROWS = 200
/** Maximum rows of a week, including removed ones. */
export const MAX_STORED_ROWS = 1000
/** Maximum length of a cell, in UTF-16 units like JavaScript and Zod. */
export const MAX_CELL_LENGTH = 2000
/** Maximum weeks of an account: ten years. */
export const MAX_WEEKS = 520

export type PlannerRow = { id: string; completed: boolean } & Record<PlannerColumn, string> & {
		/** Position in the table. Rows with the same position are sorted by ID. */
		place: number
		/** Milliseconds since 1970; 0 for an unchanged row, which isn't sent to the server. */
		changedAt: number
		/** A removed row stays removed, because undoing adds a new row. */
		removed: boolean
	}

export type FocusArea = { text: string; changedAt: number }

/** A weekly plan. `week` is its Monday, `YYYY-MM-DD`. */
export type PlannerWeek = {
	week: string
	focusArea: FocusArea
	rows: readonly PlannerRow[]
	/** Absent until something is noted. */
	lookBack?: LookBack | undefined
}

const BLANK_CELLS: Record<PlannerColumn, string> = { ideaName: '', whatImDoing: '', timeNeeded: '', platform: '', weeklyGoal: '' }

export const blankRow = (id: string, place: number): PlannerRow => ({
	id,
	completed: false,
	...BLANK_CELLS,
	place,
	changedAt: 0,
	removed: false,
})

/** @param prefix makes the rows' IDs unique across browsers */
export const emptyWeek = (week: string, prefix: string): PlannerWeek => ({
	week,
	focusArea: { text: '', changedAt: 0 },
	rows: Array.from({ length: FIRST_ROW_COUNT }, (_row, index) => blankRow(`${prefix}-${index + 1}`, index + 1)),
})

export const isBlankRow = (row: PlannerRow): boolean => !row.completed && PLANNER_COLUMNS.every((column) => row[column].trim() === '')

export const visibleRows = ({ rows }: PlannerWeek): PlannerRow[] => rows.filter(({ removed }) => !removed).toSorted(comparePlace)

export function countCompletedRows(week: PlannerWeek): { completed: number; rowCount: number } {
	const rows = visibleRows(week)
	return { completed: rows.filter(({ completed }) => completed).length, rowCount: rows.length }
}

/** True if the week was ever edited; only edited weeks are stored. */
export const isWeekEdited = ({ focusArea, rows, lookBack }: PlannerWeek): boolean =>
	lookBack !== undefined || focusArea.changedAt > 0 || rows.some(({ changedAt }) => changedAt > 0)

function comparePlace(a: PlannerRow, b: PlannerRow): number {
	return a.place - b.place || (a.id < b.id ? -1 : Number(a.id > b.id))
}

/**
 * Makes text storable: at most `MAX_CELL_LENGTH`, no NUL, no lone surrogates.
 * @returns the text, and whether it was truncated
 */
export function cleanCell(raw: string): { text: string; wasCut: boolean } {
	const clean = raw.replaceAll('\u0000', '')
	const text = clean.slice(0, MAX_CELL_LENGTH).replaceAll(/\p{Surrogate}/gu, '')
	return { text, wasCut: clean.length > MAX_CELL_LENGTH }
}

const textOf = (raw: unknown): string => (typeof raw === 'string' ? cleanCell(raw).text : '')

function parseRow(raw: unknown): PlannerRow | null {
	if (!isRecord(raw) || typeof raw.id !== 'string' || !/^[\w-]{1,60}$/.test(raw.id)) return null
	const cells = Object.fromEntries(PLANNER_COLUMNS.map((column) => [column, textOf(raw[column])])) as Record<PlannerColumn, string>
	return {
		id: raw.id,
		completed: raw.completed === true,
		...cells,
		place: isNonNegativeInteger(raw.place) ? raw.place : 0,
		changedAt: isNonNegativeInteger(raw.changedAt) ? raw.changedAt : 0,
		removed: raw.removed === true,
	}
}

/** Parses a stored week, which may come from an older build; null without a valid Monday. Other invalid parts count as absent. */
export function parseWeek(raw: unknown): PlannerWeek | null {
	if (!isRecord(raw) || typeof raw.week !== 'string' || !isWeek(raw.week)) return null
	const focus = isRecord(raw.focusArea) ? raw.focusArea : {}
	const rows = Array.isArray(raw.rows) ? raw.rows.map(parseRow).filter((row) => row !== null) : []
	const lookBack = parseLookBack(raw.lookBack)
	const unique = new Map(rows.slice(0, MAX_STORED_ROWS).map((row) => [row.id, row]))
	return {
		week: raw.week,
		focusArea: { text: textOf(focus.text), changedAt: isNonNegativeInteger(focus.changedAt) ? focus.changedAt : 0 },
		rows: [...unique.values()],
		...(lookBack && { lookBack }),
	}
}
