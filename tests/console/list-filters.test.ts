import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { makeLearner } from '#tests/factories/learner.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { SELLER } from '#tests/factories/seller.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'
import { rowsOf } from './read-table.ts'

const DAY_MS = 86_400_000
const ANA = 'ana@list.test'
const BO = 'bo@list.test'

/** Starts a server on which Ana and Bo have one row in each list, which differ in everything that can be filtered. */
async function openLists() {
	const wire = await startWire({ invoicing: SELLER })
	const { db } = wire.deps
	const buy = async (email: string) => {
		const { learner, orderId } = await buyAsLearner(wire.deps, { learner: await makeLearner(wire.deps, email) })
		return { userId: learner.userId, orderId }
	}
	const ana = await buy(ANA)
	wire.clock.advance(20 * DAY_MS)
	const between = wire.clock.now().toISOString().slice(0, 10)
	wire.clock.advance(20 * DAY_MS)
	const bo = await buy(BO)
	const operator = await openConsoleAs(wire, 'operator')
	await sql`delete from outbox_messages`.execute(db)
	await sql`delete from operator_actions`.execute(db)
	await sql`insert into outbox_messages (channel, to_address, template, subject, body, status) values
		('email', ${ANA}, 't', 's', '', 'failed'), ('email', ${BO}, 'u', 's', '', 'sent')`.execute(db)
	await sql`insert into support_tickets (name, email, subject, message, category, status, due_at)
		values ('x', ${ANA}, 's', 'm', 'terms', 'open', now()), ('x', ${BO}, 's', 'm', 'general', 'open', now()),
			('x', ${BO}, 's', 'm', 'general', 'closed', now())`.execute(db)
	await sql`insert into newsletter_subscriptions (email, source, status, requested_at) values
		(${ANA}, 'blog', 'pending', now()), (${BO}, 'import', 'confirmed', now())`.execute(db)
	await sql`insert into progress_entries (user_id, kind, key, done, detail, changed_at) values
		(${ana.userId}, 'module', '1', true, null, now()), (${bo.userId}, 'quiz-result', 'hustler', true, '{"type":"creator"}', now())`.execute(
		db,
	)
	await sql`insert into operator_actions (actor_id, role, action, object_kind, object_id, created_at) values
		(${ana.userId}, 'operator', 'ticket_closed', 'list', 'x', '2026-01-10'), (${bo.userId}, 'support', 'ticket_answered', 'list', 'x', '2026-03-10')`.execute(
		db,
	)
	await sql`update entitlements set state = 'revoked' where email = ${ANA}`.execute(db)
	await sql`update orders set status = 'refunded', product_code = 'x', created_at = '2026-01-10' where id = ${ana.orderId}`.execute(db)
	await sql`update orders set product_code = 'y', created_at = '2026-03-10' where id = ${bo.orderId}`.execute(db)
	return { operator, ana, between }
}

const whoIn = (text: string) => [ANA, BO].filter((email) => text.includes(email))

test('of a repeated filter, list and export take the first; a status that no longer exists is ignored by both, and the page says so', async () => {
	const { operator } = await openLists()
	const fileOf = async (query: string) => {
		const { text } = await operator.get(`/admin/orders?${query}`)
		const file = await operator.post('/admin/orders.csv', { ...hiddenIn(text, '/admin/orders.csv'), code: operator.code() })
		return [whoIn(rowsOf(text, 'Orders').join()), whoIn(file.text), text.includes('Unknown filter in this link')]
	}
	expect(await fileOf('state=refunded&state=paid')).toEqual([[ANA], [ANA], true])
	expect(await fileOf('state=pending')).toEqual([[], [], false])
	expect(await fileOf('state=paid_and_gone')).toEqual([[ANA, BO], [ANA, BO], true])
})

test('each filter of a list applies to its page and to its export', async () => {
	const { operator, ana, between } = await openLists()
	const dated = [
		['from=2026-02-01', [BO]],
		['to=2026-02-01', [ANA]],
		['from=2026-01-01&to=2026-03-20', [ANA, BO]],
	] as const
	const all = ['', [ANA, BO]] as const
	const searched = ['q=bo', [BO]] as const
	const lists: Record<string, readonly (readonly [query: string, found: readonly string[]])[]> = {
		orders: [...dated, ['state=refunded', [ANA]], ['product=y', [BO]], ['product=y&state=refunded', []], ['coupon=NONE', []], searched],
		invoices: [[`from=${between}`, [BO]], [`to=${between}`, [ANA]], searched],
		learners: [
			searched,
			['access=open', [BO]],
			['access=none', [ANA]],
			['product=digital-income-mastery-lifetime', [BO]],
			['progress=active', [ANA, BO]],
			['progress=none', []],
			['progress=done', []],
			[`from=${between}`, [BO]],
			[`to=${between}`, [ANA]],
			[`to=${between}&sort=email&progress=active&access=none`, [ANA]],
			[`from=${between}&sort=-progress&access=none`, []],
		],
		tickets: [all, ['category=terms', [ANA]], ['state=closed', [BO]], ['state=closed&category=terms', []], searched],
		messages: [all, ['template=u', [BO]], ['failed=1', [ANA]], ['address=bo', [BO]]],
		subscribers: [
			all,
			['state=pending', [ANA]],
			['source=import', [BO]],
			['bought=yes', [BO]],
			['bought=no', [ANA]],
			['module=1', [ANA]],
			['state=confirmed&module=1', []],
			['progress=active&source=import', [BO]],
			['progress=none', []],
			searched,
		],
		actions: [...dated, [`by=${ana.userId}`, [ANA]], ['action=ticket_answered', [BO]]],
	}
	const code = operator.code()
	const wrong: string[] = []
	for (const [list, filters] of Object.entries(lists))
		for (const [query, found] of filters) {
			const { text } = await operator.get(`/admin/${list}?${query}`)
			const [rows = ''] = /<tbody>[\s\S]*<\/tbody>/.exec(text) ?? []
			const file = await operator.post(`/admin/${list}.csv`, { ...Object.fromEntries(new URLSearchParams(query)), code })
			for (const [where, shown] of Object.entries({ page: whoIn(rows), export: whoIn(file.text) }))
				if (shown.join() !== found.join()) wrong.push(`${list}?${query}: the ${where} shows ${shown.join(' and ')}`)
		}
	expect(wrong).toEqual([])
})
