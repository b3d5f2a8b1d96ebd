import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { DailyMetric } from '#server/services/operations/daily-metrics/read-daily-metrics.ts'

import { type ProductRevenue, toMoney } from './read-figures.ts'
import { type Period, isoDay } from './read-period.ts'

/** A figure of this period and the previous one. `before` is null if the previous period is incomplete. */
export type ComparedFigure = {
	name: string
	/** Currency of an amount in its smallest unit; null for a count. */ currency: string | null
	now: number
	before: number | null
}

/**
 * Returns the previous period of the same length; for last month, the month before; for the month so far, the first days of the
 * month before, if possible.
 */
export function periodBefore({ since, until, preset = null }: Period & { preset?: string | null }): Period {
	const length = until.getTime() - since.getTime()
	const month = Date.UTC(since.getUTCFullYear(), since.getUTCMonth() - 1, 1)
	if (preset === 'month=last') return { since: new Date(month), until: since }
	const start = preset === 'month=this' && month + length <= since.getTime() ? month : since.getTime() - length
	return { since: new Date(start), until: new Date(start + length) }
}

/** Describes the change; as a percentage only if the previous figure isn't zero. */
export function describeChange({ now, before }: Pick<ComparedFigure, 'now' | 'before'>): string {
	if (before === null) return 'no full period before'
	if (now === before) return 'unchanged'
	if (before === 0) return now > 0 ? 'up from zero' : 'down from zero'
	const percent = Math.round((Math.abs(now - before) / Math.abs(before)) * 100)
	const size = percent === 0 ? 'less than 1%' : `${percent.toLocaleString('en-US')}%`
	return `${now > before ? 'up' : 'down'} ${size}`
}

/** True if metrics exist for the whole period: recording may have started later. */
export async function hasMetricsSince(db: Db, { since }: Period): Promise<boolean> {
	const { rows } = await sql<{ first: string | null }>`select min(day)::text as first from daily_metrics
		where part in ('accounts', 'events')`.execute(db)
	const first = rows[0]?.first ?? null
	return first !== null && first <= isoDay(since)
}

const countOf = (sums: readonly DailyMetric[], figure: string) =>
	sums.filter((sum) => sum.part === 'accounts' && sum.figure === figure).reduce((sum, { amount }) => sum + amount, 0)

/** @param before null if the previous period is incomplete */
export function compareMetrics(now: readonly DailyMetric[], before: readonly DailyMetric[] | null): ComparedFigure[] {
	const [money, earlier] = [toMoney(now), before === null ? [] : toMoney(before)]
	const currencies = [...new Set([...money, ...earlier].map(({ currency }) => currency))].toSorted()
	const ofCurrency = currencies.flatMap((currency): ComparedFigure[] => {
		const read = (from: typeof money) => from.find((each) => each.currency === currency) ?? { orders: 0, paidCents: 0, refundedCents: 0 }
		const [current, old] = [read(money), before === null ? null : read(earlier)]
		const of = currencies.length > 1 ? ` in ${currency.toUpperCase()}` : ''
		return [
			{ name: `Sales${of}`, currency, now: current.paidCents, before: old && old.paidCents },
			{
				name: `Net sales${of}`,
				currency,
				now: current.paidCents - current.refundedCents,
				before: old && old.paidCents - old.refundedCents,
			},
			{ name: `Orders paid${of}`, currency: null, now: current.orders, before: old && old.orders },
			{ name: `Refunded${of}`, currency, now: current.refundedCents, before: old && old.refundedCents },
		]
	})
	return [...ofCurrency, { name: 'New accounts', currency: null, now: countOf(now, 'opened'), before: before && countOf(before, 'opened') }]
}

/** Adds the share of each product in the revenue of its currency, and the change against the previous period. */
export const compareProducts = (products: readonly ProductRevenue[], before: readonly ProductRevenue[] | null) =>
	products.map((product) => {
		const { code, currency, paidCents } = product
		const total = products.filter((each) => each.currency === currency).reduce((sum, each) => sum + each.paidCents, 0)
		const earlier = before?.find((each) => each.code === code && each.currency === currency)?.paidCents ?? 0
		return {
			...product,
			share: total === 0 ? 0 : paidCents / total,
			...(before && { change: describeChange({ now: paidCents, before: earlier }) }),
		}
	})
