import { localClock, localDay, momentOf } from '#domain/clock/local-clock.ts'
import { addDays, countDays } from '#domain/clock/week-date.ts'

import { type Pledge, weekdayOf } from './pledge.ts'

export type Evening = {
	/** `2026-11-23`, by the calendar of the learner's place. */
	day: string
	/** Milliseconds since 1970, as the next one. */
	startsAtMs: number
	remindsAtMs: number
	/** Delayed reminders are no longer sent after this. */
	sendsUntilMs: number
}

const DAY_MS = 86_400_000
const LEAD_MINUTES = 60
/** Nothing is sent after nine in the evening: the rule of our text messages (domain/sms/quiet-hours.ts). */
const QUIET_FROM = 21 * 60
const LATEST_REMINDER = QUIET_FROM - 15
const DAYS_AHEAD = 15
/** No reminder is planned further ahead: a later time was written by a clock that was wrong. */
export const MAX_REMINDER_MS = 16 * DAY_MS

/** The planned evenings from a moment's day on, for two weeks. */
function eveningsFrom(pledge: Pledge, atMs: number): Evening[] {
	const clock = localClock(pledge.zone)
	const today = localDay(clock, atMs)
	const days = Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index))
	return days
		.filter((day) => pledge.evenings.includes(weekdayOf(day)))
		.map((day) => ({
			day,
			startsAtMs: momentOf(clock, day, pledge.minuteOfDay),
			remindsAtMs: momentOf(clock, day, Math.min(pledge.minuteOfDay - LEAD_MINUTES, LATEST_REMINDER)),
			sendsUntilMs: momentOf(clock, day, Math.min(pledge.minuteOfDay, QUIET_FROM)),
		}))
}

const found = (evening: Evening | undefined): Evening => {
	if (!evening) throw new Error('a pledge without an evening has no next one')
	return evening
}

/** The first planned evening that begins after a moment. @throws Error for a pledge without evenings */
export const nextEvening = (pledge: Pledge, afterMs: number): Evening =>
	found(eveningsFrom(pledge, afterMs).find(({ startsAtMs }) => startsAtMs > afterMs))

/** The first one whose reminder is still to come: an hour before, and never late in the evening. @throws Error as nextEvening */
export const nextReminder = (pledge: Pledge, afterMs: number): Evening =>
	found(eveningsFrom(pledge, afterMs).find(({ remindsAtMs }) => remindsAtMs > afterMs))

/** Evening planned on this day, or null. */
export const eveningOn = (pledge: Pledge, day: string): Evening | null =>
	eveningsFrom(pledge, (countDays(day) - 1) * DAY_MS).find((evening) => evening.day === day) ?? null
