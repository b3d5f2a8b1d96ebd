import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'
import type { Deps } from '#server/services/context.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeOrder } from '#tests/factories/snapshot.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { recountStaleDays } from './count-days.ts'

const at = (day: number, time = '12:00:00') => new Date(`2026-03-${String(day).padStart(2, '0')}T${time}Z`)

type Sale = { created: Date; paid?: Date; currency?: string; code?: string; discount?: number; provider?: string }

async function sell(deps: Deps, { created, paid, currency = 'usd', code, discount = 0, provider = 'stripe' }: Sale): Promise<string> {
	const { id } = await makeOrder(deps)
	const money = {
		currency,
		subtotal_cents: 4700,
		discount_cents: discount,
		total_cents: 4700 - discount,
		discount_code: code ?? null,
		product_code: 'all',
	}
	await deps.db
		.updateTable('orders')
		.set({ ...money, provider, created_at: created, paid_at: paid ?? null, status: paid ? 'paid' : 'pending' })
		.where('id', '=', id)
		.execute()
	return id
}

type Refund = { id: string; order: string; cents: number; day: number; status: 'succeeded' | 'failed' | 'pending' | 'canceled' }

const refund = ({ db }: Deps, { id, order, cents, day, status }: Refund) =>
	db
		.insertInto('refunds')
		.values({
			provider_refund_id: id,
			order_id: order,
			provider_payment_id: 'pi',
			amount_cents: cents,
			status,
			created_at: at(day),
			as_of: at(day),
		})
		.execute()

const setStatus = ({ db }: Deps, id: string, status: 'succeeded' | 'failed') =>
	db.updateTable('refunds').set({ status }).where('provider_refund_id', '=', id).execute()

const inZone = ({ db, content }: Deps, timeZone: string) => ({ db, content: { ...content, site: { ...content.site, timeZone } } })

/** Returns all event totals except zeros, such as `10 paid usd SPRING 1`. */
async function readEvents(deps: Deps, zone = 'UTC'): Promise<string[]> {
	await recountStaleDays(inZone(deps, zone))
	const { rows } = await sql<{ line: string }>`
		select concat_ws(' ', to_char(day, 'DD'), figure, nullif(trim(of), ''), amount) as line
		from daily_metrics where part = 'events' and amount <> 0`.execute(deps.db)
	return rows.map(({ line }) => line).toSorted()
}

/**
 * Fills an uneven week: two currencies, a code, partial, failed and pending refunds, complimentary access, and sales just
 * before midnight.
 */
async function fillUnevenWeek() {
	const { deps } = await makeTestDeps()
	const spring = await sell(deps, { created: at(10), paid: at(10, '23:59:59.999'), code: 'SPRING', discount: 700 })
	const plain = await sell(deps, { created: at(9), paid: at(10, '00:00:00') })
	const euro = await sell(deps, { created: at(11), paid: at(12), currency: 'eur' })
	await sell(deps, { created: at(10) })
	await sell(deps, { created: at(10), paid: at(10), provider: COMPLIMENTARY_PROVIDER })
	const { userId } = await makeLearner(deps)
	const fact = { user_id: userId, kind: 'module', changed_at: at(10), first_stored_at: at(10) } as const
	await deps.db
		.insertInto('progress_entries')
		.values([
			{ ...fact, key: '1', done: true },
			{ ...fact, key: '2', done: false },
		])
		.execute()
	const subscriber = { source: 'blog', requested_at: at(8), status: 'confirmed' } as const
	await deps.db
		.insertInto('newsletter_subscriptions')
		.values([
			{ ...subscriber, email: 'ana@example.com', confirmed_at: at(10) },
			{ ...subscriber, email: 'ben@example.com', confirmed_at: at(10) },
			{ ...subscriber, email: 'cy@example.com', status: 'pending' },
		])
		.execute()
	const sold = await readEvents(deps)
	await refund(deps, { id: 'part', order: spring, cents: 500, day: 11, status: 'succeeded' })
	await refund(deps, { id: 'failed', order: plain, cents: 4700, day: 11, status: 'failed' })
	await refund(deps, { id: 'waits', order: euro, cents: 4700, day: 13, status: 'pending' })
	await refund(deps, { id: 'rest', order: spring, cents: 700, day: 13, status: 'succeeded' })
	await refund(deps, { id: 'goodwill', order: plain, cents: 1000, day: 13, status: 'succeeded' })
	return { deps, euro, sold }
}

const SOLD = [
	'09 ordered usd 1',
	'10 cents usd 4700',
	'10 cents usd SPRING 4000',
	'10 finished 1 1',
	'10 off usd SPRING 700',
	'10 opt-ins 2',
]
	.concat(['10 ordered usd 1', '10 ordered usd SPRING 1', '10 paid usd 1', '10 paid usd SPRING 1'])
	.concat(['10 product cents usd all 8700', '10 product paid usd all 2'])
	.concat(['11 ordered eur 1', '12 cents eur 4700', '12 paid eur 1', '12 product cents eur all 4700', '12 product paid eur all 1'])

const withRefunds = (lines: string[]) => [...SOLD, ...lines].toSorted()

test('sales count on their days, without free, unpaid or unconfirmed orders, by currency and code', async () => {
	expect((await fillUnevenWeek()).sold).toEqual(SOLD.toSorted())
})

test('only sent refunds count, and an order counts as refunded once, on the day of its first refund', async () => {
	const { deps } = await fillUnevenWeek()
	expect(await readEvents(deps)).toEqual(
		withRefunds([
			'10 back usd 1000',
			'10 back usd SPRING 1200',
			'11 refunded usd SPRING 1',
			'11 sent back usd all 500',
			'13 refunded usd 1',
			'13 sent back usd all 1700',
		]),
	)
})

test('a late or failed refund updates its own day, the payment’s day and which refund is first', async () => {
	const { deps } = await fillUnevenWeek()
	await readEvents(deps)
	// Recount after each change: the next one could hide that this one marked no day as stale.
	await setStatus(deps, 'part', 'failed')
	expect((await readEvents(deps)).filter((line) => /SPRING|11|13/.test(line))).toEqual([
		'10 back usd SPRING 700',
		'10 cents usd SPRING 4000',
		'10 off usd SPRING 700',
		'10 ordered usd SPRING 1',
		'10 paid usd SPRING 1',
		'11 ordered eur 1',
		'13 refunded usd 1',
		'13 refunded usd SPRING 1',
		'13 sent back usd all 1700',
	])
	await setStatus(deps, 'waits', 'succeeded')
	expect(await readEvents(deps)).toEqual(
		withRefunds([
			'10 back usd 1000',
			'10 back usd SPRING 700',
			'12 back eur 4700',
			'13 refunded eur 1',
			'13 refunded usd 1',
			'13 refunded usd SPRING 1',
			'13 sent back eur all 4700',
			'13 sent back usd all 1700',
		]),
	)
})

test('moving a payment, confirmation or completion removes it from its old day', async () => {
	const { deps, euro } = await fillUnevenWeek()
	await readEvents(deps)
	const linesOf = async (words: RegExp) => (await readEvents(deps)).filter((line) => words.test(line))
	await deps.db
		.updateTable('orders')
		.set({ paid_at: at(14) })
		.where('id', '=', euro)
		.execute()
	expect(await linesOf(/eur/)).toEqual([
		'11 ordered eur 1',
		'14 cents eur 4700',
		'14 paid eur 1',
		'14 product cents eur all 4700',
		'14 product paid eur all 1',
	])

	const subscriptions = deps.db.updateTable('newsletter_subscriptions')
	await subscriptions
		.set({ confirmed_at: at(15) })
		.where('email', '=', 'ana@example.com')
		.execute()
	expect(await linesOf(/opt-ins/)).toEqual(['10 opt-ins 1', '15 opt-ins 1'])
	await deps.db.deleteFrom('newsletter_subscriptions').where('email', '=', 'ben@example.com').execute()
	expect(await linesOf(/opt-ins/)).toEqual(['15 opt-ins 1'])

	await deps.db
		.updateTable('progress_entries')
		.set({ first_stored_at: at(16) })
		.where('key', '=', '1')
		.execute()
	expect(await linesOf(/finished/)).toEqual(['16 finished 1 1'])
	await deps.db.updateTable('progress_entries').set({ done: true }).where('key', '=', '2').execute()
	expect(await linesOf(/finished/)).toEqual(['10 finished 2 1', '16 finished 1 1'])
})

test('an anonymous visitor counts as a new account only once they have an address', async () => {
	const { deps } = await makeTestDeps()
	await makeLearner(deps)
	const { userId } = await makeLearner(deps)
	const setAnonymous = (isAnonymous: boolean) =>
		deps.db.updateTable('auth.users').set({ is_anonymous: isAnonymous }).where('id', '=', userId).execute()
	const countOpened = async () => {
		await recountStaleDays(deps)
		const { rows } = await sql<{ amount: string }>`select sum(amount) as amount from daily_metrics
			where part = 'accounts' and figure = 'opened'`.execute(deps.db)
		return Number(rows[0]?.amount)
	}
	await setAnonymous(true)
	expect(await countOpened()).toBe(1)
	await setAnonymous(false)
	expect(await countOpened()).toBe(2)
})

test('days follow the time zone, also after a change', async () => {
	const { deps } = await fillUnevenWeek()
	const paid = async (zone: string) => (await readEvents(deps, zone)).filter((line) => / paid usd/.test(line))
	expect(await paid('UTC')).toEqual(['10 paid usd 1', '10 paid usd SPRING 1', '10 product paid usd all 2'])
	expect(await paid('America/New_York')).toEqual([
		'09 paid usd 1',
		'09 product paid usd all 1',
		'10 paid usd SPRING 1',
		'10 product paid usd all 1',
	])
	expect(await paid('Pacific/Auckland')).toEqual([
		'10 paid usd 1',
		'10 product paid usd all 1',
		'11 paid usd SPRING 1',
		'11 product paid usd all 1',
	])
	const { rows } = await sql`select from stale_days`.execute(deps.db)
	expect(rows).toEqual([])
})

test('PostgreSQL knows every selectable time zone', async () => {
	const { deps } = await makeTestDeps()
	const zones = Intl.supportedValuesOf('timeZone')
	const { rows } = await sql<{ at: string }>`select now() at time zone zone as at from unnest(${zones}::text[]) as zone`.execute(deps.db)
	expect(rows).toHaveLength(zones.length)
})
