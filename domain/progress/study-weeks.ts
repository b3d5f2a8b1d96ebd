import { isWeek, weekAt } from '#domain/clock/week-date.ts'

import type { ProgressEntry } from './progress-entry.ts'

/**
 * Returns the Mondays of all weeks with study: those of study week entries, and those in which other entries were reported.
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
