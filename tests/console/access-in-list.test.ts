import { expect, test } from 'vitest'

import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { anonymousContext } from '#tests/factories/checkout.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { makeOrder, paidSnapshot } from '#tests/factories/snapshot.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { factsOf, rowsOf } from './read-table.ts'

/** In an earlier year, because lists omit the current one. */
const ENDED = '2025-01-31T17:00:00Z'

test('the list and its file say that access has ended, and when, unless the money was returned', async () => {
	const wire = await startWire()
	const { learner } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const set = (values: { state?: 'active' | 'suspended' | 'revoked'; ends_at?: string | null }) =>
		wire.deps.db.updateTable('entitlements').set(values).execute()
	const read = async () => {
		const row = rowsOf((await operator.get('/admin/learners')).text, 'Learners')
			.find((each) => each.includes(learner.email))
			?.join(' | ')
		const line = (await operator.post('/admin/learners.csv')).text.split('\r\n').find((each) => each.includes(learner.email))
		return { row, line }
	}
	await set({ ends_at: ENDED })
	const ended = await read()
	expect(ended.row).toMatch(/ended.*Jan 31, 2025/s)
	expect(ended.line).toMatch(/,ended,2025-01-31/)
	await set({ state: 'revoked' })
	const revoked = await read()
	expect(revoked.row).toContain('ended')
	expect(revoked.row).not.toContain('Jan 31, 2025')
	expect(revoked.line).toContain(',ended,,')
	await set({ state: 'suspended', ends_at: null })
	expect((await read()).line).toContain(',suspended,,')
	// Access through the confirmed address of the account, not the account itself.
	await set({ state: 'active', ends_at: ENDED })
	await wire.deps.db.updateTable('entitlements').set({ user_id: null }).execute()
	expect((await read()).line).toMatch(/,ended,2025-01-31/)
})

test('a learner who hasn’t signed in yet is shown with the end of the access that waits', async () => {
	const wire = await startWire()
	const order = await makeOrder(wire.deps)
	const email = order.email ?? ''
	await wire.connect().auth.signInWithOtp({ email })
	await applySnapshot(anonymousContext(wire.deps), order.id, paidSnapshot(order))
	await wire.deps.db.updateTable('entitlements').set({ ends_at: '2040-12-31T17:00:00Z' }).execute()
	const { id } = await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
	const operator = await openConsoleAs(wire, 'operator')
	expect(factsOf((await operator.get(`/admin/learners/${id}`)).text).Access).toBe('2040-12-31T17:00:00.000Z')
	await wire.deps.db.updateTable('entitlements').set({ ends_at: ENDED }).execute()
	expect((await operator.get(`/admin/learners/${id}`)).text).not.toContain('not signed in yet')
})
