import { sql } from 'kysely'

import type { ServiceContext } from '#server/services/context.ts'

/** Period from its first day to the day after its last, as midnights in UTC that represent days of the academy. */
export type DayRange = { since: Date; until: Date }
export type DailyMetric = { part: string; figure: string; of: string; amount: number }

const toDate = (time: Date) => time.toISOString().slice(0, 10)

type Row = Omit<DailyMetric, 'amount'> & { amount: string }
const toMetrics = (rows: readonly Row[]): DailyMetric[] => rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }))

export async function readDailyMetrics({ db }: ServiceContext, { since, until }: DayRange): Promise<DailyMetric[]> {
	const { rows } = await sql<Row>`select part, figure, of, sum(amount) as amount from daily_metrics
		where part in ('accounts', 'events', 'learning') and day >= ${toDate(since)}::date and day < ${toDate(until)}::date group by 1, 2, 3`.execute(
		db,
	)
	return toMetrics(rows)
}

/**
 * Reads the orders paid, amounts, new accounts and learning of each day. Amounts are in the currency's smallest unit; their `of` is the
 * currency, or the currency and the product.
 */
export async function readMetricsByDay({ db }: ServiceContext, { since, until }: DayRange): Promise<(DailyMetric & { day: string })[]> {
	const { rows } = await sql<
		Row & { day: string }
	>`select part, figure, case when figure in ('paid', 'cents', 'sent back') then left(of, 3) else of end as of, day::text, sum(amount) as amount from daily_metrics
		where ((part = 'events' and figure in ('paid', 'cents', 'product cents', 'sent back')) or (part = 'accounts' and figure = 'opened')
				or part = 'learning' or (part = 'events' and figure = 'finished'))
			and day >= ${toDate(since)}::date and day < ${toDate(until)}::date group by 1, 2, 3, 4`.execute(db)
	return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }))
}

export type SectionPair = { moduleId: number; key: string; next: string }

/**
 * Counts, for each pair, the learners who first opened the pair's first section in this period, and those of them who opened the
 * second.
 */
export async function readSectionMetrics(
	{ db }: ServiceContext,
	{ pairs, since, until }: DayRange & { pairs: readonly SectionPair[] },
): Promise<DailyMetric[]> {
	const requested = pairs.map(({ moduleId, key, next }) => ({ part: `sections/${moduleId}`, key, next }))
	const { rows } = await sql<Row>`select daily_metrics.part, figure, of, sum(amount) as amount
		from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as pair (part text, key text, next text)
		cross join lateral (values (pair.next), (pair.key)) as other (key)
		join daily_metrics on daily_metrics.part = pair.part and figure = pair.key and of = other.key
			and day >= ${toDate(since)}::date and day < ${toDate(until)}::date
		group by 1, 2, 3`.execute(db)
	return toMetrics(rows)
}
