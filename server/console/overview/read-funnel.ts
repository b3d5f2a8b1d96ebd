import { sql } from 'kysely'

import type { VisitStep } from '#domain/visits/visit-step.ts'
import type { ServiceContext } from '#server/services/context.ts'
import type { DaySum } from '#server/services/operations/day-sums/read-day-sums.ts'
import { createVisitCounter } from '#server/services/people/visits/visit-counter.ts'

import { type LaterSteps, toLaterSteps } from './read-figures.ts'
import { type Period, toDay } from './read-period.ts'

export type OfSource = { source: string } & Record<VisitStep, number>

/** How often each step happened in the period, each counted on its own day. */
export type Funnel = LaterSteps & { visits: number; quizzes: number }

/** Steps of visits by source, the source with the most visits first. */
export async function readSources(ctx: ServiceContext, { since, until }: Period): Promise<OfSource[]> {
	await ctx.state.of(createVisitCounter).flush()
	const { rows } = await sql<{ source: string } & Record<VisitStep, string>>`
		select source, coalesce(sum(count) filter (where step = 'visit'), 0) as visit,
			coalesce(sum(count) filter (where step = 'quiz'), 0) as quiz,
			coalesce(sum(count) filter (where step = 'signup'), 0) as signup,
			coalesce(sum(count) filter (where step = 'checkout'), 0) as checkout
		from visit_counts where day >= ${toDay(since)}::date and day < ${until}::timestamptz at time zone 'UTC'
		group by source order by 2 desc, 1`.execute(ctx.db)
	return rows.map(({ source, visit, quiz, signup, checkout }) => ({
		source,
		visit: Number(visit),
		quiz: Number(quiz),
		signup: Number(signup),
		checkout: Number(checkout),
	}))
}

/** @param first key of the course's first module */
export function toFunnel({ sources, sums }: { sources: readonly OfSource[]; sums: readonly DaySum[] }, first: string): Funnel {
	const sum = (step: VisitStep) => sources.reduce((all, source) => all + source[step], 0)
	return { visits: sum('visit'), quizzes: sum('quiz'), ...toLaterSteps(sums, first) }
}
