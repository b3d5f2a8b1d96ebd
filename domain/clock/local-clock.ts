import { daysSinceEpoch, formatEpochDay } from './week-date.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const MAX_NAME_LENGTH = 64
/** Names such as `America/Argentina/Buenos_Aires`. Offsets such as `+02:00` are refused: they have no daylight saving time. */
const NAME_SHAPE = /^[A-Z][\w+-]*(?:\/[\w+-]+){0,2}$/i

export type LocalClock = { /** Returns the UTC offset at a time, in minutes. */ offsetMinutesAt: (atMs: number) => number }

export function isTimeZone(name: string): boolean {
	if (name.length > MAX_NAME_LENGTH || !NAME_SHAPE.test(name)) return false
	try {
		new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0)
		return true
	} catch {
		return false
	}
}

/** @throws RangeError for an unknown zone */
export function localClock(zone: string): LocalClock {
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	})
	return {
		offsetMinutesAt(atMs) {
			const shown: Record<string, number> = {}
			for (const { type, value } of format.formatToParts(atMs)) shown[type] = Number(value)
			const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
			const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
			const local = daysSinceEpoch(date) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000
			return Math.round((local - Math.floor(atMs / 1000) * 1000) / MINUTE_MS)
		},
	}
}

/** Returns the local date at a time, such as `2026-11-23`. */
export const localDay = ({ offsetMinutesAt }: LocalClock, atMs: number): string =>
	formatEpochDay(Math.floor((atMs + offsetMinutesAt(atMs) * MINUTE_MS) / DAY_MS))

/**
 * Converts a local time to milliseconds since 1970. For a time that daylight saving skips, uses the offset before the change; for an
 * ambiguous time, the first occurrence (RFC 5545 §3.3.5).
 */
export function localTimeToMs({ offsetMinutesAt }: LocalClock, day: string, minuteOfDay: number): number {
	const local = daysSinceEpoch(day) * DAY_MS + minuteOfDay * MINUTE_MS
	const before = local - offsetMinutesAt(local - DAY_MS) * MINUTE_MS
	const after = local - offsetMinutesAt(local + DAY_MS) * MINUTE_MS
	const isShown = (atMs: number) => atMs + offsetMinutesAt(atMs) * MINUTE_MS === local
	return !isShown(before) && isShown(after) ? after : before
}
