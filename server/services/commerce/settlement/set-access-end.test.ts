import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { MAIN_CONTENTS } from '#domain/gating/course-contents.ts'
import { inTransaction } from '#server/db/database.ts'
import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import { listOrders } from '#server/services/commerce/orders/find-order.ts'
import { findAccess, findAccessAndLock, readAccess } from '#server/services/learning/entitlements/entitlements.ts'
import { PRODUCT } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { askForRefund, buyAsLearner, learnerContext, readStand } from '#tests/factories/refund.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { applySnapshot } from './apply-snapshot.ts'
import { grantComplimentaryAccess, revokeComplimentaryAccess } from './complimentary-access.ts'
import { setAccessEnd } from './set-access-end.ts'

const SOON = new Date(Date.now() + 86_400_000)

async function buy() {
	const { deps } = await makeTestDeps()
	const bought = await buyAsLearner(deps)
	const ctx = learnerContext(deps, bought.learner)
	const buyAgain = () => startCheckout(ctx, { productName: PRODUCT, couponCode: undefined, email: undefined, browserKey: 'again' })
	return { ...bought, deps, ctx, buyAgain, read: () => readAccess(deps.db, bought.learner.userId) }
}

test.each([
	['a microsecond before its end', "interval '1 microsecond'", true],
	['at its end', "interval '0'", false],
	['a microsecond after its end', "- interval '1 microsecond'", false],
])('access %s', async (_, left, isOpen) => {
	const { deps, learner, orderId } = await buy()
	await inTransaction(deps.db, async (tx) => {
		await sql`update entitlements set ends_at = now() + ${sql.raw(left)}`.execute(tx)
		expect((await readAccess(tx, learner.userId)).access).toBe(isOpen ? 'active' : 'ended')
		const expected = isOpen ? orderId : null
		expect(await findAccess(tx, learner.userId, MAIN_CONTENTS)).toBe(expected)
		expect(await findAccessAndLock(tx, learner.userId, MAIN_CONTENTS)).toBe(expected)
	})
})

test('the team sets, changes and removes the end of a purchase, and gives ended access back', async () => {
	const { ctx, deps, orderId, read } = await buy()
	expect(await setAccessEnd(ctx, orderId, SOON)).toBeNull()
	expect(await read()).toEqual({ access: 'active', endsAt: SOON })
	expect(await setAccessEnd(ctx, orderId, 'now')).toEqual(SOON)
	expect((await read()).access).toBe('ended')
	expect(await setAccessEnd(ctx, orderId, null)).toBeInstanceOf(Date)
	expect(await read()).toEqual({ access: 'active', endsAt: null })
	const audit = await deps.db
		.selectFrom('auth.audit_log_entries')
		.select('payload')
		.where('action', '=', 'access_end_set')
		.orderBy('id')
		.execute()
	expect(audit.map(({ payload }) => payload)).toMatchObject(
		[SOON.toISOString(), 'now', 'no end'].map((until) => ({ order: orderId, until })),
	)
})

test('no webhook reopens what the team has ended, and a refund still works', async () => {
	const { ctx, deps, learner, orderId, sessionId, read } = await buy()
	await setAccessEnd(ctx, orderId, 'now')
	await applySnapshot(ctx, orderId, await deps.payments.fetchSnapshot(sessionId))
	expect((await read()).access).toBe('ended')
	await askForRefund(deps, learner, orderId)
	expect(await readStand(deps, orderId)).toMatch(/^refund/)
})

test('access that ends can be bought again, before and after its end; access without an end can’t', async () => {
	const { ctx, orderId, buyAgain } = await buy()
	await expect(buyAgain()).rejects.toMatchObject({ code: 'already_owned' })
	expect(await listOrders(ctx)).toMatchObject({ opens: MAIN_CONTENTS, opensForGood: MAIN_CONTENTS })
	await setAccessEnd(ctx, orderId, SOON)
	expect(await listOrders(ctx)).toMatchObject({ opens: MAIN_CONTENTS, opensForGood: { courses: [], modules: [] }, ended: null })
	expect((await buyAgain()).url).toContain('cs_test')
	await setAccessEnd(ctx, orderId, 'now')
	expect(await listOrders(ctx)).toMatchObject({ opens: { courses: [], modules: [] }, ended: { product: PRODUCT } })
	expect((await buyAgain()).url).toContain('cs_test')
})

test('a purchase made while access is being ended stays open', async () => {
	const { ctx, deps, learner, orderId, read } = await buy()
	await setAccessEnd(ctx, orderId, SOON)
	await Promise.all([setAccessEnd(ctx, orderId, 'now'), buyAsLearner(deps, { learner })])
	expect(await read()).toEqual({ access: 'active', endsAt: null })
	const { orders, entitlements, ended } = await listOrders(ctx)
	expect([orders.filter(({ accessEndsAt }) => accessEndsAt !== null).length, entitlements.length, ended]).toEqual([1, 1, null])
})

test('given access can end at a time; access that was revoked can’t be given back', async () => {
	const { deps, ctx } = await buy()
	const { userId } = await makeLearner(deps)
	const order = await grantComplimentaryAccess(ctx, userId, { endsAt: SOON })
	expect(await readAccess(deps.db, userId)).toEqual({ access: 'active', endsAt: SOON })
	const { product_name: product } = await deps.db
		.selectFrom('orders')
		.select('product_name')
		.where('id', '=', order)
		.executeTakeFirstOrThrow()
	expect(product).not.toContain('Lifetime')
	const mail = await deps.db
		.selectFrom('outbox_messages')
		.select('body')
		.where('dedupe_key', '=', `access:${order}`)
		.executeTakeFirstOrThrow()
	expect(mail.body).toContain('Your access ends on')
	await revokeComplimentaryAccess(ctx, order)
	await expect(setAccessEnd(ctx, order, null)).rejects.toMatchObject({ code: 'access_not_open' })
	await expect(setAccessEnd(ctx, '00000000-0000-0000-0000-000000000000', null)).rejects.toMatchObject({ code: 'order_not_found' })
})
