import { dayNumber, formatEpochDay, weekdayNumber } from '#domain/clock/week-date.ts'

const DAY_MS = 86_400_000
const [MONDAY, THURSDAY, SATURDAY, SUNDAY] = [0, 3, 5, 6]

/**
 * Returns the nth weekday of a month, in days since 1970.
 * @param nth 1 is the first in the month
 */
function nthWeekday(year: number, month: number, { weekday, nth }: { weekday: number; nth: number }): number {
	const first = dayNumber(year, month, 1)
	return first + ((weekday - weekdayNumber(first) + 7) % 7) + (nth - 1) * 7
}

function lastMonday(year: number, month: number): number {
	const last = dayNumber(year, month + 1, 1) - 1
	return last - ((weekdayNumber(last) - MONDAY + 7) % 7)
}

/**
 * Returns the day on which banks close for a holiday: Monday if it falls on a Sunday. A holiday on a Saturday doesn't
 * close them on Friday.
 */
const observed = (day: number) => (weekdayNumber(day) === SUNDAY ? day + 1 : day)

/** Lists the holidays of United States banks, which transfer the money, in days since 1970. */
export const bankHolidays = (year: number): readonly number[] => [
	observed(dayNumber(year, 1, 1)),
	nthWeekday(year, 1, { weekday: MONDAY, nth: 3 }),
	nthWeekday(year, 2, { weekday: MONDAY, nth: 3 }),
	lastMonday(year, 5),
	observed(dayNumber(year, 6, 19)),
	observed(dayNumber(year, 7, 4)),
	nthWeekday(year, 9, { weekday: MONDAY, nth: 1 }),
	nthWeekday(year, 10, { weekday: MONDAY, nth: 2 }),
	observed(dayNumber(year, 11, 11)),
	nthWeekday(year, 11, { weekday: THURSDAY, nth: 4 }),
	observed(dayNumber(year, 12, 25)),
]

export function isBusinessDay(day: number): boolean {
	const weekday = weekdayNumber(day)
	return weekday !== SATURDAY && weekday !== SUNDAY && !bankHolidays(Number(formatEpochDay(day).slice(0, 4))).includes(day)
}

/**
 * Returns the end, in UTC, of the nth business day after a time; the day of that time doesn't count.
 * @param fromMs milliseconds since 1970, like the result
 * @returns the first millisecond after that day
 */
export function addBusinessDays(fromMs: number, days: number): number {
	let day = Math.floor(fromMs / DAY_MS)
	for (let left = days; left > 0;) {
		day += 1
		if (isBusinessDay(day)) left -= 1
	}
	return (day + 1) * DAY_MS
}
