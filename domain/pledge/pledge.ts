import { daysSinceEpoch, weekdayNumber } from '#domain/clock/week-date.ts'

/** Weekdays as named in RFC 5545, Monday first. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** A learner's pledge: evenings, a local time, and a weekly goal of passed knowledge checks. */
export type Pledge = {
	/** Has at least one evening, in weekday order. */
	readonly evenings: readonly Weekday[]
	/** Minutes after midnight, in `zone`. */
	readonly minuteOfDay: number
	/** IANA time zone, such as `Europe/Berlin`. */
	readonly zone: string
	/** Number of knowledge checks to pass from Monday to Sunday. */
	readonly weeklyGoal: number
}

/** Evenings start between 9:00, so that reminders wake no one, and 23:45, so that they have the same date in every calendar. */
export const EARLIEST_MINUTE = 9 * 60
export const LATEST_MINUTE = 23 * 60 + 45
export const MAX_CHECKS = 10

export const weekdayOf = (day: string): Weekday => WEEKDAYS[weekdayNumber(daysSinceEpoch(day))] ?? 'MO'

export const normalizeEvenings = (evenings: readonly Weekday[]): Weekday[] => WEEKDAYS.filter((day) => evenings.includes(day))

/** Formats minutes after midnight: 1170 is `19:30`. */
export const formatMinute = (minuteOfDay: number): string =>
	`${String(Math.floor(minuteOfDay / 60)).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}`

/** Formats minutes after midnight: 1170 is `7:30 PM`. */
export const formatClockTime = (minuteOfDay: number): string =>
	`${Math.floor(minuteOfDay / 60) % 12 || 12}:${String(minuteOfDay % 60).padStart(2, '0')} ${minuteOfDay < 720 ? 'AM' : 'PM'}`

/** Parses `19:30` to minutes after midnight; null if invalid. */
export function parseMinute(text: string): number | null {
	const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
	return hours === '' ? null : Number(hours) * 60 + Number(minutes)
}
