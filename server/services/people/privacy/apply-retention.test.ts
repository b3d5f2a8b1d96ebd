// asvs V14.2.4
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { CODE_MAIL_DAYS, MARKETING_DAYS, RECORD_DAYS } from '#domain/privacy/periods.ts'
import { plugins } from '#server/process/plugins.ts'
import { systemContext } from '#server/services/context.ts'
import { makeWholePerson } from '#tests/factories/whole-person.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { applyRetention, createMonthPartitions, previewRetention } from './apply-retention.ts'
import { listTableRules } from './registry/registry.ts'

const registry = listTableRules(plugins)

const DAY_MS = 86_400_000

async function openHouse() {
	const made = await makeTestDeps()
	const person = await makeWholePerson(made.deps, 'Anastasia Quicksilver', '+12025550143')
	const ctx = systemContext(made.deps, 'test')
	// Delete the factory's short-lived rows first; they have their own tests.
	await applyRetention(ctx)
	const count = async (table: string) => {
		const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(made.deps.db)
		return rows[0]?.count ?? 0
	}
	return { ...made, person, ctx, count }
}

/** Tables whose retention period applies to every row; orders and their dependent tables have their own test. */
const clocked = registry.flatMap(({ table, retention }) =>
	'clock' in retention && !('with' in retention) && !retention.byMonth && table !== 'orders' && table !== 'outbox_messages'
		? [{ table, ...retention }]
		: [],
)

test.each(clocked.map(({ table, days, clock }) => [table, days, clock] as const))(
	'%s: a row is kept exactly %i days after its %s',
	async (table, days, clock) => {
		const { ctx, count, clock: time, deps } = await openHouse()
		// The database stores microseconds, the test's clock milliseconds.
		await sql`update ${sql.table(table)} set ${sql.ref(clock)} = ${time.now()}`.execute(deps.db)
		const rows = await count(table)
		expect(rows).toBeGreaterThan(0)
		time.advance(days * DAY_MS)
		expect((await previewRetention(ctx))[table]).toBeUndefined()
		await applyRetention(ctx)
		expect(await count(table)).toBe(rows)

		time.advance(1)
		expect((await previewRetention(ctx))[table]).toBe(rows)
		expect(await count(table)).toBe(rows)
		expect((await applyRetention(ctx))[table]).toBe(rows)
		expect(await count(table)).toBe(0)
		expect((await applyRetention(ctx))[table]).toBeUndefined()
	},
)

test('the audit log drops a month once its last entry is a year old, and deletes other old entries', async () => {
	const { ctx, clock, deps } = await openHouse()
	await sql`delete from auth.audit_log_entries`.execute(deps.db)
	const enter = (at: string) =>
		deps.db
			.insertInto('auth.audit_log_entries')
			.values({ action: 'login', outcome: 'success', created_at: new Date(at) })
			.execute()
	const list = async () => {
		const { rows } = await sql<{
			at: string
		}>`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as at from auth.audit_log_entries order by 1`.execute(deps.db)
		return rows.map(({ at }) => at)
	}
	const partitions = async () => {
		const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
			where inhparent = 'auth.audit_log_entries'::regclass order by 1`.execute(deps.db)
		return rows.map(({ name }) => name)
	}
	await enter('2024-02-01T00:00:00Z')
	await enter('2024-02-29T23:59:59Z')
	await enter('2024-03-01T00:00:00Z')
	await createMonthPartitions(deps)
	expect((await partitions()).filter((name) => name.includes('2024'))).toEqual([
		'auth.audit_log_entries_2024_02',
		'auth.audit_log_entries_2024_03',
	])
	await enter('2024-01-31T23:59:59Z')
	const at = async (time: string) => {
		clock.advance(Date.parse(time) - clock.now().getTime())
		await applyRetention(ctx)
		return list()
	}
	expect(await at('2025-01-31T23:59:59Z')).toEqual(['2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01'])
	expect(await at('2025-02-01T00:00:01Z')).toEqual(['2024-02-01', '2024-02-29', '2024-03-01'])
	expect(await at('2025-03-01T23:00:00Z')).toEqual(['2024-02-01', '2024-02-29', '2024-03-01'])
	expect(await at('2025-03-02T00:00:01Z')).toEqual(['2024-03-01'])
	expect((await partitions()).filter((name) => name.includes('2024'))).toEqual(['auth.audit_log_entries_2024_03'])
})

test('a mail with a code is deleted after 30 days, any other after two years', async () => {
	const { ctx, clock, deps } = await openHouse()
	await deps.db.deleteFrom('outbox_messages').execute()
	const mail = { channel: 'email' as const, to_address: 'a@example.test', subject: 's', body: 'b', created_at: clock.now() }
	await deps.db
		.insertInto('outbox_messages')
		.values([
			{ ...mail, template: 'auth.sign-in' },
			{ ...mail, template: 'order.access' },
			{ ...mail, template: 'order.receipt' },
		])
		.execute()
	clock.advance(30 * DAY_MS + 1)
	expect((await applyRetention(ctx))['outbox_messages']).toBe(2)
	expect(await deps.db.selectFrom('outbox_messages').select('template').execute()).toEqual([{ template: 'order.receipt' }])
	clock.advance((MARKETING_DAYS - 30) * DAY_MS)
	expect((await applyRetention(ctx))['outbox_messages']).toBe(1)
})

test('an order is kept while it gives access, and deleted with everything of it seven years later', async () => {
	const { ctx, clock, deps, count } = await openHouse()
	const children = [
		'payments',
		'refunds',
		'disputes',
		'checkout_sessions',
		'refund_requests',
		'discount_redemptions',
		'order_alerts',
		'downloads',
	]
	clock.advance((RECORD_DAYS + 30) * DAY_MS)
	await applyRetention(ctx)
	expect([await count('orders'), await count('payments')]).toEqual([1, 1])

	await deps.db.updateTable('entitlements').set({ state: 'revoked' }).execute()
	clock.advance(-31 * DAY_MS)
	await applyRetention(ctx)
	expect(await count('orders')).toBe(1)
	clock.advance(31 * DAY_MS)
	const preview = await previewRetention(ctx)
	expect(preview).toMatchObject({ orders: 1, ...Object.fromEntries(children.map((table) => [table, 1])) })
	expect(await applyRetention(ctx)).toMatchObject(preview)
	for (const table of ['orders', 'entitlements', 'payment_events', ...children])
		expect({ table, rows: await count(table) }).toEqual({ table, rows: 0 })
})

test('a dry run also counts the emails with codes, which are deleted long before other emails', async () => {
	const { ctx, clock, deps } = await openHouse()
	await sql`insert into outbox_messages (channel, to_address, template, subject, body, status, created_at)
		values ('email', 'ada@example.test', 'auth.confirmation', 'Code', '', 'sent', ${clock.now()})`.execute(deps.db)
	clock.advance((CODE_MAIL_DAYS + 1) * DAY_MS)
	const { outbox_messages: counted } = await previewRetention(ctx)
	expect(counted).toBeGreaterThan(0)
	expect((await applyRetention(ctx))['outbox_messages']).toBe(counted)
})

test('one run deletes more than one batch, and only due rows', async () => {
	const { ctx, clock, deps, count } = await openHouse()
	await sql`insert into module_feedback (module_id, is_helpful, created_at)
		select 1, true, ${clock.now()}::timestamptz - n * interval '1 minute' from generate_series(0, 4999) n`.execute(deps.db)
	clock.advance(MARKETING_DAYS * DAY_MS - 1000 * 60_000 + 1)
	await applyRetention(ctx)
	expect(await count('module_feedback')).toBe(1001)
})
