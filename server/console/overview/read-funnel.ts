import { sql } from 'kysely'

import type { VisitStep } from '#domain/visits/visit-step.ts'
import { GIVEN } from '#server/services/commerce/settlement/give-access.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { createVisitCounter } from '#server/services/people/visits/visit-counter.ts'

import { type Period, toDay } from './read-period.ts'

export type OfSource = { source: string } & Record<VisitStep, number>
export type OfCode = { code: string | null; ordered: number; paid: number; refunded: number }

/** How often each step happened in the period, each counted at its own time. */
export type Funnel = {
	visits: number
	quizzes: number
	optIns: number
	accounts: number
	finishedFirst: number
	ordered: number
	paid: number
	refunded: number
}

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

/** Checkouts, purchases and refunds by the code that was used. */
export async function readCodeSteps({ db }: ServiceContext, { since, until }: Period): Promise<OfCode[]> {
	const { rows } = await sql<Record<'ordered' | 'paid' | 'refunded', string> & { code: string | null }>`
		select code, sum(ordered) as ordered, sum(paid) as paid, sum(refunded) as refunded from (
			select discount_code as code, count(*) as ordered, 0 as paid, 0 as refunded from orders
			where created_at >= ${since} and created_at < ${until} and provider <> ${GIVEN} group by 1
			union all
			select discount_code, 0, count(*), 0 from orders
			where paid_at >= ${since} and paid_at < ${until} and provider <> ${GIVEN} group by 1
			union all
			select o.discount_code, 0, 0, count(distinct r.order_id) from refunds r join orders o on o.id = r.order_id
			where r.created_at >= ${since} and r.created_at < ${until} and r.status = 'succeeded' group by 1) as each
		group by code order by 3 desc, 2 desc, 1 limit 50`.execute(db)
	return rows.map(({ code, ordered, paid, refunded }) => ({
		code,
		ordered: Number(ordered),
		paid: Number(paid),
		refunded: Number(refunded),
	}))
}

/** @param first key of the course's first module */
export async function readFunnel(ctx: ServiceContext, period: Period, first: string): Promise<Funnel> {
	const { since, until } = period
	const sources = await readSources(ctx, period)
	const sum = (step: VisitStep) => sources.reduce((all, source) => all + source[step], 0)
	const { rows } = await sql<Record<'opt_ins' | 'accounts' | 'finished' | 'ordered' | 'paid' | 'refunded', string>>`
		select
			(select count(*) from newsletter_subscriptions where confirmed_at >= ${since} and confirmed_at < ${until}) as opt_ins,
			(select count(*) from auth.users
				where created_at >= ${since} and created_at < ${until} and deleted_at is null and not is_anonymous) as accounts,
			(select count(*) from progress_entries where kind = 'module' and key = ${first} and done
				and first_stored_at >= ${since} and first_stored_at < ${until}) as finished,
			(select count(*) from orders where created_at >= ${since} and created_at < ${until} and provider <> ${GIVEN}) as ordered,
			(select count(*) from orders where paid_at >= ${since} and paid_at < ${until} and provider <> ${GIVEN}) as paid,
			(select count(distinct order_id) from refunds
				where created_at >= ${since} and created_at < ${until} and status = 'succeeded') as refunded`.execute(ctx.db)
	const [row] = rows
	return {
		visits: sum('visit'),
		quizzes: sum('quiz'),
		optIns: Number(row?.opt_ins ?? 0),
		accounts: Number(row?.accounts ?? 0),
		finishedFirst: Number(row?.finished ?? 0),
		ordered: Number(row?.ordered ?? 0),
		paid: Number(row?.paid ?? 0),
		refunded: Number(row?.refunded ?? 0),
	}
}
