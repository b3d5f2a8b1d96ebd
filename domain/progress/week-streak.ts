import { addDays } from '#domain/planner/week-date.ts'

export type WeekStreak = {
	/** Weeks in a row with something studied, up to this one or the one before. */
	weeks: number
	/** False while this week still needs something to keep the row going. */
	isThisWeekIn: boolean
}

/**
 * How many weeks in a row somebody has studied (DECISIONS, Funnel: /dashboard). Weeks begin on Monday in the learner's own
 * zone. A week that is not over breaks nothing: until Sunday night the row of last week stands. Weeks that a wrong clock
 * put into the future count for nothing.
 * @param studied Mondays of the weeks in which something was studied, in any order, `YYYY-MM-DD`
 * @param thisWeek Monday of the week it is now
 */
export function weekStreak(studied: Iterable<string>, thisWeek: string): WeekStreak {
	const held = new Set(studied)
	const isThisWeekIn = held.has(thisWeek)
	let weeks = 0
	for (let week = isThisWeekIn ? thisWeek : addDays(thisWeek, -7); held.has(week); week = addDays(week, -7)) weeks += 1
	return { weeks, isThisWeekIn }
}
