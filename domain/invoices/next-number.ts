import type { Seller } from './invoice.ts'
import { sellerDay } from './seller-day.ts'

/** State of a number series. Times are milliseconds. */
export type SeriesState = { year: number; lastNumber: number; lastIssuedAtMs: number }

/**
 * The next number of a series, which begins at 1 each year of the seller, and its time. A clock that was set back, or a seller who moved
 * west on New Year's Eve, changes neither the order of numbers nor that of their times.
 */
export function nextNumber(state: SeriesState, nowMs: number, seller: Pick<Seller, 'timeZone'>): SeriesState {
	const lastIssuedAtMs = Math.max(nowMs, state.lastIssuedAtMs)
	const year = Math.max(state.year, Number(sellerDay(seller, lastIssuedAtMs).slice(0, 4)))
	return { year, lastNumber: year === state.year ? state.lastNumber + 1 : 1, lastIssuedAtMs }
}

/** `INV-2026-00042`. */
export const formatNumber = (series: string, { year, lastNumber }: SeriesState) =>
	`${series}-${year}-${String(lastNumber).padStart(5, '0')}`
