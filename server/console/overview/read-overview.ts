import { consolePaths } from '#contracts/console-paths.ts'
import { localClock, localTimeToMs } from '#domain/clock/local-clock.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { describeReplyStatistics } from '#server/console/shell/describe-reply-statistics.ts'
import { listDiscounts } from '#server/services/commerce/discounts/find-discount.ts'
import type { PluginFigures, ServiceContext } from '#server/services/context.ts'
import { startOfStoredDay } from '#server/services/learning/progress/merge-learner-progress.ts'
import { type DailyMetric, readDailyMetrics } from '#server/services/operations/daily-metrics/read-daily-metrics.ts'
import { readReplyStatistics } from '#server/services/people/support/change-ticket.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { compareProducts, hasMetricsSince, periodBefore } from './compare.ts'
import { LEARNING_CHARTS, readCharts } from './read-charts.ts'
import {
	MIN_LEARNERS,
	lossOf,
	MAX_READINGS,
	readParagraphs,
	readDropOffs,
	readWrongAnswers,
	type SectionDropOff,
} from './read-drop-offs.ts'
import { readLessonEdits } from './read-edits.ts'
import {
	countActive,
	type CodeRevenue,
	readProductNames,
	sumCodeRevenue,
	sumRevenueByCurrency,
	toProducts,
	toAccountSteps,
} from './read-figures.ts'
import { refreshDailyMetrics } from './read-funnel.ts'
import { findFirstDay, formatPeriod, presentPeriod, readPeriod, isoDay } from './read-period.ts'

const sumOf = (rows: readonly DailyMetric[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

const SHOWN_STOPS = 12

export async function readLearnerFigures(ctx: ServiceContext): Promise<PluginFigures> {
	const periods = [7, 30]
	const starts = periods.map((days) => startOfStoredDay(ctx.now(), days))
	const active = await countActive(ctx, starts)
	return {
		title: 'Learners and answers',
		figures: [
			...periods.map((days, index) => ({ name: `Active learners, last ${days} days`, value: active[index] ?? 0 })),
			{ name: 'Messages', value: describeReplyStatistics(await readReplyStatistics(ctx)), path: consolePaths.tickets },
		],
	}
}

/** Reads the figures that the page and its CSV share. */
export async function readOverviewFigures(request: ConsoleRequest) {
	const { ctx } = request
	const isUpToDate = await refreshDailyMetrics(ctx)
	const period = readPeriod(request, await findFirstDay(ctx.db))
	const sums = await readDailyMetrics(ctx, period)
	return {
		period,
		isUpToDate,
		sums,
		money: sumRevenueByCurrency(sums),
		products: toProducts(await readProductNames(ctx, sums), sums),
		codes: sumCodeRevenue(sums),
		steps: toAccountSteps(ctx.content, sums),
		learning: LEARNING_CHARTS.map(([name, figure]) => ({
			name,
			count: sumOf(sums.filter((sum) => sum.part !== 'accounts' && sum.figure === figure)),
		})),
		figures: await Promise.all(ctx.plugins.flatMap(({ readFigures }) => readFigures?.(ctx) ?? [])),
		edits: await readLessonEdits(ctx),
		stops: await readDropOffs(ctx, period),
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

/** Reads the chart with this ID, for its CSV. Null if there is none. */
export async function readChart(request: ConsoleRequest, id: string) {
	const { ctx } = request
	await refreshDailyMetrics(ctx)
	const period = readPeriod(request, await findFirstDay(ctx.db))
	const sums = await readDailyMetrics(ctx, period)
	const before = periodBefore(period)
	const { unit, overview, products, learning } = await readCharts(ctx, {
		period,
		before: (await hasMetricsSince(ctx.db, before)) ? before : null,
		products: toProducts(await readProductNames(ctx, sums), sums),
	})
	const chart = [...overview, ...products, ...learning].find((each) => each.id === id)
	return chart ? { ...chart, unit, period } : null
}

export async function readOverview(request: ConsoleRequest) {
	const { ctx } = request
	const { period, sums, stops, products, ...rest } = await readOverviewFigures(request)
	const before = periodBefore(period)
	const isBeforeWhole = await hasMetricsSince(ctx.db, before)
	const sumsBefore = isBeforeWhole ? await readDailyMetrics(ctx, before) : null
	return {
		...rest,
		// Sums are matched by product code, so names aren't needed here.
		products: compareProducts(products, sumsBefore && toProducts(new Map(), sumsBefore)),
		period: presentPeriod(request, period),
		before: isBeforeWhole ? formatPeriod(before) : null,
		isOver: period.isOver,
		/** Until the academy is live, sales are those of the sandbox. */
		areTests: !ctx.payments.isLive,
		fewest: MIN_LEARNERS,
		worst: await readWorst(ctx, stops[0], new Date(localTimeToMs(localClock(siteZone(ctx.content)), isoDay(period.since), 0))),
		stops: stops.slice(0, SHOWN_STOPS),
		charts: await readCharts(ctx, { period, before: isBeforeWhole ? before : null, products }),
		unusedCodes: await findUnused(ctx, rest.codes),
		isLearning: request.url.searchParams.get('view') === 'learning',
	}
}
