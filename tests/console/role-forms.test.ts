import { expect, test } from 'vitest'

import { makeWholePerson } from '#tests/factories/whole-person.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { ROUTE_TABLE } from './route-table.ts'

const ACTIONS = ROUTE_TABLE.filter(({ method }) => method === 'POST').map(({ path, least }) => ({
	least,
	matches: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
}))

test('support sees no form that only an operator may send', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const person = await makeWholePerson(wire.deps, 'Anastasia Quicksilver', '+12025550143')
	const mail = {
		channel: 'email',
		to_address: person.email,
		template: 'support.answer',
		subject: 'Hi',
		body: 'Hi',
		status: 'failed',
	} as const
	await db
		.insertInto('outbox_messages')
		.values({ ...mail, created_at: wire.clock.now() })
		.execute()
	const idOf = async (table: 'orders' | 'support_tickets' | 'newsletter_subscriptions') =>
		(await db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id
	const failed = await db.selectFrom('outbox_messages').select('id').where('status', '=', 'failed').executeTakeFirstOrThrow()
	const support = await openConsoleAs(wire, 'support')
	const pages = [
		...ROUTE_TABLE.filter(({ method, path, least }) => method === 'GET' && least === 'support' && !/[:*]|\.\w+$|find$/.test(path)).map(
			({ path }) => path,
		),
		`/admin/orders/${await idOf('orders')}`,
		`/admin/learners/${person.userId}`,
		`/admin/tickets/${await idOf('support_tickets')}`,
		`/admin/subscribers/${await idOf('newsletter_subscriptions')}`,
		`/admin/messages/${failed.id}`,
	]
	const refused: string[] = []
	const shown = new Set<string>()
	for (const page of pages) {
		const { status, text } = await support.get(page)
		expect([page, status]).toEqual([page, 200])
		for (const [, action = ''] of text.matchAll(/<form[^>]* action="([^"?]*)/g)) {
			const found = ACTIONS.find(({ matches }) => matches.test(action))
			if (found?.least === 'operator') refused.push(`${page} shows ${action}`)
			if (found) shown.add(String(found.matches))
		}
	}
	expect(refused).toEqual([])
	// The records of this test have most of the forms.
	expect(shown.size).toBeGreaterThan(12)
})
