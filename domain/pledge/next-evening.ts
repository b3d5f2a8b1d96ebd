import { localClock, localDay, localTimeToMs } from '#domain/clock/local-clock.ts'
import { addDays, daysSinceEpoch } from '#domain/clock/week-date.ts'

import { type Pledge, weekdayOf } from './pledge.ts'

export type Evening = {
	/** The learner's local date, such as `2026-11-23`. */
	day: string
	/** Milliseconds since 1970, like `remindsAtMs` and `sendsUntilMs`. */
	startsAtMs: number
	remindsAtMs: number
	/** A reminder delayed beyond this time is dropped. */
	sendsUntilMs: number
}

const DAY_MS = 86_400_000
const LEAD_MINUTES = 60
/** From this minute of the day, nothing is sent: 9 p.m., as for SMS (domain/sms/quiet-hours.ts). */
const QUIET_FROM = 21 * 60
const LATEST_REMINDER = QUIET_FROM - 15
const DAYS_AHEAD = 15
/** Maximum time until a reminder. If a stored time is further away, a wrong clock wrote it. */
export const MAX_REMINDER_MS = 16 * DAY_MS

/** Lists the planned evenings of 15 days, starting with the day of a given time. */
function eveningsFrom(pledge: Pledge, atMs: number): Evening[] {
	const clock = localClock(pledge.zone)
	const today = localDay(clock, atMs)
	const days = Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index))
	return days
		.filter((day) => pledge.evenings.includes(weekdayOf(day)))
		.map((day) => ({
			day,
			startsAtMs: localTimeToMs(clock, day, pledge.minuteOfDay),
			remindsAtMs: localTimeToMs(clock, day, Math.min(pledge.minuteOfDay - LEAD_MINUTES, LATEST_REMINDER)),
			sendsUntilMs: localTimeToMs(clock, day, Math.min(pledge.minuteOfDay, QUIET_FROM)),
		}))
}

const found = (evening: Evening | undefined): Evening => {
	if (!evening) throw new Error('a pledge without an evening has no next one')
	return evening
}

/** @throws Error if the pledge has no evenings */
export const nextEvening = (pledge: Pledge, afterMs: number): Evening =>
	found(eveningsFrom(pledge, afterMs).find(({ startsAtMs }) => startsAtMs > afterMs))

/**
 * Returns the next evening whose reminder is due after `afterMs`. Reminders are sent an hour before, but never late in
 * the evening.
 * @throws Error if the pledge has no evenings
 */
export const nextReminder = (pledge: Pledge, afterMs: number): Evening =>
	found(eveningsFrom(pledge, afterMs).find(({ remindsAtMs }) => remindsAtMs > afterMs))

export const plannedEveningOn = (pledge: Pledge, day: string): Evening | null =>
	eveningsFrom(pledge, (daysSinceEpoch(day) - 1) * DAY_MS).find((evening) => evening.day === day) ?? null
