import { localClock, localDay, localTimeToMs } from '#domain/clock/local-clock.ts'
import { addDays } from '#domain/clock/week-date.ts'

import type { SendingPlan } from './estimate-end.ts'

/**
 * Returns when an email that is due at `dueMs` is sent: at that time, or if it's outside the sending hours, when they
 * next begin. Both are in milliseconds since 1970.
 */
export function nextSendingTime({ hours, zone }: Pick<SendingPlan, 'hours' | 'zone'>, dueMs: number): number {
	const clock = localClock(zone)
	const day = localDay(clock, dueMs)
	const opensAt = localTimeToMs(clock, day, hours.first * 60)
	if (dueMs < opensAt) return opensAt
	return dueMs < localTimeToMs(clock, day, hours.last * 60) ? dueMs : localTimeToMs(clock, addDays(day, 1), hours.first * 60)
}
