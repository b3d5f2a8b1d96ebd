import { localClock, localDay, localTimeToMs } from '#domain/clock/local-clock.ts'
import { addDays } from '#domain/clock/week-date.ts'

export type SendingPlan = {
	/** Number of emails not sent yet. */
	left: number
	perHour: number
	/** Maximum emails today, and on each later day; Infinity without a limit. */
	today: number
	perDay: number
	/** Local hours in which emails are sent: from `first`, until `last` (exclusive). */
	hours: { readonly first: number; readonly last: number }
	zone: string
}

const HOUR_MS = 3_600_000
const MAX_DAYS = 366

/** Estimates when the last email is sent, in milliseconds since 1970; null if that takes more than a year. */
export function estimateEnd({ left, perHour, today, perDay, hours, zone }: SendingPlan, nowMs: number): number | null {
	const clock = localClock(zone)
	const firstDay = localDay(clock, nowMs)
	let waiting = left
	for (let index = 0; index < MAX_DAYS; index += 1) {
		const day = addDays(firstDay, index)
		const opensAt = Math.max(nowMs, localTimeToMs(clock, day, hours.first * 60))
		const hoursOpen = Math.max(0, localTimeToMs(clock, day, hours.last * 60) - opensAt) / HOUR_MS
		const most = Math.min(hoursOpen * perHour, index === 0 ? today : perDay)
		if (hoursOpen > 0 && waiting <= most) return Math.round(opensAt + (waiting / perHour) * HOUR_MS)
		waiting -= most
	}
	return null
}
