import { sql } from 'kysely'

import { GIVEN } from '#server/services/commerce/settlement/give-access.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Integer cents of one currency. */
export type Money = { currency: string; orders: number; paidCents: number; refundedCents: number }
export type OfCode = {
	code: string | null
	currency: string
	orders: number
	paidCents: number
	discountCents: number
	refundedCents: number
}
export type Way = { accounts: number; began: number; finishedFirst: number; ordered: number; paid: number; refunded: number }

/** What came in and went back in the period, currency by currency. Access that the operator gave is no sale. */
export async function readMoney({ db }: ServiceContext, since: Date): Promise<Money[]> {
	const { rows } = await sql<{ currency: string; orders: string; paid: string; refunded: string }>`
		with paid as (
			select currency, count(*) as orders, sum(total_cents) as cents from orders
			where paid_at >= ${since} and provider <> ${GIVEN} group by currency),
		back as (
			select o.currency, sum(r.amount_cents) as cents from refunds r join orders o on o.id = r.order_id
			where r.created_at >= ${since} and r.status = 'succeeded' group by o.currency)
		select coalesce(paid.currency, back.currency) as currency, coalesce(paid.orders, 0) as orders,
			coalesce(paid.cents, 0) as paid, coalesce(back.cents, 0) as refunded
		from paid full join back on back.currency = paid.currency order by 1`.execute(db)
	return rows.map(({ currency, orders, paid, refunded }) => ({
		currency,
		orders: Number(orders),
		paidCents: Number(paid),
		refundedCents: Number(refunded),
	}))
}

/** The same sales by the code that was used, with what was taken off and what of them has gone back since. */
export async function readCodes({ db }: ServiceContext, since: Date): Promise<OfCode[]> {
	const rows = await db
		.selectFrom('orders')
		.select(['discount_code as code', 'currency'])
		.select((eb) => [
			eb.fn.countAll<string>().as('orders'),
			eb.fn.sum<string>('total_cents').as('paid'),
			eb.fn.sum<string>('discount_cents').as('off'),
		])
		.select(
			sql<string>`coalesce(sum((select sum(r.amount_cents) from refunds r where r.order_id = orders.id and r.status = 'succeeded')), 0)`.as(
				'back',
			),
		)
		.where('paid_at', '>=', since)
		.where('provider', '<>', GIVEN)
		.groupBy(['discount_code', 'currency'])
		.orderBy('orders', 'desc')
		.limit(50)
		.execute()
	return rows.map(({ code, currency, orders, paid, off, back }) => ({
		code,
		currency,
		orders: Number(orders),
		paidCents: Number(paid),
		discountCents: Number(off),
		refundedCents: Number(back),
	}))
}

/**
 * How far the accounts that were opened in the period have come since. Orders of guests are not among them.
 * @param first key of the course's first module
 */
export async function readWay({ db }: ServiceContext, since: Date, first: string): Promise<Way> {
	// Each table is read once by an index of time and joined: a look-up for each account takes minutes among millions.
	const { rows } = await sql<Record<keyof Way, string>>`
		with opened as not materialized (
			select id from auth.users where created_at >= ${since} and deleted_at is null and not is_anonymous),
		bought as (
			select count(*) as ordered, count(*) filter (where paid) as paid, count(*) filter (where refunded) as refunded from (
				select user_id, bool_or(paid_at is not null) as paid, bool_or(status = 'refunded') as refunded from orders
				where created_at >= ${since} and provider <> ${GIVEN} and user_id is not null group by user_id) as each
			where user_id in (select id from opened))
		select (select count(*) from opened) as accounts,
			(select count(*) from opened where id in (
				select user_id from progress_entries where kind = 'section' and first_stored_at >= ${since})) as began,
			(select count(*) from opened where id in (
				select user_id from progress_entries where kind = 'module' and key = ${first} and done and first_stored_at >= ${since})) as "finishedFirst",
			ordered, paid, refunded
		from bought`.execute(db)
	const [row] = rows
	const read = (name: keyof Way) => Number(row?.[name] ?? 0)
	return {
		accounts: read('accounts'),
		began: read('began'),
		finishedFirst: read('finishedFirst'),
		ordered: read('ordered'),
		paid: read('paid'),
		refunded: read('refunded'),
	}
}

/** Learners whose progress changed in the period. */
export async function countActive({ db }: ServiceContext, since: Date): Promise<number> {
	const { count } = await db
		.selectFrom('progress_entries')
		.select((eb) => eb.fn.count<string>('user_id').distinct().as('count'))
		.where('stored_at', '>=', since)
		.executeTakeFirstOrThrow()
	return Number(count)
}
