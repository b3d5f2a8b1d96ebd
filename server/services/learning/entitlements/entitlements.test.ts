import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { MAIN_CONTENTS } from '#domain/gating/course-contents.ts'
import { inTransaction } from '#server/db/database.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { findAccess, findAccessAndLock, readAccessState, setEntitlementState } from './entitlements.ts'

test('of several purchases, the most useful one decides the state of access', async () => {
	const { deps } = await makeTestDeps()
	const learner = await makeLearner(deps)
	expect(await readAccessState(deps.db, learner.userId)).toBe('none')
	const first = await buyAsLearner(deps, { learner })
	await sql`insert into entitlements (order_id, product_code, user_id, email, granted_at)
		select order_id, 'second', user_id, email, granted_at + interval '1 day' from entitlements`.execute(deps.db)
	const setStates = async (states: Record<string, 'active' | 'suspended' | 'revoked'>) => {
		for (const [code, state] of Object.entries(states))
			await deps.db
				.updateTable('entitlements')
				.set({ state })
				.where('product_code', code === 'second' ? '=' : '<>', 'second')
				.execute()
		return readAccessState(deps.db, learner.userId)
	}
	expect(await setStates({ first: 'suspended', second: 'active' })).toBe('active')
	expect(await setStates({ first: 'revoked', second: 'suspended' })).toBe('suspended')
	expect(await setStates({ first: 'revoked', second: 'revoked' })).toBe('ended')
	expect(await findAccess(deps.db, learner.userId, MAIN_CONTENTS)).toBeNull()
	await setStates({ first: 'revoked', second: 'active' })
	expect(await findAccess(deps.db, learner.userId, MAIN_CONTENTS)).toBe(first.orderId)
})

test('access that a refund is ending is not used: the search waits for the refund', async () => {
	const { deps } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps)
	const find = () => inTransaction(deps.db, (tx) => findAccessAndLock(tx, learner.userId, MAIN_CONTENTS))
	expect(await find()).toBe(orderId)
	const { found } = await inTransaction(deps.db, async (tx) => {
		await tx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
		const waiting = find()
		const isWaiting = async () => {
			const { rows } = await sql<{ count: number }>`
				select count(*)::int as count from pg_locks where not granted and pid in (
					select pid from pg_stat_activity where datname = current_database())`.execute(deps.db)
			return rows[0]?.count
		}
		await expect.poll(isWaiting).toBe(1)
		await setEntitlementState(tx, { orderId, state: 'revoked' })
		return { found: waiting }
	})
	expect(await found).toBeNull()
})
