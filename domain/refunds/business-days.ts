const DAY_MS = 86_400_000
const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

/** Returns the days since 1970 of a Gregorian date. Years are counted from March, so a leap day comes last. */
function dayNumber(year: number, month: number, day: number): number {
	const marchYear = month > 2 ? year : year - 1
	const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
	const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
	return marchYear * 365 + leapDays + dayOfYear - 719_468
}

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => (((day + THURSDAY) % 7) + 7) % 7

/**
 * Returns the nth weekday of a month, in days since 1970.
 * @param nth 1 is the first in the month
 */
function nthWeekday(year: number, month: number, { weekday, nth }: { weekday: number; nth: number }): number {
	const first = dayNumber(year, month, 1)
	return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7
}

function lastMonday(year: number, month: number): number {
	const last = dayNumber(year, month + 1, 1) - 1
	return last - ((weekdayOf(last) - MONDAY + 7) % 7)
}

/**
 * Returns the day on which banks are closed for a holiday: if it falls on a Sunday, that is Monday. For one on a Saturday, banks don't
 * close on Friday.
 */
const observed = (day: number) => (weekdayOf(day) === SUNDAY ? day + 1 : day)

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

const yearOf = (day: number) => {
	const guess = 1970 + Math.floor(day / 365.2425)
	if (dayNumber(guess, 1, 1) > day) return guess - 1
	return dayNumber(guess + 1, 1, 1) <= day ? guess + 1 : guess
}

export function isBusinessDay(day: number): boolean {
	const weekday = weekdayOf(day)
	return weekday !== SATURDAY && weekday !== SUNDAY && !bankHolidays(yearOf(day)).includes(day)
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
