import type { Db } from '#server/db/database.ts'

import type { ProductRevenue } from './read-figures.ts'
import { findFirstDay, type Period, isoDay } from './read-period.ts'

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

/** True if metrics exist for the whole period: recording may have started after it began. */
export async function hasMetricsSince(db: Db, { since }: Period): Promise<boolean> {
	const first = await findFirstDay(db)
	return first !== null && first <= isoDay(since)
}

/** Adds the share of each product in the revenue of its currency, and its revenue in the previous period, if that is complete. */
export const compareProducts = (products: readonly ProductRevenue[], before: readonly ProductRevenue[] | null) =>
	products.map((product) => {
		const { code, currency, paidCents } = product
		const total = products.filter((each) => each.currency === currency).reduce((sum, each) => sum + each.paidCents, 0)
		const earlier = before?.find((each) => each.code === code && each.currency === currency)?.paidCents ?? 0
		return {
			...product,
			share: total === 0 ? 0 : paidCents / total,
			before: before && earlier,
		}
	})
