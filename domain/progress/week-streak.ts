import { addDays } from '#domain/clock/week-date.ts'

export type WeekStreak = {
	/** Weeks in a row with something studied, up to this one or the one before. */
	weeks: number
	/** False while this week still needs study to keep the streak. */
	isThisWeekIn: boolean
}

/**
 * Counts consecutive weeks with study. Weeks begin on Monday in the learner's own zone. The current week breaks nothing before it is over:
 * until then the streak up to last week counts. Future weeks, from a wrong clock, do not count.
 * @param studied Mondays of the weeks in which something was studied, in any order, `YYYY-MM-DD`
 * @param thisWeek Monday of the current week
 */
export function weekStreak(studied: Iterable<string>, thisWeek: string): WeekStreak {
	const held = new Set(studied)
	const isThisWeekIn = held.has(thisWeek)
	let weeks = 0
	for (let week = isThisWeekIn ? thisWeek : addDays(thisWeek, -7); held.has(week); week = addDays(week, -7)) weeks += 1
	return { weeks, isThisWeekIn }
}
