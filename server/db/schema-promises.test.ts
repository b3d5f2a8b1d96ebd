import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Db } from '#server/db/database.ts'
import { openCheckout } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

/** Runs a statement without our services. @returns the name of the constraint that refuses it, or null */
const refusalOf = (db: Db, statement: RawBuilder<unknown>) =>
	statement.execute(db).then(
		() => null,
		(error: unknown) => (error as { constraint?: string }).constraint ?? String(error),
	)

const requestRefund = (orderId: string, state: string) => sql`
	insert into refund_requests
		(order_id, kind, state, facts, policy_version, amount_cents, provider_payment_id, decided_by, requested_at, decided_at, expected_by, updated_at)
	values (${orderId}, 'promise', ${state}, '{}', '2026-11-20', 4700, 'pi_1', 'policy', now(), now(), now(), now())`

test('an order has at most one open refund, and any number of closed ones', async () => {
	const { deps } = await makeTestDeps()
	await openCheckout(deps, { email: 'ada@example.com' })
	const { id } = await deps.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
	for (const state of ['refused', 'failed', 'failed', 'granted']) expect(await refusalOf(deps.db, requestRefund(id, state))).toBeNull()
	for (const state of ['granted', 'sent']) expect(await refusalOf(deps.db, requestRefund(id, state))).toBe('refund_requests_one_open')
})

const logText = (userId: string, type: string, message: string) =>
	sql`insert into sms_logs (user_id, type, message, status) values (${userId}, ${type}, ${message}, 'sent')`

test.each([
	['phone_verification', 'Your code is on its way', null],
	['phone_verification', 'Your code is 123456', 'sms_logs_no_code'],
	['phone_verification', 'Your code is 12 34 56', 'sms_logs_no_code'],
	['two_factor_auth', 'Your code is 123-456', 'sms_logs_no_code'],
	['payment_confirmation', 'Your payment of $47.00 for order 123456 arrived', null],
])('logging a %s text that says "%s" answers %s', async (type, message, refusal) => {
	const { deps } = await makeTestDeps()
	const { userId } = await makeLearner(deps)
	expect(await refusalOf(deps.db, logText(userId, type, message))).toBe(refusal)
})

test('orders of an address are found by index', async () => {
	const { deps } = await makeTestDeps()
	await deps.db.transaction().execute(async (tx) => {
		await sql`set local enable_seqscan = off`.execute(tx)
		const plan = await sql<{
			'QUERY PLAN': string
		}>`explain select id from orders where email = 'ada@example.com' order by created_at desc`.execute(tx)
		expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('orders_email')
	})
})

test('a dump by the owner has every row: forced row-level security lets it see all', async () => {
	const { deps } = await makeTestDeps()
	const hidden = await sql`
		select oid::regclass::text as name from pg_class where relforcerowsecurity and not exists (
			select from pg_policy where polrelid = pg_class.oid and polpermissive and polcmd = '*'
				and relowner = any(polroles) and pg_get_expr(polqual, polrelid) = 'true')`.execute(deps.db)
	expect(hidden.rows).toEqual([])
	const narrowing =
		await sql`select polname from pg_policy where not polpermissive and polroles && array[0, current_user::regrole::oid]`.execute(deps.db)
	expect(narrowing.rows).toEqual([])
})
