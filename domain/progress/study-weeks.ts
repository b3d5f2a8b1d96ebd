import { isWeek, weekAt } from '#domain/clock/week-date.ts'

import type { ProgressEntry } from './progress-entry.ts'

/**
 * Mondays of the weeks in which a record shows that something was studied: its study week entries, and the weeks in which
 * its other facts were reported.
 * @param offsetMinutesAt local time minus UTC at a moment, in minutes; it changes with summer time
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
