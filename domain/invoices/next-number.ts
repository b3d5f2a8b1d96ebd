import type { Seller } from './invoice.ts'
import { sellerDay } from './seller-day.ts'

/** State of a number series. Times are in milliseconds. */
export type SeriesState = { year: number; lastNumber: number; lastIssuedAtMs: number }

/**
 * Returns the next number. Numbers restart at 1 each year, in the seller's time zone. Neither numbers nor their times go backward, even if
 * the clock is set back, or the seller moves west on New Year's Eve.
 */
export function nextNumber(state: SeriesState, nowMs: number, seller: Pick<Seller, 'timeZone'>): SeriesState {
	const lastIssuedAtMs = Math.max(nowMs, state.lastIssuedAtMs)
	const year = Math.max(state.year, Number(sellerDay(seller, lastIssuedAtMs).slice(0, 4)))
	return { year, lastNumber: year === state.year ? state.lastNumber + 1 : 1, lastIssuedAtMs }
}

export const formatNumber = (series: string, { year, lastNumber }: SeriesState) =>
	`${series}-${year}-${String(lastNumber).padStart(5, '0')}`
