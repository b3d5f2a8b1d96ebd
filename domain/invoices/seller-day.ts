import { type LocalClock, localClock, localDay } from '#domain/clock/local-clock.ts'
import { dayText } from '#domain/clock/week-date.ts'

import type { Seller } from './invoice.ts'

const DAY_MS = 86_400_000

/** Making a clock takes long, and a year's file asks a million times. */
const CLOCKS = new Map<string, LocalClock>()

/** The calendar day of a moment where the seller is, YYYY-MM-DD. */
export function sellerDay({ timeZone = 'UTC' }: Pick<Seller, 'timeZone'>, atMs: number): string {
	if (timeZone === 'UTC') return dayText(Math.floor(atMs / DAY_MS))
	let clock = CLOCKS.get(timeZone)
	if (clock === undefined) CLOCKS.set(timeZone, (clock = localClock(timeZone)))
	return localDay(clock, atMs)
}
