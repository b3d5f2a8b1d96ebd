import { consolePaths } from '#contracts/console-paths.ts'
import { localClock, momentOf } from '#domain/clock/local-clock.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { describePromises } from '#server/console/shell/describe-promises.ts'
import { listDiscounts } from '#server/services/commerce/discounts/find-discount.ts'
import type { PluginFigures, ServiceContext } from '#server/services/context.ts'
import { startOfStoredDay } from '#server/services/learning/progress/merge-learner-progress.ts'
import { readDailyMetrics, type DailyMetric, readMetricsByDay } from '#server/services/operations/daily-metrics/read-daily-metrics.ts'
import { readPromises } from '#server/services/people/support/change-ticket.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { toBars, unitOf, withPreviousPeriod } from './bars.ts'
import { compareMetrics, compareProducts, describeChange, hasMetricsSince, periodBefore } from './compare.ts'
import { readEdits } from './read-edits.ts'
import {
	countActive,
	type CodeRevenue,
	type ProductRevenue,
	readProductNames,
	toCodes,
	toMoney,
	toProducts,
	toAccountSteps,
} from './read-figures.ts'
import { refreshDailyMetrics } from './read-funnel.ts'
import { formatPeriod, presentPeriod, readPeriod, isoDay, type Period } from './read-period.ts'
import { MIN_LEARNERS, lossOf, MAX_READINGS, readParagraphs, readStops, readWrongAnswers, type SectionDropOff } from './read-stops.ts'

type OverviewPeriod = {
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
const LEARNING = [
	['Lessons finished', 'lessons'],
	['Study days', 'learners'],
	['Modules finished', 'finished'],
	['Certificates', 'certificates'],
] as const

const sumOf = (rows: readonly DailyMetric[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Reads daily payments by currency (before and after refunds) and by product, new accounts, and learning. Includes the previous period
 * if it is complete.
 */
async function readPlots(ctx: ServiceContext, { period, before, products }: OverviewPeriod) {
	const group = (days: readonly OfDay[]) => Map.groupBy(days, ({ of }) => of)
	const split = (days: readonly OfDay[]) => ({
		events: group(days.filter(({ figure }) => figure === 'cents')),
		products: group(days.filter(({ figure }) => figure === 'product cents')),
		net: group(
			days.flatMap((each) => (each.figure === 'cents' ? each : each.figure === 'sent back' ? { ...each, amount: -each.amount } : [])),
		),
		accounts: days.filter(({ part }) => part === 'accounts'),
		learning: Map.groupBy(days, ({ figure }) => figure),
	})
	const now = split(await readMetricsByDay(ctx, period))
	const earlier = before && split(await readMetricsByDay(ctx, before))
	const draw = (rows: readonly OfDay[], rowsBefore: readonly OfDay[]) =>
		before === null ? barsOf(period, rows) : withPreviousPeriod(barsOf(period, rows), barsOf(before, rowsBefore, period))
	const currencies = [...new Set([...now.net.keys(), ...(earlier?.net.keys() ?? [])])].toSorted()
	return {
		unit: unitOf(period),
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
		learning: LEARNING.map(([name, figure]) => {
			const [rows, rowsBefore] = [now.learning.get(figure) ?? [], earlier?.learning.get(figure) ?? []]
			return {
				name,
				bars: draw(rows, rowsBefore),
				...(earlier && { change: describeChange({ now: sumOf(rows), before: sumOf(rowsBefore) }) }),
			}
		}),
	}
}

const SHOWN_STOPS = 12

export async function readLearnerFigures(ctx: ServiceContext): Promise<PluginFigures> {
	const periods = [7, 30]
	const starts = periods.map((days) => startOfStoredDay(ctx.now(), days))
	const active = await countActive(ctx, starts)
	return {
		title: 'Learners and answers',
		figures: [
			...periods.map((days, index) => ({ name: `Active learners, last ${days} days`, value: active[index] ?? 0 })),
			{ name: 'Messages', value: describePromises(await readPromises(ctx)), path: consolePaths.tickets },
		],
	}
}

/** Reads the figures that the page and its CSV share. */
export async function readOverviewFigures(request: ConsoleRequest) {
	const { ctx } = request
	const period = readPeriod(request)
	const isUpToDate = await refreshDailyMetrics(ctx)
	const sums = await readDailyMetrics(ctx, period)
	return {
		period,
		isUpToDate,
		sums,
		money: toMoney(sums),
		products: toProducts(await readProductNames(ctx, sums), sums),
		codes: toCodes(sums),
		steps: toAccountSteps(ctx.content, sums),
		learning: LEARNING.map(([name, figure]) => ({
			name,
			count: sumOf(sums.filter((sum) => sum.part !== 'accounts' && sum.figure === figure)),
		})),
		figures: await Promise.all(ctx.plugins.flatMap(({ readFigures }) => readFigures?.(ctx) ?? [])),
		edits: await readEdits(ctx),
		stops: await readStops(ctx, period),
	}
}

async function findUnused({ content, db, now }: ServiceContext, rows: readonly CodeRevenue[]): Promise<string[]> {
	const used = new Set(rows.map(({ code }) => code))
	return (await listDiscounts(content, db, now())).map(({ code }) => code).filter((code) => !used.has(code))
}

/** Reads where learners drop off in the section with the largest drop-off: in its text, and at its questions. */
async function readWorst(ctx: ServiceContext, worst: SectionDropOff | undefined, since: Date) {
	if (!worst || lossOf(worst) === 0) return null
	const tenths = await readParagraphs(ctx, worst, since)
	const wrong = await readWrongAnswers(ctx, worst)
	return { ...worst, tenths, readers: MAX_READINGS, wrong: wrong.filter(({ answered }) => answered > 0) }
}

export async function readOverview(request: ConsoleRequest) {
	const { ctx } = request
	const { period, sums, stops, products, ...rest } = await readOverviewFigures(request)
	const before = periodBefore(period)
	const isBeforeWhole = await hasMetricsSince(ctx.db, before)
	const sumsBefore = isBeforeWhole ? await readDailyMetrics(ctx, before) : null
	return {
		...rest,
		compared: compareMetrics(sums, sumsBefore).map((each) => ({ ...each, change: describeChange(each) })),
		// Sums are matched by product code, so names aren't needed here.
		products: compareProducts(products, sumsBefore && toProducts(new Map(), sumsBefore)),
		period: presentPeriod(request, period),
		before: isBeforeWhole ? formatPeriod(before) : null,
		isOver: period.isOver,
		fewest: MIN_LEARNERS,
		worst: await readWorst(ctx, stops[0], new Date(momentOf(localClock(siteZone(ctx.content)), isoDay(period.since), 0))),
		stops: stops.slice(0, SHOWN_STOPS),
		plots: await readPlots(ctx, { period, before: isBeforeWhole ? before : null, products }),
		unusedCodes: await findUnused(ctx, rest.codes),
		isLearning: request.url.searchParams.get('view') === 'learning',
	}
}
