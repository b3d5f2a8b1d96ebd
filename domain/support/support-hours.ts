/** Hours of one weekday in milliseconds after midnight, New York time. */
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

/** The hours are New York time, in winter and in summer. */
export const SUPPORT_TIME_ZONE = 'America/New_York'

const dayAndHour = new Intl.DateTimeFormat('en-US', {
	timeZone: SUPPORT_TIME_ZONE,
	weekday: 'long',
	day: 'numeric',
	month: 'long',
	hour: 'numeric',
	minute: '2-digit',
})

/** A due time as shown on the page, in the toast and in the mail. @param time milliseconds since the epoch */
export const describeDueTime = (time: number): string => `${dayAndHour.format(time)}, New York time`

/** A contact message is answered within 24 hours of support time. */
export const REPLY_WITHIN_MS = 24 * HOUR_MS

const clock = new Intl.DateTimeFormat('en-US', {
	timeZone: SUPPORT_TIME_ZONE,
	weekday: 'short',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	hourCycle: 'h23',
})

/** Weekday and milliseconds since midnight in New York. */
function readClock(time: number): { weekday: string; sinceMidnight: number } {
	const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]))
	const seconds = (Number(parts.hour) * 60 + Number(parts.minute)) * 60 + Number(parts.second)
	return { weekday: parts.weekday ?? '', sinceMidnight: seconds * 1000 + (((time % 1000) + 1000) % 1000) }
}

/** True if support is open: from the opening hour until just before the closing hour. @param time milliseconds since the epoch */
export function isSupportOpen(time: number): boolean {
	const { weekday, sinceMidnight } = readClock(time)
	const opening = OPENINGS[weekday]
	return opening !== undefined && sinceMidnight >= opening.opensAt && sinceMidnight < opening.closesAt
}

/**
 * Deadline for a message: the clock runs only while support is open.
 * @param arrivedAt milliseconds since the epoch
 * @param allowance support time to answer in, in milliseconds, more than 0
 * @returns milliseconds since the epoch; always a moment at or before a closing hour
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
		// On a clock change this is an hour before or after midnight: closed in both cases, and the next round continues there.
		time += DAY_MS - sinceMidnight
	}
}

/**
 * The closing hour of the last of this many business days, Monday to Friday. The day of arrival does not count.
 * @param arrivedAt milliseconds since the epoch
 * @param days at least 1
 * @returns milliseconds since the epoch
 */
export function businessDaysDueAt(arrivedAt: number, days: number): number {
	let time = arrivedAt
	let left = days
	for (;;) {
		// Clocks change in nights around a Sunday, so an hour more or less counts no business day twice.
		time += DAY_MS - readClock(time).sinceMidnight
		const { weekday, sinceMidnight } = readClock(time)
		if (OPENINGS[weekday] === WORKDAY) left -= 1
		if (left === 0) return time + WORKDAY.closesAt - sinceMidnight
	}
}
