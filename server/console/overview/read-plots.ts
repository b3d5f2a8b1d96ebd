import type { ServiceContext } from '#server/services/context.ts'
import { type DailyMetric, readByDay } from '#server/services/operations/daily-metrics/read-daily-metrics.ts'

import { toBars, withBefore } from './bars.ts'
import type { Period } from './read-period.ts'

type OfDay = DailyMetric & { day: string }

const barsOf = (period: Period, rows: readonly OfDay[]) => toBars(period, new Map(rows.map(({ day, amount }) => [day, amount])))

/** Reads daily payments by currency and new accounts, with the previous period if that is complete. */
export async function readPlots(ctx: ServiceContext, period: Period, before: Period | null) {
	const split = (days: readonly OfDay[]) => ({
		events: Map.groupBy(
			days.filter(({ part }) => part === 'events'),
			({ of }) => of,
		),
		accounts: days.filter(({ part }) => part === 'accounts'),
	})
	const now = split(await readByDay(ctx, period))
	const earlier = before && split(await readByDay(ctx, before))
	const draw = (rows: readonly OfDay[], rowsBefore: readonly OfDay[]) =>
		before === null ? barsOf(period, rows) : withBefore(barsOf(period, rows), barsOf(before, rowsBefore))
	const currencies = [...new Set([...now.events.keys(), ...(earlier?.events.keys() ?? [])])].toSorted()
	return {
		paid: currencies.map((currency) => ({
			currency,
			bars: draw(now.events.get(currency) ?? [], earlier?.events.get(currency) ?? []),
		})),
		accounts: draw(now.accounts, earlier?.accounts ?? []),
	}
}
