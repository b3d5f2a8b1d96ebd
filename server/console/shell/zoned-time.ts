import type { Content } from '#content/load-content.server.ts'
import { localClock, localTimeToMs } from '#domain/clock/local-clock.ts'
import { mondayOf } from '#domain/clock/week-date.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

const MINUTE_MS = 60_000
const SHAPE = /^(?<day>\d{4}-\d{2}-\d{2})T(?<hour>\d{2}):(?<minute>\d{2})$/

/**
 * Parses a local time such as `2026-11-23T09:30` in a time zone. A time that occurs twice, when clocks go back, is the first one.
 * @returns null for another format, a date that doesn't exist, and a time skipped by daylight saving
 */
export function readZonedTime(text: string, zone: string): Date | null {
	const { day, hour, minute } = SHAPE.exec(text)?.groups ?? {}
	if (day === undefined || mondayOf(day) === null) return null
	const clock = localClock(zone)
	const at = localTimeToMs(clock, day, Number(hour) * 60 + Number(minute))
	const shown = new Date(at + clock.offsetMinutesAt(at) * MINUTE_MS)
	return shown.toISOString().startsWith(text) ? new Date(at) : null
}

/** Formats a time for a datetime-local field, in a time zone: `2026-11-23T09:30`. */
export const formatDatetimeInput = (at: Date, zone: string): string =>
	new Date(at.getTime() + localClock(zone).offsetMinutesAt(at.getTime()) * MINUTE_MS).toISOString().slice(0, 16)

/**
 * Parses a datetime-local field in the console's time zone.
 * @throws ServiceError time_unreadable (422), shown at the field
 */
export function parseDatetimeInput(content: Content, typed: string, field: string): Date {
	const at = readZonedTime(typed.trim().slice(0, 16), siteZone(content))
	if (at !== null) return at
	const message = 'That time doesn’t exist (daylight saving), or isn’t a date. Nothing was changed.'
	throw new ServiceError('unprocessable', 'time_unreadable', message, { fields: { [field]: message } })
}
