import { type Period, isoDay } from './read-period.ts'

const DAY_MS = 86_400_000
/** Maximum bars; more would be too thin to tell apart on a phone. */
const MAX_BARS = 92

/** Amount of one or more days, starting on `since`, such as `2026-11-23`. */
export type Bar = {
	since: string
	days: number
	amount: number
	/** The same bar in the previous period; absent if that period is incomplete. */ before?: { since: string; amount: number }
}

export const withPreviousPeriod = (bars: readonly Bar[], before: readonly Bar[]): Bar[] =>
	bars.map((bar, index) => {
		const { since = bar.since, amount = 0 } = before[index] ?? {}
		return { ...bar, before: { since, amount } }
	})

/**
 * Groups the days of a period into bars: one per day, or per week for a long period; the last may be shorter.
 * @param amounts by day
 */
export function toBars({ since, until }: Period, amounts: ReadonlyMap<string, number>): Bar[] {
	const total = Math.round((until.getTime() - since.getTime()) / DAY_MS)
	const width = total > MAX_BARS ? 7 : 1
	const dayAt = (index: number) => isoDay(new Date(since.getTime() + index * DAY_MS))
	return Array.from({ length: Math.ceil(total / width) }, (_, index) => {
		const first = index * width
		const days = Math.min(width, total - first)
		const each = Array.from({ length: days }, (__, day) => amounts.get(dayAt(first + day)) ?? 0)
		return { since: dayAt(first), days, amount: each.reduce((sum, amount) => sum + amount, 0) }
	})
}
