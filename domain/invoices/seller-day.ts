import { type LocalClock, localClock, localDay } from '#domain/clock/local-clock.ts'
import { formatEpochDay } from '#domain/clock/week-date.ts'

import type { Seller } from './invoice.ts'

const DAY_MS = 86_400_000

/** Time zone offsets only change at quarter hours. */
const QUARTER_MS = 15 * 60_000

/** Caches the offset of the last quarter hour: Intl is slow, and the CSV of a year needs a million offsets, sorted by time. */
function rememberQuarter({ offsetMinutesAt }: LocalClock): LocalClock {
	let quarter = Number.NaN
	let offset = 0
	return {
		offsetMinutesAt(atMs) {
			const current = Math.floor(atMs / QUARTER_MS)
			if (current !== quarter) offset = offsetMinutesAt(current * QUARTER_MS)
			quarter = current
			return offset
		},
	}
}

const CLOCKS = new Map<string, LocalClock>()

/** Returns the date in the seller's time zone, YYYY-MM-DD. */
export function sellerDay({ timeZone = 'UTC' }: Pick<Seller, 'timeZone'>, atMs: number): string {
	if (timeZone === 'UTC') return formatEpochDay(Math.floor(atMs / DAY_MS))
	let clock = CLOCKS.get(timeZone)
	if (clock === undefined) CLOCKS.set(timeZone, (clock = rememberQuarter(localClock(timeZone))))
	return localDay(clock, atMs)
}
