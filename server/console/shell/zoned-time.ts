import { localClock, momentOf } from '#domain/clock/local-clock.ts'
import { mondayOf } from '#domain/clock/week-date.ts'

const MINUTE_MS = 60_000
const SHAPE = /^(?<day>\d{4}-\d{2}-\d{2})T(?<hour>\d{2}):(?<minute>\d{2})$/

/**
 * The moment at which the clocks of a zone show `2026-11-23T09:30`; the first of two in the hour that comes twice.
 * @returns null for another form, for a day that no month has, and for a time that the clocks leave out
 */
export function readZonedTime(text: string, zone: string): Date | null {
	const { day, hour, minute } = SHAPE.exec(text)?.groups ?? {}
	if (day === undefined || mondayOf(day) === null) return null
	const clock = localClock(zone)
	const at = momentOf(clock, day, Number(hour) * 60 + Number(minute))
	const shown = new Date(at + clock.offsetMinutesAt(at) * MINUTE_MS)
	return shown.toISOString().startsWith(text) ? new Date(at) : null
}
