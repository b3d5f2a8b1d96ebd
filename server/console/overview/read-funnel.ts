import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import type { VisitStep } from '#domain/visits/visit-step.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recountStaleDays } from '#server/services/operations/daily-metrics/count-days.ts'
import { type DailyMetric, readDailyMetrics } from '#server/services/operations/daily-metrics/read-daily-metrics.ts'
import { createVisitCounter } from '#server/services/people/visits/visit-counter.ts'

import { hasMetricsSince, periodBefore } from './compare.ts'
import { toAccountSteps, toCodeSteps, toLaterSteps } from './read-figures.ts'
import { findFirstDay, formatPeriod, type Period, presentPeriod, readPeriod, isoDay } from './read-period.ts'

/** Time budget for recomputing before the page shows a "still updating" notice. */
const PAGE_MS = 200

/**
 * Recomputes the days that changed since the last background run.
 * @returns true if all of them are up to date now
 */
export const refreshDailyMetrics = async (ctx: ServiceContext): Promise<boolean> => (await recountStaleDays(ctx, PAGE_MS)).isWhole

export type FunnelOfSource = { source: string } & Record<VisitStep, number>

export async function readSourceFunnels(ctx: ServiceContext, { since, until }: Period): Promise<FunnelOfSource[]> {
	await ctx.state.of(createVisitCounter).flush()
	const { rows } = await sql<{ source: string } & Record<VisitStep, string>>`
		select source, coalesce(sum(count) filter (where step = 'visit'), 0) as visit,
			coalesce(sum(count) filter (where step = 'quiz'), 0) as quiz,
			coalesce(sum(count) filter (where step = 'signup'), 0) as signup,
			coalesce(sum(count) filter (where step = 'checkout'), 0) as checkout
		from visit_counts where day >= ${isoDay(since)}::date and day < ${isoDay(until)}::date
		group by source order by 2 desc, 1`.execute(ctx.db)
	return rows.map(({ source, visit, quiz, signup, checkout }) => ({
		source,
		visit: Number(visit),
		quiz: Number(quiz),
		signup: Number(signup),
		checkout: Number(checkout),
	}))
}

/**
 * Returns the funnel's steps in groups. Each event counts on its own day. Visits and quizzes count only visitors who accepted cookies.
 * `needsBefore` is true for a step that follows the step before it for everyone, so that its share is a rate.
 */
export function toFunnelGroups(content: Content, { sources, sums }: { sources: readonly FunnelOfSource[]; sums: readonly DailyMetric[] }) {
	const sum = (step: VisitStep) => sources.reduce((all, source) => all + source[step], 0)
	const { optIns, accounts, finishedFirst, ordered, paid, refunded } = toLaterSteps(content, sums)
	return [
		{
			name: 'Visitors who accepted cookies',
			steps: [
				{ name: 'Visit', count: sum('visit'), needsBefore: false },
				{ name: 'Quiz finished', count: sum('quiz'), needsBefore: true },
			],
		},
		{
			name: 'Newsletter and accounts',
			steps: [
				{ name: 'Newsletter subscription confirmed', count: optIns, needsBefore: false },
				{ name: 'Account created', count: accounts, needsBefore: false },
				{ name: 'First module finished', count: finishedFirst, needsBefore: true },
			],
		},
		{
			name: 'Orders',
			steps: [
				{ name: 'Checkout opened', count: ordered, needsBefore: false },
				{ name: 'Paid', count: paid, needsBefore: true },
				{ name: 'Refunded, in full or in part', count: refunded, needsBefore: true, isFallGood: true },
			],
		},
	]
}

export async function readFunnel(request: ConsoleRequest) {
	const { ctx } = request
	const isUpToDate = await refreshDailyMetrics(ctx)
	const period = readPeriod(request, await findFirstDay(ctx.db))
	const readGroups = async (days: Period) => {
		const [sources, sums] = [await readSourceFunnels(ctx, days), await readDailyMetrics(ctx, days)]
		return { sources, sums, groups: toFunnelGroups(ctx.content, { sources, sums }) }
	}
	const { sources, sums, groups } = await readGroups(period)
	const earlier = periodBefore(period)
	const before = (await hasMetricsSince(ctx.db, earlier)) ? await readGroups(earlier) : null
	return {
		period: presentPeriod(request, period),
		before: before && formatPeriod(earlier),
		isUpToDate,
		/** With the same steps in the earlier period. */
		groups: groups.map(({ name, steps }, group) => ({
			name,
			steps: steps.map((step, at) => ({ ...step, before: before?.groups[group]?.steps[at]?.count ?? null })),
		})),
		accountSteps: toAccountSteps(ctx.content, sums),
		sources,
		codes: toCodeSteps(sums),
	}
}
