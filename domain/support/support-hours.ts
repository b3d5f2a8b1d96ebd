import { localClock, localDay, localTimeToMs } from '#domain/clock/local-clock.ts'
import { addDays, daysSinceEpoch, weekdayNumber } from '#domain/clock/week-date.ts'

/** Opening hours of a day, in minutes after midnight, New York time. */
export const WORKDAY = { opensAt: 9 * 60, closesAt: 18 * 60 }
export const SATURDAY = { opensAt: 10 * 60, closesAt: 16 * 60 }

/** Support hours, Monday first. Sunday is closed. */
const OPENINGS = [WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, SATURDAY]
const openingOn = (day: string) => OPENINGS[weekdayNumber(daysSinceEpoch(day))]

/** Time zone of the support hours, with daylight saving. */
export const SUPPORT_TIME_ZONE = 'America/New_York'

/**
 * @param time milliseconds since 1970
 * @param zone IANA name, such as `Europe/Berlin`; it is named by its city
 */
export function describeDueTime(time: number, zone: string = SUPPORT_TIME_ZONE): string {
	const dayAndHour = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		weekday: 'long',
		day: 'numeric',
		month: 'long',
		hour: 'numeric',
		minute: '2-digit',
	})
	return `${dayAndHour.format(time)}, ${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`
}

/** We reply within this much support time: 24 hours. */
export const REPLY_WITHIN_MS = 24 * 3_600_000

const clock = localClock(SUPPORT_TIME_ZONE)

/**
 * Returns the deadline for a reply, counting only support hours.
 * @param arrivedAt milliseconds since 1970
 * @param allowance support time to reply in, in milliseconds, more than 0
 * @returns milliseconds since 1970, never later than that day's closing time
 */
export function supportDueAt(arrivedAt: number, allowance: number = REPLY_WITHIN_MS): number {
	let left = allowance
	for (let day = localDay(clock, arrivedAt); ; day = addDays(day, 1)) {
		const opening = openingOn(day)
		if (!opening) continue
		const start = Math.max(arrivedAt, localTimeToMs(clock, day, opening.opensAt))
		const open = Math.max(0, localTimeToMs(clock, day, opening.closesAt) - start)
		if (left <= open) return start + left
		left -= open
	}
}

/**
 * Returns the closing time of the nth business day, Monday to Friday. The day of arrival doesn't count.
 * @param arrivedAt milliseconds since 1970
 * @param days at least 1
 * @returns milliseconds since 1970
 */
export function businessDaysDueAt(arrivedAt: number, days: number): number {
	let day = localDay(clock, arrivedAt)
	for (let left = days; left > 0;) {
		day = addDays(day, 1)
		if (openingOn(day) === WORKDAY) left -= 1
	}
	return localTimeToMs(clock, day, WORKDAY.closesAt)
}
