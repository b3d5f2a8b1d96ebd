import { addDays } from '#domain/clock/week-date.ts'

export type WeekStreak = {
	/** Consecutive weeks with study, up to the current or the previous week. */
	weeks: number
	/** False if this week still needs study to keep the streak. */
	isThisWeekIn: boolean
}

/**
 * Counts consecutive weeks with study, Monday to Sunday in the learner's time zone. The current week can't break the streak
 * before it is over. Future weeks, from a wrong clock, are ignored.
 * @param studied Mondays of the weeks with study, `YYYY-MM-DD`, in any order
 * @param thisWeek Monday of the current week
 */
export function weekStreak(studied: Iterable<string>, thisWeek: string): WeekStreak {
	const held = new Set(studied)
	const isThisWeekIn = held.has(thisWeek)
	let weeks = 0
	for (let week = isThisWeekIn ? thisWeek : addDays(thisWeek, -7); held.has(week); week = addDays(week, -7)) weeks += 1
	return { weeks, isThisWeekIn }
}
