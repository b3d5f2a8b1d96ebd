import type { ServiceContext } from '#server/services/context.ts'
import { type DaySum, readByDay } from '#server/services/operations/day-sums/read-day-sums.ts'

import { toBars } from './bars.ts'
import type { Period } from './read-period.ts'

type OfDay = DaySum & { day: string }

const barsOf = (period: Period, rows: readonly OfDay[]) => toBars(period, new Map(rows.map(({ day, amount }) => [day, amount])))

/** What was paid by day, currency by currency, and the accounts opened. */
export async function readPlots(ctx: ServiceContext, period: Period) {
	const days = await readByDay(ctx, period)
	const { events = [], accounts = [] } = Object.groupBy(days, ({ part }) => part)
	return {
		paid: [...Map.groupBy(events, ({ of }) => of)].map(([currency, rows]) => ({ currency, bars: barsOf(period, rows) })),
		accounts: barsOf(period, accounts),
	}
}
