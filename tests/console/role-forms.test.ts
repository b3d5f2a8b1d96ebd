import { expect, test } from 'vitest'

import { makeWholePerson } from '#tests/factories/whole-person.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { ROUTE_TABLE } from './route-table.ts'

const ACTIONS = ROUTE_TABLE.filter(({ method }) => method === 'POST').map(({ path, least, isGuarded }) => ({
	least,
	isGuarded,
	matches: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
}))

const findAction = (address: string) => ACTIONS.find(({ matches }) => matches.test(address))

/** Adds one record of each kind. @returns the pages of this role without an ID, and those of the records */
async function listPages(wire: Wire, role: 'support' | 'operator') {
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
	const mayOpen = role === 'support' ? ['support'] : ['support', 'operator']
	return [
		...ROUTE_TABLE.filter(({ method, path, least }) => method === 'GET' && mayOpen.includes(least) && !/[:*]|\.\w+$|find$/.test(path)).map(
			({ path }) => path,
		),
		`/admin/orders/${await idOf('orders')}`,
		`/admin/learners/${person.userId}`,
		`/admin/tickets/${await idOf('support_tickets')}`,
		`/admin/subscribers/${await idOf('newsletter_subscriptions')}`,
		`/admin/messages/${failed.id}`,
	]
}

test('support sees no form that only an operator may send', async () => {
	const wire = await startWire()
	const pages = await listPages(wire, 'support')
	const support = await openConsoleAs(wire, 'support')
	const refused: string[] = []
	const shown = new Set<string>()
	for (const page of pages) {
		const { status, text } = await support.get(page)
		expect([page, status]).toEqual([page, 200])
		for (const [, action = ''] of text.matchAll(/<form[^>]* action="([^"?]*)/g)) {
			const found = findAction(action)
			if (found?.least === 'operator') refused.push(`${page} shows ${action}`)
			if (found) shown.add(String(found.matches))
		}
	}
	expect(refused).toEqual([])
	// The records of this test have most of the forms.
	expect(shown.size).toBeGreaterThan(12)
})

test('once the second factor is no longer fresh, each form that needs it has its field', async () => {
	const wire = await startWire()
	const pages = await listPages(wire, 'operator')
	const operator = await openConsoleAs(wire, 'operator')
	wire.clock.advance(11 * 60_000)
	const wrong: string[] = []
	const guarded = new Set<string>()
	for (const page of pages) {
		const { status, text } = await operator.get(page)
		if (status !== 200 || !text.includes('<form')) continue
		for (const [, action = '', fields = ''] of text.matchAll(/<form[^>]* action="([^"?]*)[^>]*>([^]*?)<\/form>/g)) {
			const found = findAction(action)
			if (!found?.isGuarded) continue
			guarded.add(String(found.matches))
			if (!fields.includes('name="code"')) wrong.push(`${page}: ${action}`)
		}
	}
	expect(wrong).toEqual([])
	expect(guarded.size).toBeGreaterThan(8)
})
