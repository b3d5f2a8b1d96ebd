import { type Period, isoDay } from './read-period.ts'

const DAY_MS = 86_400_000
/** Longest periods with a bar per day or week. More bars would be too thin to tell apart on a phone. */
const [MAX_DAYS, MAX_DAYS_OF_WEEKS] = [62, 26 * 7]

export type Unit = 'day' | 'week' | 'month'

/** Amount of one or more days, starting on `since`, such as `2026-11-23`. */
export type Bar = {
	since: string
	days: number
	amount: number
	/** The same bar in the previous period; absent if that period is incomplete. */ before?: { since: string; amount: number }
}

const lengthOf = ({ since, until }: Period) => Math.round((until.getTime() - since.getTime()) / DAY_MS)

/** Returns what a bar of this period covers: a day, or a week or calendar month if the period is long. */
export function chartUnitOf(period: Period): Unit {
	const days = lengthOf(period)
	return days <= MAX_DAYS ? 'day' : days <= MAX_DAYS_OF_WEEKS ? 'week' : 'month'
}

export const withPreviousPeriod = (bars: readonly Bar[], before: readonly Bar[]): Bar[] =>
	bars.map((bar, index) => {
		const { since = bar.since, amount = 0 } = before[index] ?? {}
		return { ...bar, before: { since, amount } }
	})

/**
 * Groups the days of a period into bars. The first and last month, and the last week, may be shorter.
 * @param amounts by day
 * @param shape the period whose bars these are compared with: the bars start at the same distance from the period's start, and the
 * last one takes the rest
 */
export function toBars(period: Period, amounts: ReadonlyMap<string, number>, shape: Period = period): Bar[] {
	const unit = chartUnitOf(shape)
	const dayAt = ({ since }: Period, index: number) => isoDay(new Date(since.getTime() + index * DAY_MS))
	const starts = Array.from({ length: lengthOf(shape) }, (_, index) => index).filter(
		(index) => index === 0 || (unit === 'month' ? dayAt(shape, index).endsWith('-01') : index % (unit === 'week' ? 7 : 1) === 0),
	)
	return starts.map((first, index) => {
		const days = Math.max(0, (starts[index + 1] ?? lengthOf(period)) - first)
		const each = Array.from({ length: days }, (__, day) => amounts.get(dayAt(period, first + day)) ?? 0)
		return { since: dayAt(period, first), days, amount: each.reduce((sum, amount) => sum + amount, 0) }
	})
}
