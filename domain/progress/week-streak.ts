import { addDays, isWeek, weekAt } from '#domain/clock/week-date.ts'

import type { ProgressEntry } from './progress-entry.ts'

/**
 * Returns the Mondays of the weeks with study: completed study weeks, and weeks in which anything but a quiz result was recorded.
 * @param offsetMinutesAt local time minus UTC in minutes at a given time; daylight saving changes it
 */
export function studyWeeks(entries: readonly ProgressEntry[], offsetMinutesAt: (atMs: number) => number): Set<string> {
	const weeks = new Set<string>()
	for (const { kind, key, done, changedAt } of entries) {
		if (kind === 'study-week') {
			if (done && isWeek(key)) weeks.add(key)
		} else if (kind !== 'quiz-result' && changedAt > 0) weeks.add(weekAt(changedAt, offsetMinutesAt(changedAt)))
	}
	return weeks
}

export type WeekStreak = {
	/** Number of consecutive weeks, up to the current or the previous one. */
	weeks: number
	/** False if the learner still has to study this week to keep the streak. */
	isThisWeekIn: boolean
}

/**
 * Counts consecutive weeks with study, Monday to Sunday in the learner's time zone. The current week can't break the streak
 * before it is over. Future weeks, from a wrong clock, are ignored.
 * @param studied Mondays of the weeks with study, in any order
 * @param thisWeek Monday of the current week
 */
export function weekStreak(studied: Iterable<string>, thisWeek: string): WeekStreak {
	const held = new Set(studied)
	const isThisWeekIn = held.has(thisWeek)
	let weeks = 0
	for (let week = isThisWeekIn ? thisWeek : addDays(thisWeek, -7); held.has(week); week = addDays(week, -7)) weeks += 1
	return { weeks, isThisWeekIn }
}
