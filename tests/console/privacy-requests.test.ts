import { expect, test } from 'vitest'

import { openCheckout } from '#tests/factories/checkout.ts'
import { placeTransfer, sendMoney } from '#tests/factories/transfer.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

test('the data of an address is deleted at once, unless it has an account or nothing is stored', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const application = { name: 'Bo', email: 'bo@example.test', message: 'Hello', created_at: wire.clock.now() }
	await wire.deps.db.insertInto('job_applications').values(application).execute()
	const erase = (email: string) => operator.post('/admin/privacy/erase', { email, reason: 'Asked by mail' })
	expect(await erase(operator.email)).toMatchObject({ status: 409, text: expect.stringContaining('This address has an account.') })
	expect(await erase('cy@example.test')).toMatchObject({
		status: 404,
		text: expect.stringContaining('Nothing is stored under this address.'),
	})
	expect(await wire.countRows('job_applications')).toBe(1)
	expect((await erase(' Bo@Example.test ')).to).toBe('/admin/privacy?notice=address-erased')
	expect(await wire.countRows('job_applications')).toBe(0)
	const logged = await wire.deps.db.selectFrom('operator_actions').selectAll().execute()
	expect(logged).toMatchObject([{ action: 'address_erased', reason: 'Asked by mail' }])
	expect(JSON.stringify(logged)).not.toContain('bo@example.test')
})

test('a refused deletion leaves no order half closed, so that the next one succeeds', async () => {
	const wire = await startWire({ env: { BANK_TRANSFER: '1' } })
	const { deps } = wire
	const operator = await openConsoleAs(wire, 'operator')
	const email = 'bo@example.test'
	const [awaited, paid] = [await openCheckout(deps, { browserKey: 'a' }), await openCheckout(deps, { browserKey: 'b' })]
	await placeTransfer(deps, awaited.sessionId, { browserKey: 'a', email })
	await placeTransfer(deps, paid.sessionId, { browserKey: 'b', email })
	await sendMoney(deps, paid.sessionId)
	await deps.db.updateTable('orders').set({ status: 'refund_pending' }).where('status', '=', 'paid').execute()
	const erase = () => operator.post('/admin/privacy/erase', { email, reason: 'Asked by mail' })
	expect(await erase()).toMatchObject({ status: 409, text: expect.stringContaining('A payment or refund is still on its way.') })
	const states = () => deps.db.selectFrom('orders').select('status').orderBy('status').execute()
	expect(await states()).toEqual([{ status: 'canceled' }, { status: 'refund_pending' }])
	expect(await wire.countRows('operator_actions')).toBe(0)
	await deps.db.updateTable('orders').set({ status: 'paid' }).where('status', '=', 'refund_pending').execute()
	expect((await erase()).to).toBe('/admin/privacy?notice=address-erased')
	expect(await wire.countRows('operator_actions')).toBe(1)
})

test('open privacy requests are listed, most urgent first, to operators only', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get('/admin/privacy')).text).toContain('No privacy requests are waiting.')
	const asked_at = wire.clock.now()
	const day = (days: number) => new Date(asked_at.getTime() + days * 86_400_000)
	await wire.deps.db
		.insertInto('privacy_requests')
		.values([
			{ kind: 'export', asked_at, due_at: day(5) },
			{ kind: 'erase', user_id: operator.userId, asked_at, due_at: day(-1), erases_at: day(3) },
			{ kind: 'export', asked_at, due_at: day(2), answered_at: asked_at, outcome: 'exported' },
		])
		.execute()
	const { text } = await operator.get('/admin/privacy')
	expect([...text.matchAll(/class="badge ([^"]+)">([^<]*days?(?: ago)?)</g)].map(([, tone, words]) => [tone, words])).toEqual([
		['text-danger-ink', '1 day ago'],
		['text-soft', 'in 5 days'],
	])
	expect(text).toContain(`/admin/learners/${operator.userId}`)
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get('/admin/privacy')).status).toBe(403)
})
