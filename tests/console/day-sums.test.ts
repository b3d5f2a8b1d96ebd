import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { localClock, localDay, localTimeToMs } from '#domain/clock/local-clock.ts'
import { addDays } from '#domain/clock/week-date.ts'
import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { systemContext } from '#server/services/context.ts'
import { createAccount, deleteAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { recountStaleDays } from '#server/services/operations/daily-metrics/count-days.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'
import { makeOrder, paidSnapshot } from '#tests/factories/snapshot.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { type ConsoleBrowser, openConsoleAs } from './open-console.ts'

const { taughtModule } = loadedContent

const DAY_MS = 86_400_000
const SECTIONS = taughtModule(1).sections.map(({ id }) => `1/${id}`)

const daysAgo = ({ clock }: Wire, days: number) => new Date(clock.now().getTime() - days * DAY_MS)

const did = ({ deps }: Wire, userId: string, { kind, key, at }: { kind: 'section' | 'module'; key: string; at: Date }) =>
	deps.db
		.insertInto('progress_entries')
		.values({ user_id: userId, kind, key, done: true, changed_at: at, stored_at: at, first_stored_at: at, first_changed_at: at })
		.execute()

/** Creates a learner who completed this many sections on the days after signing up, and bought two days later if `buys`. */
async function live(wire: Wire, { days, far, buys }: { days: number; far: number; buys: boolean }) {
	const { db } = wire.deps
	const { id } = await createAccount(systemContext(wire.deps, 'test'), { email: `${randomUUID()}@example.com`, email_confirm: true })
	await db
		.updateTable('auth.users')
		.set({ created_at: daysAgo(wire, days) })
		.where('id', '=', id)
		.execute()
	for (const [index, key] of SECTIONS.slice(0, far).entries())
		await did(wire, id, { kind: 'section', key, at: daysAgo(wire, days - index) })
	if (far === SECTIONS.length) await did(wire, id, { kind: 'module', key: '1', at: daysAgo(wire, days - far) })
	if (!buys) return { id, orderId: null }
	const order = await makeOrder(wire.deps)
	const at = daysAgo(wire, days - 2)
	await db.updateTable('orders').set({ user_id: id, status: 'paid', created_at: at, paid_at: at }).where('id', '=', order.id).execute()
	return { id, orderId: order.id }
}

const refund = ({ deps }: Wire, orderId: string | null, { cents, at }: { cents: number; at: Date }) =>
	deps.db
		.insertInto('refunds')
		.values({
			provider_refund_id: randomUUID(),
			order_id: orderId ?? '',
			provider_payment_id: 'pi_1',
			amount_cents: cents,
			status: 'succeeded',
			created_at: at,
			as_of: at,
		})
		.execute()

/** Reads the figures from the page's CSV, by name. */
async function readPage({ get }: ConsoleBrowser, days: number) {
	const { text } = await get(`/admin/overview.csv?days=${days}`)
	const figures = new Map(
		text.split('\r\n').map((line) => [line.slice(0, line.lastIndexOf(',')), Number(line.slice(line.lastIndexOf(',') + 1))]),
	)
	return (name: string) => figures.get(name) ?? 0
}

type Order = { user_id: string | null; email: string | null; paid_at: Date | null }
const isOwn = (order: Order, { id, email }: { id: string; email: string | null }) =>
	order.user_id === id || (order.user_id === null && order.paid_at !== null && order.email === email)

/** Computes the same figures from all rows without daily metrics, learner by learner. */
async function recount({ deps: { db }, clock }: Wire, days: number) {
	const local = localClock(siteZone(loadedContent))
	// Count calendar days, because a day on which clocks change has 23 or 25 hours.
	const first = addDays(localDay(local, clock.now().getTime()), 1 - days)
	const since = new Date(localTimeToMs(local, first, 0))
	const users = await db
		.selectFrom('auth.users')
		.selectAll()
		.where('created_at', '>=', since)
		.where('deleted_at', 'is', null)
		.where(sql<boolean>`raw_app_meta_data ->> 'role' is null`)
		.execute()
	const entries = await db.selectFrom('progress_entries').selectAll().execute()
	const orders = await db.selectFrom('orders').selectAll().execute()
	const refunds = await db.selectFrom('refunds').selectAll().where('status', '=', 'succeeded').where('created_at', '>=', since).execute()
	const sold = orders.filter(({ paid_at: at }) => at !== null && at >= since)
	const opened = (key: string) => entries.filter((entry) => entry.kind === 'section' && entry.key === key && entry.first_stored_at >= since)
	const has = (kind: string, userId: string, key?: string) =>
		entries.some((entry) => entry.kind === kind && entry.user_id === userId && (key === undefined || entry.key === key))
	return {
		'money,usd orders': sold.length,
		'money,usd paid': sold.reduce((sum, { total_cents: cents }) => sum + cents, 0) / 100,
		'money,usd refunded': refunds.reduce((sum, { amount_cents: cents }) => sum + cents, 0) / 100,
		'accounts,Created an account': users.length,
		'accounts,Opened a lesson': users.filter(({ id }) => has('section', id)).length,
		'accounts,Finished the first module': users.filter(({ id }) => has('module', id, '1')).length,
		'accounts,Opened a checkout': users.filter((user) => orders.some((order) => isOwn(order, user))).length,
		'accounts,Paid': users.filter((user) => orders.some((order) => isOwn(order, user) && order.paid_at !== null)).length,
		'accounts,Fully refunded': users.filter((user) => orders.some((order) => isOwn(order, user) && order.status === 'refunded')).length,
		...Object.fromEntries(
			SECTIONS.slice(0, -1).flatMap((key, index) => [
				[`opened,${key}`, opened(key).length],
				[`continued,${key}`, opened(key).filter(({ user_id: id }) => has('section', id, SECTIONS[index + 1])).length],
			]),
		),
	}
}

async function expectTruth(wire: Wire, operator: ConsoleBrowser) {
	for (const days of [7, 30, 365]) {
		const [figure, truth] = [await readPage(operator, days), await recount(wire, days)]
		expect({ days, ...Object.fromEntries(Object.keys(truth).map((name) => [name, figure(name)])) }).toEqual({ days, ...truth })
	}
}

async function startAcademy() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await recountStaleDays(systemContext(wire.deps, 'test'))
	const learners: Awaited<ReturnType<typeof live>>[] = []
	for (const [index, days] of [200, 40, 40, 28, 12, 9, 8].entries())
		learners.push(await live(wire, { days, far: index % 3 === 0 ? SECTIONS.length : Math.min(index, days), buys: index % 2 === 0 }))
	return { wire, operator, learners }
}

test('late refunds, late steps and erasures update the metrics of past days', async () => {
	const { wire, operator, learners } = await startAcademy()
	const { db } = wire.deps
	await expectTruth(wire, operator)
	const [old, , early] = learners
	await refund(wire, old?.orderId ?? null, { cents: 1000, at: daysAgo(wire, 20) })
	await refund(wire, early?.orderId ?? null, { cents: 4700, at: wire.clock.now() })
	await db
		.updateTable('orders')
		.set({ status: 'refunded' })
		.where('id', '=', early?.orderId ?? '')
		.execute()
	await did(wire, early?.id ?? '', { kind: 'section', key: SECTIONS[2] ?? '', at: wire.clock.now() })
	await did(wire, early?.id ?? '', { kind: 'module', key: '1', at: wire.clock.now() })
	await expectTruth(wire, operator)

	for (const [learner, isSoft] of [[learners[3], false] as const, [learners[4], true] as const])
		await deleteAccount(systemContext(wire.deps, 'test'), learner?.id ?? '', isSoft)
	await expectTruth(wire, operator)
	const people = new Set((await db.selectFrom('auth.users').select('id').execute()).map(({ id }) => id.slice(-12)))
	const stored = JSON.stringify([
		await db.selectFrom('daily_metrics').selectAll().execute(),
		await db.selectFrom('stale_days').selectAll().execute(),
	])
	expect([...people, '@'].filter((id) => stored.includes(id))).toEqual([])
})

test('a guest’s purchase counts for the account created from it, even after an address change', async () => {
	const { wire, operator, learners } = await startAcademy()
	const { db } = wire.deps
	// Anyone can type a learner's address at the checkout, so an unpaid order of a guest counts for no account.
	const typed = await makeOrder(wire.deps)
	const { email } = await db
		.selectFrom('auth.users')
		.select('email')
		.where('id', '=', learners[5]?.id ?? '')
		.executeTakeFirstOrThrow()
	await db.updateTable('orders').set({ email }).where('id', '=', typed.id).execute()
	const paidOf = async () => (await readPage(operator, 30))('accounts,Paid')
	const before = await paidOf()
	const order = await makeOrder(wire.deps)
	await expectTruth(wire, operator)
	await applySnapshot(systemContext(wire.deps, 'test'), order.id, paidSnapshot(order))
	await expectTruth(wire, operator)
	expect(await paidOf()).toBe(before + 1)
	await db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', order.id).execute()
	await expectTruth(wire, operator)
	await db.updateTable('auth.users').set({ email: 'moved@example.com' }).where('email', '=', order.email).execute()
	await expectTruth(wire, operator)
	expect(await paidOf()).toBe(before)
})

test('a killed recount changes nothing, and the next one catches up', async () => {
	const { wire, operator, learners } = await startAcademy()
	const { db } = wire.deps
	const ctx = systemContext(wire.deps, 'test')
	await recountStaleDays(ctx)
	await refund(wire, learners[0]?.orderId ?? null, { cents: 1000, at: daysAgo(wire, 3) })
	const marks = () => db.selectFrom('stale_days').selectAll().orderBy('day').execute()
	const before = await marks()
	expect(before).not.toEqual([])

	await db.transaction().execute(async (tx) => {
		// The recompute waits for this lock after it has read the stale days.
		await sql`lock table daily_metrics in exclusive mode`.execute(tx)
		const killed = recountStaleDays(ctx).then(
			() => 'counted',
			() => 'killed',
		)
		const kill = sql<{ ended: boolean }>`select pg_terminate_backend(pid) as ended from pg_locks
			where relation = 'daily_metrics'::regclass and not granted`
		for (let isEnded = false; !isEnded; isEnded = (await kill.execute(tx)).rows.length > 0) await sleep(10)
		expect(await killed).toBe('killed')
	})
	expect(await marks()).toEqual(before)
	await expectTruth(wire, operator)
	expect(await marks()).toEqual([])
})

test('concurrent recounts during writes end with the right metrics, and all days can be recounted', async () => {
	const { wire, operator } = await startAcademy()
	const ctx = systemContext(wire.deps, 'test')
	await Promise.all([
		...[30, 20, 10, 10].map((days) => live(wire, { days, far: 3, buys: true })),
		...Array.from({ length: 8 }, async (_, turn) => {
			await sleep(turn * 20)
			await recountStaleDays(ctx)
		}),
	])
	await expectTruth(wire, operator)
	await sql`update daily_metrics set amount = amount + 5`.execute(wire.deps.db)
	await sql`select public.mark_all_days()`.execute(wire.deps.db)
	// Count first: on a busy machine, the page could exceed its time budget.
	await recountStaleDays(ctx)
	await expectTruth(wire, operator)
})

test('a page that can’t count everything in time says so, and the next jobs finish the count', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await sql`insert into stale_days (part, day) select 'events', current_date - n from generate_series(1, 100) n`.execute(wire.deps.db)
	// One batch takes longer than the page's time budget, however fast the machine is.
	await sql`create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$`.execute(
		wire.deps.db,
	)
	await sql`create trigger slow_batch before delete on stale_days for each statement execute function wait()`.execute(wire.deps.db)
	const says = async () => (await operator.get('/admin/overview')).text.includes('still updating')
	expect(await says()).toBe(true)
	await sql`drop trigger slow_batch on stale_days`.execute(wire.deps.db)
	expect(await recountStaleDays(systemContext(wire.deps, 'test'))).toMatchObject({ isWhole: true })
	expect(await says()).toBe(false)
})
