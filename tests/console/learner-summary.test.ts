import { expect, test } from 'vitest'

import { makeLearner } from '#tests/factories/learner.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

test('a learner’s page starts with what they paid, less refunds, when they were last seen, and a bar of their progress', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { learner, orderId } = await buyAsLearner(wire.deps)
	const support = await openConsoleAs(wire, 'support')
	const read = async (name: string, userId = learner.userId) => {
		const { text } = await support.get(`/admin/learners/${userId}`)
		return new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`).exec(text)?.[1]
	}
	expect(await read('Total paid')).toBe('$47.00 (test)')
	expect(await read('Progress')).toContain('0 of 48 lessons finished (0%)')
	expect(await read('Progress')).toContain('<svg')
	const at = { created_at: wire.clock.now(), as_of: wire.clock.now() }
	const refund = { order_id: orderId, provider_payment_id: 'pi_1', ...at }
	await db
		.insertInto('refunds')
		.values([
			{ ...refund, provider_refund_id: 're_1', amount_cents: 1000, status: 'succeeded' },
			{ ...refund, provider_refund_id: 're_2', amount_cents: 500, status: 'failed' },
		])
		.execute()
	await db.updateTable('orders').set({ livemode: true }).execute()
	expect(await read('Total paid')).toBe('$37.00')

	const { userId } = await makeLearner(wire.deps)
	const signIn = (time: Date | null) => db.updateTable('auth.users').set({ last_sign_in_at: time }).where('id', '=', userId).execute()
	await db.deleteFrom('auth.sessions').where('user_id', '=', userId).execute()
	await signIn(null)
	expect([await read('Total paid', userId), await read('Last seen', userId)]).toEqual(['nothing', 'never'])
	await signIn(new Date('2026-01-02T03:04:00Z'))
	expect(await read('Last seen', userId)).toContain('2026-01-02T03:04:00.000Z')
	await db
		.insertInto('auth.sessions')
		.values({ user_id: userId, refresh_key: Buffer.alloc(32, 1), refreshed_at: new Date('2026-01-05T03:04:00Z') })
		.execute()
	expect(await read('Last seen', userId)).toContain('2026-01-05T03:04:00.000Z')
})
