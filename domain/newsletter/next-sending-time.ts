import { localClock, localDay, localTimeToMs } from '#domain/clock/local-clock.ts'
import { addDays } from '#domain/clock/week-date.ts'

import type { SendingPlan } from './estimate-end.ts'

/** Returns when an email that is due at a time goes out, in milliseconds since 1970: then, or when the next sending hours begin. */
export function nextSendingTime({ hours, zone }: Pick<SendingPlan, 'hours' | 'zone'>, dueMs: number): number {
	const clock = localClock(zone)
	const day = localDay(clock, dueMs)
	const opensAt = localTimeToMs(clock, day, hours.first * 60)
	if (dueMs < opensAt) return opensAt
	return dueMs < localTimeToMs(clock, day, hours.last * 60) ? dueMs : localTimeToMs(clock, addDays(day, 1), hours.first * 60)
}
