import { consolePaths } from '#contracts/console-paths.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { type DailyMetric, readMetricsByDay } from '#server/services/operations/daily-metrics/read-daily-metrics.ts'

import { type Bar, toBars, chartUnitOf, withPreviousPeriod } from './bars.ts'
import type { ProductRevenue } from './read-figures.ts'
import type { Period } from './read-period.ts'

export type ChartData = {
	/** Unique on its page, for the URL. */ id: string
	name: string
	/** Currency of the amounts, which are in its smallest unit; null for counts. */ currency: string | null
	bars: readonly Bar[]
	/** True if a lower value is better. */ isFallGood?: boolean
	/** List with the rows behind the bars, as a link without the days. */ list?: ChartList
}

type ChartList = { what: 'orders' | 'learners'; path: string; query?: Readonly<Record<string, string>> }
const ORDERS: ChartList = { what: 'orders', path: consolePaths.orders }
const LEARNERS: ChartList = { what: 'learners', path: consolePaths.learners }

type ChartPeriod = {
	period: Period
	/** null if the previous period is incomplete. */ before: Period | null
	products: readonly ProductRevenue[]
}
type OfDay = DailyMetric & { day: string }

function barsOf(period: Period, rows: readonly OfDay[], shape = period) {
	const amounts = new Map<string, number>()
	for (const { day, amount } of rows) amounts.set(day, (amounts.get(day) ?? 0) + amount)
	return toBars(period, amounts, shape)
}

const MAX_PRODUCTS = 4

/** Learning charts: label and metric. */
export const LEARNING_CHARTS = [
	['Lessons finished', 'lessons'],
	['Study days', 'learners'],
	['Modules finished', 'finished'],
	['Certificates', 'certificates'],
] as const

type Pick = (row: OfDay) => number

/** Returns what a row adds to a chart of this figure: its amount, or 0 for another figure. */
const amountOf =
	(figure: string): Pick =>
	(row) =>
		row.figure === figure ? row.amount : 0

/** Charts of each currency. Paid orders count in the currency they were paid in. */
const SALES: readonly (readonly [id: string, name: string, pick: Pick])[] = [
	['sales', 'Sales', amountOf('cents')],
	['net-sales', 'Net sales', (row) => amountOf('cents')(row) - amountOf('sent back')(row)],
	['orders', 'Orders paid', amountOf('paid')],
	['refunded', 'Refunded', amountOf('sent back')],
]

/**
 * Reads the charts of sales by currency and by product, of new accounts, and of learning. Includes the previous period if it is
 * complete. Without any sale, the charts are in the academy's currency.
 */
export async function readCharts(ctx: ServiceContext, { period, before, products }: ChartPeriod) {
	const now = await readMetricsByDay(ctx, period)
	const earlier = before && (await readMetricsByDay(ctx, before))
	function draw(pick: Pick): Bar[] {
		const choose = (rows: readonly OfDay[]) => rows.map((row) => ({ ...row, amount: pick(row) }))
		const bars = barsOf(period, choose(now))
		return before === null || earlier === null ? bars : withPreviousPeriod(bars, barsOf(before, choose(earlier), period))
	}
	const sold = [...now, ...(earlier ?? [])].filter(({ figure }) => figure === 'cents' || figure === 'sent back')
	const currencies = [...new Set(sold.map(({ of }) => of))].toSorted()
	const shown = currencies.length > 0 ? currencies : [(ctx.content.offers[0]?.currency ?? 'usd').toLowerCase()]
	const isSingle = shown.length === 1
	const sales = shown.flatMap((currency) =>
		SALES.map(([id, name, pick]): ChartData => ({
			id: isSingle ? id : `${id}-${currency}`,
			name: isSingle ? name : `${name} in ${currency.toUpperCase()}`,
			currency: id === 'orders' ? null : currency,
			bars: draw((row) => (row.of === currency ? pick(row) : 0)),
			// The list filters by order date, so it can't show the refunds of a day.
			...(id === 'refunded' ? { isFallGood: true } : { list: ORDERS }),
		})),
	)
	const joined = draw((row) => (row.part === 'accounts' ? row.amount : 0))
	const accounts = { id: 'accounts', name: 'New accounts', currency: null, bars: joined, list: LEARNERS }
	return {
		unit: chartUnitOf(period),
		overview: [...sales, accounts],
		products: products.slice(0, products.length > 1 ? MAX_PRODUCTS : 0).map(({ code, name, currency }): ChartData => {
			const of = `${currency} ${code}`
			return {
				id: `product-${code}-${currency}`,
				name: isSingle ? name : `${name} in ${currency.toUpperCase()}`,
				currency,
				bars: draw((row) => (row.of === of ? amountOf('product cents')(row) : 0)),
				list: { ...ORDERS, query: { product: code } },
			}
		}),
		learning: LEARNING_CHARTS.map(([name, figure]): ChartData => ({ id: figure, name, currency: null, bars: draw(amountOf(figure)) })),
	}
}
