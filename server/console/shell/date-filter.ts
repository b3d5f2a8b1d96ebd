import { localClock, localTimeToMs } from '#domain/clock/local-clock.ts'
import { daysSinceEpoch, formatEpochDay, mondayOf } from '#domain/clock/week-date.ts'

/** Days of a filter as in the URL, in the console's time zone, both included; an empty one matches everything. */
export type TypedDays = { from: string; to: string }

/** `isRefused`: the days are in the wrong order, so both are ignored. */
type DateFilter = { typed: TypedDays; since: Date | null; until: Date | null; isRefused: boolean }

const readDay = (text: string | null) => (text !== null && mondayOf(text) !== null ? text : '')

/** Reads `?from=` and `?to=`. Ignores invalid values. */
export function readDateFilter(params: URLSearchParams, timeZone: string): DateFilter {
	const typed = { from: readDay(params.get('from')), to: readDay(params.get('to')) }
	const isRefused = typed.from !== '' && typed.to !== '' && typed.to < typed.from
	const clock = localClock(timeZone)
	const startOf = (day: string, later = 0) =>
		day === '' || isRefused ? null : new Date(localTimeToMs(clock, formatEpochDay(daysSinceEpoch(day) + later), 0))
	return { typed, since: startOf(typed.from), until: startOf(typed.to, 1), isRefused }
}
