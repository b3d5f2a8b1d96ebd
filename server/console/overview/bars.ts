import { type Period, toDay } from './read-period.ts'

const DAY_MS = 86_400_000
/** More bars than this are too thin to tell apart on a phone. */
const MAX_BARS = 92

/** Count of some days from `since` on, days in UTC such as `2026-11-23`. */
export type Bar = {
	since: string
	days: number
	amount: number
	/** The same days of the previous period, where that is complete. */ before?: { since: string; amount: number }
}

/** Pairs the bars with those of the previous period of the same length. */
export const withBefore = (bars: readonly Bar[], before: readonly Bar[]): Bar[] =>
	bars.map((bar, index) => {
		const { since = bar.since, amount = 0 } = before[index] ?? {}
		return { ...bar, before: { since, amount } }
	})

/** The days of a period as bars: one each, or one for seven days of a long period; the last may be shorter. @param amounts by day of UTC */
export function toBars({ since, until }: Period, amounts: ReadonlyMap<string, number>): Bar[] {
	const total = Math.round((until.getTime() - since.getTime()) / DAY_MS)
	const width = total > MAX_BARS ? 7 : 1
	const dayAt = (index: number) => toDay(new Date(since.getTime() + index * DAY_MS))
	return Array.from({ length: Math.ceil(total / width) }, (_, index) => {
		const first = index * width
		const days = Math.min(width, total - first)
		const each = Array.from({ length: days }, (__, day) => amounts.get(dayAt(first + day)) ?? 0)
		return { since: dayAt(first), days, amount: each.reduce((sum, amount) => sum + amount, 0) }
	})
}
