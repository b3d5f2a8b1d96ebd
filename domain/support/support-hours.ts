/** Opening hours of a day, in milliseconds after midnight, New York time. */
type Opening = { opensAt: number; closesAt: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const WORKDAY: Opening = { opensAt: 9 * HOUR_MS, closesAt: 18 * HOUR_MS }
const SATURDAY: Opening = { opensAt: 10 * HOUR_MS, closesAt: 16 * HOUR_MS }

/** Support hours: Monday to Friday 9 to 18, Saturday 10 to 16, Sunday closed. */
const OPENINGS: Readonly<Record<string, Opening | undefined>> = {
	Mon: WORKDAY,
	Tue: WORKDAY,
	Wed: WORKDAY,
	Thu: WORKDAY,
	Fri: WORKDAY,
	Sat: SATURDAY,
}

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
export const REPLY_WITHIN_MS = 24 * HOUR_MS

const clock = new Intl.DateTimeFormat('en-US', {
	timeZone: SUPPORT_TIME_ZONE,
	weekday: 'short',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	hourCycle: 'h23',
})

/** Returns the weekday and the milliseconds since midnight in New York. */
function readClock(time: number): { weekday: string; sinceMidnight: number } {
	const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]))
	const seconds = (Number(parts.hour) * 60 + Number(parts.minute)) * 60 + Number(parts.second)
	return { weekday: parts.weekday ?? '', sinceMidnight: seconds * 1000 + (((time % 1000) + 1000) % 1000) }
}

/**
 * Returns the deadline for a reply, counting only support hours.
 * @param arrivedAt milliseconds since 1970
 * @param allowance support time to reply in, in milliseconds, more than 0
 * @returns milliseconds since 1970, never later than that day's closing time
 */
export function supportDueAt(arrivedAt: number, allowance: number = REPLY_WITHIN_MS): number {
	let time = arrivedAt
	let left = allowance
	for (;;) {
		const { weekday, sinceMidnight } = readClock(time)
		const opening = OPENINGS[weekday]
		if (opening && sinceMidnight < opening.closesAt) {
			const start = time + Math.max(0, opening.opensAt - sinceMidnight)
			const end = time + opening.closesAt - sinceMidnight
			if (start + left <= end) return start + left
			left -= end - start
		}
		// When clocks change, this is an hour before or after midnight. Support is closed then, and the next iteration continues from there.
		time += DAY_MS - sinceMidnight
	}
}

/**
 * Returns the closing time of the nth business day, Monday to Friday. The day of arrival doesn't count.
 * @param arrivedAt milliseconds since 1970
 * @param days at least 1
 * @returns milliseconds since 1970
 */
export function businessDaysDueAt(arrivedAt: number, days: number): number {
	let time = arrivedAt
	let left = days
	for (;;) {
		// Clocks only change on Sunday nights, so the one-hour shift can't make a business day count twice.
		time += DAY_MS - readClock(time).sinceMidnight
		const { weekday, sinceMidnight } = readClock(time)
		if (OPENINGS[weekday] === WORKDAY) left -= 1
		if (left === 0) return time + WORKDAY.closesAt - sinceMidnight
	}
}
