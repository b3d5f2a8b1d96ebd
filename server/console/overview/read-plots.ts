import { formatMoney } from '#domain/pricing/money.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { type DaySum, readByDay } from '#server/services/operations/day-sums/read-day-sums.ts'

import { plot, toBars } from './plot.ts'
import type { Period } from './read-period.ts'

type OfDay = DaySum & { day: string }

const barsOf = (period: Period, rows: readonly OfDay[]) => toBars(period, new Map(rows.map(({ day, amount }) => [day, amount])))

/** What was paid, one plot for each currency, and the accounts opened. */
export async function readPlots(ctx: ServiceContext, period: Period) {
	const days = await readByDay(ctx, period)
	const { events = [], accounts = [] } = Object.groupBy(days, ({ part }) => part)
	return {
		money: [...Map.groupBy(events, ({ of }) => of)].map(([currency, rows]) =>
			plot({ name: `${currency.toUpperCase()} paid`, bars: barsOf(period, rows), say: (cents) => formatMoney(cents, currency) }),
		),
		accounts: plot({ name: 'Accounts opened', bars: barsOf(period, accounts), say: (count) => count.toLocaleString('en-US') }),
	}
}
