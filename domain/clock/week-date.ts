const DAY_MS = 86_400_000
const DAY_SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/
/** Monday, January 3, 2000, in days since 1970. Only a wrong clock gives earlier weeks. */
const FIRST_MONDAY = 10_959
const LAST_DAY = 47_481

/**
 * Counts the days from 1970-01-01 to a Gregorian date. Counting years from March puts the leap day last (400 Gregorian years have
 * 146,097 days).
 */
export function dayNumber(year: number, month: number, date: number): number {
	const shifted = month <= 2 ? year - 1 : year
	const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + date - 1
	return shifted * 365 + Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400) + dayOfYear - 719_468
}

/** Formats a number of days since 1970-01-01 as `YYYY-MM-DD`. */
export function formatEpochDay(days: number): string {
	const shifted = days + 719_468
	const era = Math.floor(shifted / 146_097)
	const ofEra = shifted - era * 146_097
	const yearOfEra = Math.floor((ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365)
	const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
	const monthIndex = Math.floor((5 * ofYear + 2) / 153)
	const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
	const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
	const date = ofYear - Math.floor((153 * monthIndex + 2) / 5) + 1
	return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

/** Counts the days since 1970-01-01; null if the date doesn't exist. */
function parseDay(day: string): number | null {
	const [year, month, date] = DAY_SHAPE.exec(day)?.slice(1).map(Number) ?? []
	if (year === undefined || month === undefined || date === undefined) return null
	const days = dayNumber(year, month, date)
	return formatEpochDay(days) === day ? days : null
}

/** Returns the weekday of a number of days since 1970-01-01, a Thursday: 0 is Monday. */
export const weekdayNumber = (days: number): number => (((days + 3) % 7) + 7) % 7
const mondayNumber = (days: number) => days - weekdayNumber(days)

/**
 * Returns the Monday of a day's week.
 * @param day `YYYY-MM-DD`
 * @returns null if the text isn't a date between 2000 and 2099
 */
export function mondayOf(day: string): string | null {
	const days = parseDay(day)
	return days === null || days < FIRST_MONDAY || days > LAST_DAY ? null : formatEpochDay(mondayNumber(days))
}

/** True for a Monday, which identifies a week in the planner. */
export const isWeek = (text: string): boolean => mondayOf(text) === text

/**
 * Counts the days since 1970-01-01.
 * @throws RangeError if `day` isn't a date
 */
export function daysSinceEpoch(day: string): number {
	const days = parseDay(day)
	if (days === null) throw new RangeError(`${day} is not a date`)
	return days
}

/** @throws RangeError if `day` isn't a date */
export const addDays = (day: string, count: number): string => formatEpochDay(daysSinceEpoch(day) + count)

/**
 * Returns the Monday of a time's week, limited to the years 2000 to 2099.
 * @param atMs milliseconds since 1970
 * @param offsetMinutes local time minus UTC
 */
export function weekAt(atMs: number, offsetMinutes: number): string {
	const days = Math.floor((atMs + offsetMinutes * 60_000) / DAY_MS)
	return formatEpochDay(mondayNumber(Math.min(Math.max(days, FIRST_MONDAY), LAST_DAY)))
}
