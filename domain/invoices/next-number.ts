import { dayText } from '#domain/clock/week-date.ts'

const DAY_MS = 86_400_000

/** How far a series of numbers is. Times are milliseconds. */
export type SeriesState = { year: number; lastNumber: number; lastIssuedAtMs: number }

/**
 * The next number of a series, which begins at 1 each year (UTC), and its time. A clock that was set back changes neither the order of
 * numbers nor that of their times.
 */
export function nextNumber(state: SeriesState, nowMs: number): SeriesState {
	const lastIssuedAtMs = Math.max(nowMs, state.lastIssuedAtMs)
	const year = Number(dayText(Math.floor(lastIssuedAtMs / DAY_MS)).slice(0, 4))
	return { year, lastNumber: year === state.year ? state.lastNumber + 1 : 1, lastIssuedAtMs }
}

/** `INV-2026-00042`. */
export const formatNumber = (series: string, { year, lastNumber }: SeriesState) =>
	`${series}-${year}-${String(lastNumber).padStart(5, '0')}`
