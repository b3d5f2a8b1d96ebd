import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

test('one field finds people, orders, messages and mails; what is found alone is opened', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { learner, orderId, sessionId } = await buyAsLearner(wire.deps)
	const { id: ticket } = await db
		.insertInto('support_tickets')
		.values({ name: 'Zoë Quill', email: 'zoe@example.org', subject: 'Where is my receipt?', message: 'Hello', due_at: wire.clock.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	await db.updateTable('outbox_messages').set({ provider_id: '<abc@mail.test>' }).where('template', '=', 'order.receipt').execute()
	const support = await openConsoleAs(wire, 'support')
	const find = (q: string) => support.get(`/admin/search?q=${encodeURIComponent(q)}`)
	expect(await find(sessionId)).toMatchObject({ status: 303, to: `/admin/orders/${orderId}` })
	expect((await find(learner.userId)).to).toBe(`/admin/learners/${learner.userId}`)
	const { text } = await find(learner.email)
	for (const part of ['<h2>Learners</h2>', '<h2>Orders</h2>', '<h2>Emails sent</h2>', 'Your receipt for']) expect(text).toContain(part)
	for (const q of ['zoë', 'zoe@ex', ticket, `#${ticket.slice(-8).toUpperCase()}`])
		expect((await find(q)).text).toContain(`/admin/tickets/${ticket}`)
	expect((await find('<abc@mail.test>')).text).toContain('Your receipt for')
	for (const q of ['', '%', '_', "' or 1=1 --", '👩🏽‍🎓', '<script>alert(1)</script>', 'x'.repeat(10_000), '\0\0']) {
		const answer = await find(q)
		expect([answer.status, answer.text.includes('<script>alert')]).toEqual([200, false])
	}
})

test('no search reads a large table whole', async () => {
	const wire = await startWire()
	const plans = await wire.deps.db.connection().execute(async (one) => {
		await sql`set enable_seqscan = off`.execute(one)
		const plan = async (statement: string) => {
			const { rows } = await sql<Record<string, string>>`${sql.raw(`explain ${statement}`)}`.execute(one)
			return rows.map((row) => Object.values(row).join('')).join('\n')
		}
		const begins = (table: string, column: string) =>
			plan(`select id from ${table} where ${column} ~>=~ 'an' and ${column} ~<~ 'ao' order by ${column} using ~<~ limit 20`)
		const name = "raw_user_meta_data ->> 'name'"
		return [
			await begins('auth.users', 'email'),
			await begins('auth.users', 'phone'),
			await begins('auth.users', `left(lower(${name}), 80)`),
			await begins('auth.users', `left(lower(regexp_replace(${name}, '^.*\\s', '')), 80)`),
			await begins('orders', 'email'),
			await begins('support_tickets', 'email'),
			await begins('support_tickets', 'left(lower(name), 80)'),
			await plan("select id from auth.users where right(id::text, 8) = 'abcdef01'"),
			await plan("select id from orders where right(id::text, 8) = 'abcdef01'"),
			await plan("select id from support_tickets where right(id::text, 8) = 'abcdef01'"),
			await plan("select id from outbox_messages where provider_id = 'x'"),
		]
	})
	expect(plans.filter((plan) => plan.includes('Seq Scan') || !/Index (Only )?Scan|Bitmap Index/.test(plan))).toEqual([])
	expect(plans.filter((plan) => plan.includes('Sort'))).toEqual([])
})

test('the command palette gets the first people, orders and tickets as JSON, five of each', async () => {
	const wire = await startWire()
	const { learner, orderId } = await buyAsLearner(wire.deps)
	for (let each = 0; each < 6; each += 1)
		await wire.deps.db
			.insertInto('support_tickets')
			.values({ name: 'x', email: learner.email, subject: `Ticket ${each}`, message: 'x', due_at: wire.clock.now() })
			.execute()
	const support = await openConsoleAs(wire, 'support')
	const find = async (q: string) =>
		JSON.parse((await support.get(`/admin/find?q=${encodeURIComponent(q)}`)).text) as { kind: string; href: string; title: string }[]
	const found = await find(learner.email)
	expect(found.map(({ kind }) => kind)).toEqual(['learner', 'order', ...Array.from({ length: 5 }, () => 'ticket')])
	expect(found[0]).toMatchObject({ href: `/admin/learners/${learner.userId}`, title: learner.email })
	expect(found[1]?.href).toBe(`/admin/orders/${orderId}`)
	for (const q of ['', '%', "' or 1=1 --", '\0\0', 'x'.repeat(10_000)]) expect(await find(q)).toEqual([])
})
