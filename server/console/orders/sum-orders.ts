import { sql } from 'kysely'

import type { ListRequest } from '#server/console/shell/lists.ts'
import type { Db } from '#server/db/database.ts'
import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'

import { type ListedOrder, type OrderFilters, ordersQuery, refundedOf } from './find-orders.ts'

/** Maximum orders to add up. */
const MAX_SUMMED = 1000

/** Counts, and cents by currency. `paid` includes what was refunded later. */
type Sums = {
	orders: number
	/** Orders that were never paid, such as unfinished checkouts. */
	unpaid: number
	/** Orders with complimentary access. */
	free: number
	/** True if there are more orders than `orders` counts. Then nothing is added up. */
	isMore: boolean
	/** `refunded`: includes what was lost in disputes. */
	currencies: { currency: string; total: number; paid: number; refunded: number }[]
	/** Number of test orders that the sums leave out, because there are live ones. */
	tests: number
}

/** Query whose subquery reads at most one row more than `MAX_SUMMED`, in the order of the list's index. */
export const sumsQuery = (db: Db, list: ListRequest & OrderFilters) =>
	sql<Summed>`
		select currency, livemode, count(*)::int as orders, sum(total_cents) as total,
			count(*) filter (where provider = ${COMPLIMENTARY_PROVIDER})::int as free,
			count(*) filter (where paid_at is null and provider <> ${COMPLIMENTARY_PROVIDER})::int as unpaid,
			coalesce(sum(total_cents) filter (where paid_at is not null), 0) as paid,
			coalesce(sum(case when status in ('refunded', 'dispute_lost') then total_cents else refunded_cents end), 0) as refunded
		from ${ordersQuery(db, { ...list, after: null, limit: MAX_SUMMED + 1 })} as listed
		group by currency, livemode order by currency`

/** Adds up the orders of a list, on all its pages. */
export async function sumOrders(db: Db, list: ListRequest & OrderFilters): Promise<Sums> {
	const { rows } = await sumsQuery(db, list).execute(db)
	return toSums(rows)
}

const isFree = ({ provider }: ListedOrder) => provider === COMPLIMENTARY_PROVIDER

/** Adds up the orders of a search. */
export const sumFoundOrders = (found: readonly ListedOrder[]): Sums =>
	toSums(
		[...Map.groupBy(found, ({ currency, livemode }) => `${currency} ${livemode}`).values()].flatMap((of) =>
			of.slice(0, 1).map(({ currency, livemode }) => ({
				currency,
				livemode,
				orders: of.length,
				free: of.filter(isFree).length,
				unpaid: of.filter((each) => each.paid_at === null && !isFree(each)).length,
				total: of.reduce((sum, each) => sum + each.total_cents, 0),
				paid: of.reduce((sum, each) => sum + (each.paid_at === null ? 0 : each.total_cents), 0),
				refunded: of.reduce((sum, each) => sum + (each.status === 'dispute_lost' ? each.total_cents : refundedOf(each)), 0),
			})),
		),
	)

type Summed = { currency: string; livemode: boolean; orders: number; unpaid: number; free: number } & Record<
	'total' | 'paid' | 'refunded',
	number | string
>

function toSums(rows: readonly Summed[]): Sums {
	const orders = rows.reduce((sum, row) => sum + row.orders, 0)
	if (orders > MAX_SUMMED) return { orders: MAX_SUMMED, unpaid: 0, free: 0, isMore: true, currencies: [], tests: 0 }
	const unpaid = rows.reduce((sum, row) => sum + row.unpaid, 0)
	const free = rows.reduce((sum, row) => sum + row.free, 0)
	// Complimentary access is never a test, even if it was given while payments were in test mode.
	const hasLive = rows.some(({ livemode, ...row }) => livemode && row.orders > row.free)
	const tests = hasLive ? rows.filter(({ livemode }) => !livemode).reduce((sum, row) => sum + row.orders - row.free, 0) : 0
	const currencies = rows
		.filter(({ livemode }) => livemode === hasLive)
		.map(({ currency, total, paid, refunded }) => ({ currency, total: Number(total), paid: Number(paid), refunded: Number(refunded) }))
	return { orders, unpaid, free, isMore: false, currencies, tests }
}
