import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'
import type { ServiceContext } from '#server/services/context.ts'
import type { DailyMetric } from '#server/services/operations/daily-metrics/read-daily-metrics.ts'

export type CurrencyRevenue = { currency: string; orders: number; paidCents: number; refundedCents: number }
export type ProductRevenue = CurrencyRevenue & { code: string; name: string }
export type CodeRevenue = {
	code: string | null
	currency: string
	orders: number
	paidCents: number
	discountCents: number
	refundedCents: number
}
export type DiscountCodeSteps = { code: string | null; ordered: number; paid: number; refunded: number }
export type SourceSteps = { accounts: number; began: number; finishedFirst: number; ordered: number; paid: number; refunded: number }
export type LaterSteps = { optIns: number; accounts: number; finishedFirst: number; ordered: number; paid: number; refunded: number }

const MAX_CODES = 50
const SALE_STEPS = new Set(['ordered', 'paid', 'refunded'])

type Counted = Partial<Record<string, number>>

function groupSums(sums: readonly DailyMetric[], part: DailyMetric['part'], nameOf: (of: string) => string): Map<string, Counted> {
	const groups = new Map<string, Counted>()
	for (const sum of sums) {
		if (sum.part !== part) continue
		const name = nameOf(sum.of)
		const group = groups.get(name) ?? {}
		group[sum.figure] = (group[sum.figure] ?? 0) + sum.amount
		groups.set(name, group)
	}
	return groups
}

/** Parse a sale's `of`, such as `usd LAUNCH1`: the currency, a space, and the code of the discount or product. */
const currencyOf = (of: string) => of.slice(0, 3)
const codeOf = (of: string) => of.slice(4)
const all = () => 'all'

/** Sums revenue and refunds by currency. Complimentary access isn't a sale. */
export const sumRevenueByCurrency = (sums: readonly DailyMetric[]): CurrencyRevenue[] =>
	[...groupSums(sums, 'events', currencyOf)]
		.filter(([, { paid, 'sent back': back }]) => paid !== undefined || back !== undefined)
		.map(([currency, { paid = 0, cents = 0, 'sent back': back = 0 }]) => ({
			currency,
			orders: paid,
			paidCents: cents,
			refundedCents: back,
		}))
		.toSorted((one, other) => one.currency.localeCompare(other.currency))

const PRODUCT_FIGURES = new Set(['product paid', 'product cents', 'sent back'])

/**
 * Reads the names of the products in these figures: the current name, or that of the newest order for a product that is no
 * longer sold. If another product has the same name, its code is appended.
 */
export async function readProductNames(
	{ content, db }: ServiceContext,
	sums: readonly DailyMetric[],
): Promise<ReadonlyMap<string, string>> {
	const names = new Map(content.offers.map(({ code, productName }) => [code, productName]))
	const former = new Set(sums.flatMap(({ figure, of }) => (PRODUCT_FIGURES.has(figure) && !names.has(codeOf(of)) ? [codeOf(of)] : [])))
	for (const code of former) {
		const last = await db
			.selectFrom('orders')
			.select('product_name')
			.where('product_code', '=', code)
			.orderBy('created_at', 'desc')
			.limit(1)
			.executeTakeFirst()
		if (!last) continue
		const { product_name: name } = last
		names.set(code, [...names.values()].includes(name) ? `${name} (${code})` : name)
	}
	return names
}

const ofFigures = (sums: readonly DailyMetric[], figures: ReadonlySet<string>) => sums.filter(({ figure }) => figures.has(figure))

/** Sums revenue and refunds by product and currency, most revenue first. */
export const toProducts = (names: ReadonlyMap<string, string>, sums: readonly DailyMetric[]): ProductRevenue[] =>
	[...groupSums(ofFigures(sums, PRODUCT_FIGURES), 'events', (of) => of)]
		.map(([of, { 'product paid': orders = 0, 'product cents': paidCents = 0, 'sent back': refundedCents = 0 }]) => {
			const code = codeOf(of)
			const name = names.get(code) ?? code
			return { code, name, currency: currencyOf(of), orders, paidCents, refundedCents }
		})
		.filter(({ orders, refundedCents }) => orders > 0 || refundedCents > 0)
		.toSorted((one, other) => one.currency.localeCompare(other.currency) || other.paidCents - one.paidCents)

/** Sums sales by discount code, with discounts and later refunds. */
export const sumCodeRevenue = (sums: readonly DailyMetric[]): CodeRevenue[] =>
	[...groupSums(sums, 'events', (of) => of)]
		.flatMap(([of, { paid = 0, cents = 0, off = 0, back = 0 }]) =>
			paid === 0
				? []
				: [{ code: codeOf(of) || null, currency: currencyOf(of), orders: paid, paidCents: cents, discountCents: off, refundedCents: back }],
		)
		.toSorted((one, other) => other.orders - one.orders)
		.slice(0, MAX_CODES)

export const toCodeSteps = (sums: readonly DailyMetric[]): DiscountCodeSteps[] =>
	[...groupSums(ofFigures(sums, SALE_STEPS), 'events', codeOf)]
		.map(([code, { ordered = 0, paid = 0, refunded = 0 }]) => ({ code: code || null, ordered, paid, refunded }))
		.toSorted((one, other) => other.paid - one.paid || other.ordered - one.ordered)
		.slice(0, MAX_CODES)

/** Sums the steps. Of the finished modules, only the first one counts. */
function countSteps(content: Content, sums: readonly DailyMetric[], part: DailyMetric['part']): Counted {
	const first = progressKey.module(content.taughtModules[0]?.id ?? 0)
	const counted = sums.filter(({ figure, of }) => figure !== 'finished' || of === first)
	return groupSums(counted, part, all).get('all') ?? {}
}

/** Counts progress of accounts created in the period. A guest's order counts for the account with its address. */
function toLearningSteps(content: Content, sums: readonly DailyMetric[]): SourceSteps {
	const { opened = 0, began = 0, finished = 0, ordered = 0, paid = 0, refunded = 0 } = countSteps(content, sums, 'accounts')
	return { accounts: opened, began, finishedFirst: finished, ordered, paid, refunded }
}

/** Names the steps of the accounts created in the period. `needsBefore` as in the funnel. */
export function toAccountSteps(content: Content, sums: readonly DailyMetric[]) {
	const { accounts, began, finishedFirst, ordered, paid, refunded } = toLearningSteps(content, sums)
	return [
		{ name: 'Created an account', count: accounts, needsBefore: false },
		{ name: 'Opened a lesson', count: began, needsBefore: true },
		{ name: 'Finished the first module', count: finishedFirst, needsBefore: true },
		// Possible without having opened a section.
		{ name: 'Opened a checkout', count: ordered, needsBefore: false },
		{ name: 'Paid', count: paid, needsBefore: true },
		{ name: 'Fully refunded', count: refunded, needsBefore: true },
	]
}

/** Counts the steps after a visit, each on its own day. A refund counts on the day of the order's first refund. */
export function toLaterSteps(content: Content, sums: readonly DailyMetric[]): LaterSteps {
	const { finished = 0, ordered = 0, paid = 0, refunded = 0, 'opt-ins': optIns = 0 } = countSteps(content, sums, 'events')
	return { optIns, accounts: toLearningSteps(content, sums).accounts, finishedFirst: finished, ordered, paid, refunded }
}

/** Counts the learners whose progress changed since each of these UTC days began, without the team. Same order as `days`. */
export async function countActive({ db }: ServiceContext, days: readonly Date[]): Promise<number[]> {
	const first = new Date(Math.min(...days.map((day) => day.getTime())))
	const { rows } = await sql<{ count: string }>`
		with active as materialized (select max(stored_at) as last from progress_entries where stored_at >= ${first}
			and user_id <> all (array(select id from auth.users where raw_app_meta_data ->> 'role' is not null)) group by user_id)
		select (select count(*) from active where last >= since) as count from unnest(${days}::timestamptz[]) with ordinality as asked (since, place)
		order by place`.execute(db)
	return rows.map(({ count }) => Number(count))
}
