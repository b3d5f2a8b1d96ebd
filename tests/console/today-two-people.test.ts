import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { buyAsLearner } from '#tests/factories/refund.ts'
import { makeOrder } from '#tests/factories/snapshot.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const DAY_MS = 86_400_000

/** Returns the hidden fields of the first form with this action. */
function fieldsOf(text: string, action: string): Record<string, string> {
	const [, body = ''] = new RegExp(`action="${action}"[^>]*>([\\s\\S]*?)</form>`).exec(text) ?? []
	return Object.fromEntries(
		[...body.matchAll(/name="(kind|object|basis|user|seen|form_after)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
	)
}

/** Two operators have the same learner in their queue; each page shows the state in which it was loaded. */
async function open() {
	const wire = await startWire()
	const { learner } = await buyAsLearner(wire.deps)
	await wire.deps.db
		.updateTable('entitlements')
		.set({ granted_at: new Date(wire.clock.now().getTime() - 30 * DAY_MS) })
		.execute()
	const [one, two] = [await openConsoleAs(wire, 'support'), await openConsoleAs(wire, 'support', 'second@academy.test')]
	const { text } = await one.get('/admin/today')
	const write = `/admin/learners/${learner.userId}/write`
	return { wire, learner, one, two, text, write, later: fieldsOf(text, '/admin/queue/later'), item: fieldsOf(text, write) }
}

const notes = ({ deps }: Wire) => deps.db.selectFrom('outbox_messages').select('subject').where('template', '=', 'support.note').execute()

test('a decision on an item someone else already decided is refused with a notice', async () => {
	const { wire, one, two, later } = await open()
	expect((await one.post('/admin/queue/done', later)).to).toMatch(/^\/admin\/today\?notice=taken-care-of&undo=/)
	expect((await two.post('/admin/queue/later', later)).to).toBe('/admin/today?notice=queue-was-decided')
	expect(await wire.deps.db.selectFrom('queue_decisions').select(['state', 'decided_by']).execute()).toEqual([
		{ state: 'done', decided_by: one.userId },
	])
	expect((await two.get('/admin/today?notice=queue-was-decided')).text).toContain('someone else has handled this')
})

test('a decision can be undone only if it is unchanged', async () => {
	const { wire, one, two, later } = await open()
	await one.post('/admin/queue/later', later)
	const back = fieldsOf((await one.get('/admin/today')).text, '/admin/queue/back')
	await two.post('/admin/queue/back', back)
	wire.clock.advance(1000)
	await two.post('/admin/queue/done', later)
	for (const seen of [back.seen ?? '', '', '1e300', '%00', '-1'])
		expect((await one.post('/admin/queue/back', { ...back, seen })).to).toBe('/admin/today?notice=queue-was-decided')
	expect(await wire.deps.db.selectFrom('queue_decisions').select('state').execute()).toEqual([{ state: 'done' }])
})

test('if two people mail the same learner from the queue, the second is warned, keeps the text and can still send', async () => {
	const { wire, learner, one, two, write, item } = await open()
	expect((await one.post(write, { ...item, subject: 'First', text: 'Hello' })).to).toBe('/admin/today?notice=learner-written-later')
	const slower = await two.post(write, { ...item, subject: 'Second', text: 'Is it clear?' })
	expect([slower.status, slower.text.includes('Is it clear?'), slower.text.includes('Someone else')]).toEqual([409, true, true])
	expect(await notes(wire)).toEqual([{ subject: 'First' }])
	const again = await two.post(write, { ...fieldsOf(slower.text, write), subject: 'Second', text: 'Is it clear?' })
	expect(again.to).toBe(`/admin/learners/${learner.userId}?notice=learner-written`)
	expect(await notes(wire)).toHaveLength(2)
})

test('deciding on a deleted account is no error', async () => {
	const { one, later } = await open()
	const gone = '00000000-0000-4000-8000-000000000000'
	expect((await one.post('/admin/queue/later', { ...later, user: gone })).to).toMatch(/^\/admin\/today\?notice=put-off&undo=/)
})

test('the queue continues past any number of handled items', async () => {
	const { wire, one } = await open()
	const { db } = wire.deps
	await sql`insert into orders (email, product_code, product_name, subtotal_cents, total_cents, status, provider, created_at, updated_at, currency,
			livemode, client_address, refund_policy_version)
		select 'g' || n || '@example.test', 'lifetime', 'Course', 1, 1, 'paid', 'sandbox', now(), now(), 'usd', false, 'x', '1' from generate_series(1, 300) n`.execute(
		db,
	)
	await sql`insert into entitlements (order_id, product_code, email, granted_at)
		select id, product_code, email, ${wire.clock.now()}::timestamptz - interval '20 days' from orders where email like 'g%@example.test'`.execute(
		db,
	)
	await sql`insert into queue_decisions (kind, object, state, basis, decided_at)
		select 'stands-still', id::text, 'done', 'never', ${wire.clock.now()} from entitlements where email like 'g%@example.test'`.execute(db)
	expect((await one.get('/admin/today')).text).toContain('has stalled</h2>')
})

test('hundreds of alerts don’t hide the ones with a due date', async () => {
	const { wire, one } = await open()
	await sql`insert into operator_alerts (kind, dedupe_key, facts, created_at)
		select case when n = 1 then 'dispute' else 'bounces' end, n::text, '{}', ${wire.clock.now()}::timestamptz + n * interval '1 second'
		from generate_series(1, 250) n`.execute(wire.deps.db)
	const { text } = await one.get('/admin/today')
	expect([/dispute/i.test(text), text.includes('The 60 most urgent items are shown.')]).toEqual([true, true])
	const id = /action="\/admin\/alerts\/([^"]+)"/.exec(text)?.[1] ?? ''
	const closed = await one.post(`/admin/alerts/${id}`)
	expect((await one.get(closed.to)).text).toMatch(/role="status"[^>]*>(?:<div[^>]*>)+<p[^>]*>Alert resolved/)
})

test('alerts are among the other items by their deadline, and a privacy ticket is shown once', async () => {
	const { wire, one } = await open()
	const { db } = wire.deps
	const now = wire.clock.now().getTime()
	const at = (days: number) => new Date(now + days * 86_400_000)
	const { id: order, email } = await makeOrder(wire.deps)
	const ticket = async (subject: string, dueAt: Date) =>
		db
			.insertInto('support_tickets')
			.values({
				category: 'privacy',
				subject,
				name: 'Ana',
				email: 'ana@example.test',
				message: 'My data',
				created_at: at(-30),
				due_at: dueAt,
			})
			.returning('id')
			.executeTakeFirstOrThrow()
	const { id: request } = await ticket('Nine days late', at(-9))
	await ticket('Due in twenty days', at(20.5))
	const alert = (kind: string, facts: object) => ({
		kind,
		dedupe_key: JSON.stringify(facts),
		facts: JSON.stringify(facts),
		created_at: at(-1),
	})
	const privacy = (days: number) => ({
		asks: 'erase',
		answerBefore: at(days)
			.toISOString()
			.slice(0, days < -40 ? 10 : 30),
	})
	await db
		.insertInto('operator_alerts')
		.values([
			alert('privacy_request_waiting', { request, asks: 'message', answerBefore: at(-9).toISOString() }),
			alert('privacy_request_waiting', privacy(-64)),
			alert('privacy_request_waiting', privacy(10.5)),
			alert('refund_failed', { order, refund: 're_1', reason: 'unknown', amount: '$47.00' }),
		])
		.execute()
	const { text } = await one.get('/admin/today')
	const entries = [...text.matchAll(/<li class="[^"]*(border-l-[a-z-]+) *"[^>]*data-stop[^>]*>(.*?)<\/li>/gs)]
	const shown = entries.map(([, edge, entry = '']) => [edge, /\d+ days late|due in \d+ days|didn’t go through|stalled/.exec(entry)?.[0]])
	expect(shown).toEqual([
		// Days are those of the calendar, and a date without a time lasts until its end: the time of day of this test decides.
		['border-l-danger-ink', expect.stringMatching(/^6[34] days late$/)],
		['border-l-danger-ink', '9 days late'],
		['border-l-danger-ink', 'didn’t go through'],
		['border-l-line-strong', 'stalled'],
		['border-l-line-strong', expect.stringMatching(/^due in 1[01] days$/)],
		['border-l-line-strong', expect.stringMatching(/^due in 2[01] days$/)],
	])
	expect(text.match(new RegExp(`/admin/tickets/${request}"`, 'g'))).toHaveLength(1)
	for (const words of [email ?? '', '$47.00', `/admin/orders/${order}"`, 'the deletion of their data']) expect(text).toContain(words)
	expect(text).not.toMatch(/In the console|Asks message|\d{4}-\d{2}-\d{2}</)
})
