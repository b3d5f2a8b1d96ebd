import type { ServiceContext } from '#server/services/context.ts'
import { type DailyMetric, readByDay } from '#server/services/operations/daily-metrics/read-daily-metrics.ts'

import { toBars, withBefore } from './bars.ts'
import type { ProductRevenue } from './read-figures.ts'
import type { Period } from './read-period.ts'

type Asked = {
	period: Period
	/** null if the previous period is incomplete. */ before: Period | null
	products: readonly ProductRevenue[]
}
type OfDay = DailyMetric & { day: string }

function barsOf(period: Period, rows: readonly OfDay[]) {
	const amounts = new Map<string, number>()
	for (const { day, amount } of rows) amounts.set(day, (amounts.get(day) ?? 0) + amount)
	return toBars(period, amounts)
}

const MAX_PRODUCTS = 4

/** Reads daily payments by currency, before and after refunds, and by product, and new accounts, with the previous period if that is complete. */
export async function readPlots(ctx: ServiceContext, { period, before, products }: Asked) {
	const split = (days: readonly OfDay[]) => ({
		events: Map.groupBy(
			days.filter(({ figure }) => figure === 'cents'),
			({ of }) => of,
		),
		products: Map.groupBy(
			days.filter(({ figure }) => figure === 'product cents'),
			({ of }) => of,
		),
		net: Map.groupBy(
			days.flatMap((each) => (each.figure === 'cents' ? each : each.figure === 'sent back' ? { ...each, amount: -each.amount } : [])),
			({ of }) => of,
		),
		accounts: days.filter(({ part }) => part === 'accounts'),
	})
	const now = split(await readByDay(ctx, period))
	const earlier = before && split(await readByDay(ctx, before))
	const draw = (rows: readonly OfDay[], rowsBefore: readonly OfDay[]) =>
		before === null ? barsOf(period, rows) : withBefore(barsOf(period, rows), barsOf(before, rowsBefore))
	const currencies = [...new Set([...now.net.keys(), ...(earlier?.net.keys() ?? [])])].toSorted()
	return {
		paid: currencies.map((currency) => ({
			currency,
			bars: draw(now.events.get(currency) ?? [], earlier?.events.get(currency) ?? []),
			net: draw(now.net.get(currency) ?? [], earlier?.net.get(currency) ?? []),
		})),
		products: products.slice(0, products.length > 1 ? MAX_PRODUCTS : 0).map(({ code, name, currency }) => {
			const of = `${currency} ${code}`
			return { name, currency, code, bars: draw(now.products.get(of) ?? [], earlier?.products.get(of) ?? []) }
		}),
		accounts: draw(now.accounts, earlier?.accounts ?? []),
	}
}
