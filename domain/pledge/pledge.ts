import { countDays } from '#domain/clock/week-date.ts'

/** Days of a week as RFC 5545 names them, Monday first. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** A learner's promise: these evenings at this local time, and knowledge checks passed in a week. */
export type Pledge = {
	/** At least one, in the order of the week. */
	readonly evenings: readonly Weekday[]
	/** Minutes after midnight, on the clock of the zone. */
	readonly minuteOfDay: number
	/** A name of the IANA database, `Europe/Berlin`. */
	readonly zone: string
	/** Knowledge checks passed from Monday to Sunday. */
	readonly weeklyGoal: number
}

/** Late enough that its reminder wakes no one, and early enough to be the same day in every calendar. */
export const EARLIEST_MINUTE = 9 * 60
export const LATEST_MINUTE = 23 * 60 + 45
export const MAX_CHECKS = 10

// 1970-01-01 was a Thursday.
export const weekdayOf = (day: string): Weekday => WEEKDAYS[(((countDays(day) + 3) % 7) + 7) % 7] ?? 'MO'

/** Each weekday once, in the order of the week. */
export const tidyEvenings = (evenings: readonly Weekday[]): Weekday[] => WEEKDAYS.filter((day) => evenings.includes(day))

/** `19:30` for 1170. */
export const formatMinute = (minuteOfDay: number): string =>
	`${String(Math.floor(minuteOfDay / 60)).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}`

/** `7:30 PM` for 1170. */
export const formatClockTime = (minuteOfDay: number): string =>
	`${Math.floor(minuteOfDay / 60) % 12 || 12}:${String(minuteOfDay % 60).padStart(2, '0')} ${minuteOfDay < 720 ? 'AM' : 'PM'}`

/** Parses `19:30` as minutes after midnight; null for anything else. */
export function parseMinute(text: string): number | null {
	const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
	return hours === '' ? null : Number(hours) * 60 + Number(minutes)
}
