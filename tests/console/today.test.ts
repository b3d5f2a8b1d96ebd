import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { localClock, localDay, localTimeToMs } from '#domain/clock/local-clock.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { STALLED_DAYS } from '#server/services/learning/progress/progress-state.ts'
import { askForRefund, buyAsLearner } from '#tests/factories/refund.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const { taughtModule } = loadedContent

const DAY_MS = 86_400_000
const LESSON = taughtModule(1).sections.find(({ lessonId }) => lessonId !== null)?.lessonId ?? ''

/** Returns the hidden fields of the first form with this action. */
function fieldsOf(text: string, action: string): Record<string, string> {
	const [, body = ''] = new RegExp(`action="${action}"[^>]*>([\\s\\S]*?)</form>`).exec(text) ?? []
	return Object.fromEntries(
		[...body.matchAll(/name="(kind|object|basis|user|seen)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
	)
}

async function boughtLongAgo(wire: Wire) {
	const { learner } = await buyAsLearner(wire.deps)
	await wire.deps.db
		.updateTable('entitlements')
		.set({ granted_at: new Date(wire.clock.now().getTime() - 30 * DAY_MS) })
		.execute()
	return learner
}

const fail = ({ deps, clock }: Wire, userId: string, score: number) =>
	deps.db
		.insertInto('lesson_quiz_attempts')
		.values({
			user_id: userId,
			attempt_id: randomUUID(),
			module_id: 1,
			lesson_id: LESSON,
			answers: '[]',
			score,
			total: 5,
			attempted_at: new Date(clock.now().getTime() - DAY_MS),
		})
		.execute()

test('overdue alerts, whose tickets are in the queue, hide no other alert', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const created_at = (minutes: number) => new Date(wire.clock.now().getTime() - minutes * 60_000)
	const overdue = Array.from({ length: 200 }, (_, index) => ({
		kind: 'message_overdue',
		dedupe_key: `letter:${index}`,
		facts: '{}',
		created_at: created_at(1),
	}))
	await wire.deps.db
		.insertInto('operator_alerts')
		.values([...overdue, { kind: 'bounces', dedupe_key: 'bounces', facts: '{}', created_at: created_at(2) }])
		.execute()
	const { text } = await operator.get('/admin/today')
	expect([text.includes('Many emails bounce'), text.includes('overdue')]).toEqual([true, false])
})

/** Returns the words of a page in order. */
const linesOf = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('today’s and yesterday’s sales use the console’s time zone, for operators only, and are hidden without sales', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const support = await openConsoleAs(wire, 'support')
	expect((await operator.get('/admin/today')).text).not.toContain('before refunds')
	const { orderId } = await buyAsLearner(wire.deps)
	const { id: _id, ...row } = await wire.deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
	const clock = localClock(loadedContent.site.timeZone ?? 'UTC')
	const midnight = localTimeToMs(clock, localDay(clock, wire.clock.now().getTime()), 0)
	const cost = { subtotal_cents: 5310, discount_cents: 0, total_cents: 5310, tax_cents: 0 }
	const sold = (paidAt: number, more: object = {}) => ({ ...row, ...cost, paid_at: new Date(paidAt), ...more })
	await wire.deps.db.deleteFrom('entitlements').execute()
	await wire.deps.db
		.updateTable('orders')
		.set({ paid_at: new Date(midnight - 40 * DAY_MS) })
		.execute()
	await wire.deps.db
		.insertInto('orders')
		.values([
			sold(midnight),
			sold(midnight - 1),
			sold(midnight - 3_600_000),
			sold(midnight, { provider: 'operator' }),
			// A live order, while this academy's payments are in test mode.
			sold(midnight, { livemode: true }),
		])
		.execute()
	const { text } = await operator.get('/admin/today')
	expect(linesOf(text)).toMatch(/\$53\.10 Today: 1 test order, before refunds \$106\.20 Yesterday: 2 test orders \(Eastern Time\)/)
	expect([...text.matchAll(/\/admin\/overview\?(days=\w+)/g)].map(([, query]) => query)).toEqual(['days=1', 'days=yesterday'])
	expect((await support.get('/admin/today')).text).not.toContain('before refunds')
})

test('a new application stays in the queue until settled, and automatic refunds are noted', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { id } = await db
		.insertInto('job_applications')
		.values({ name: 'Bo Writer', email: 'bo@example.test', message: 'Hello', created_at: wire.clock.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	const support = await openConsoleAs(wire, 'support')
	const { text } = await support.get('/admin/today')
	expect(text).toMatch(
		new RegExp(`/admin/applications/${id}"[^>]*>Application from Bo Writer</a></h2><span class="text-soft">due in 1\\d days<`),
	)
	expect(text).not.toContain('Recent, pending and failed refunds')
	await db.updateTable('job_applications').set({ status: 'answered' }).execute()
	expect((await support.get('/admin/today')).text).not.toContain('Application from')

	const { learner, orderId } = await buyAsLearner(wire.deps)
	await askForRefund(wire.deps, learner, orderId)
	const noted = (await support.get('/admin/today')).text
	expect(noted).toContain('Recent, pending and failed refunds')
	expect(noted).toContain(`${orderNumber(orderId)}, ${learner.email}`)
	expect(noted).toContain('automatically, by the rule')
	// A refund that fails weeks after the request is shown for a week from then on.
	const daysAgo = (days: number) => new Date(wire.clock.now().getTime() - days * DAY_MS)
	const failed = (days: number) => ({ state: 'failed' as const, requested_at: daysAgo(20), updated_at: daysAgo(days) })
	await db.updateTable('refund_requests').set(failed(6)).execute()
	expect((await support.get('/admin/today')).text).toContain(`${orderNumber(orderId)}, ${learner.email}`)
	await db.updateTable('refund_requests').set(failed(8)).execute()
	expect((await support.get('/admin/today')).text).not.toContain('Recent, pending and failed refunds')
})

test('a stalled buyer stays in the queue until snoozed, done or active again', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get('/admin/today')).text).toContain('You’re all caught up')
	const learner = await boughtLongAgo(wire)
	const stands = async () => (await support.get('/admin/today')).text.includes('has stalled</h2>')
	expect(await stands()).toBe(true)

	const later = fieldsOf((await support.get('/admin/today')).text, '/admin/queue/later')
	expect((await support.post('/admin/queue/later', later)).to).toMatch(/^\/admin\/today\?notice=put-off&undo=/)
	expect(await stands()).toBe(false)
	expect((await support.post('/admin/queue/back', fieldsOf((await support.get('/admin/today')).text, '/admin/queue/back'))).to).toBe(
		'/admin/today?notice=taken-back',
	)
	expect(await stands()).toBe(true)
	await support.post('/admin/queue/later', later)
	wire.clock.advance(7 * DAY_MS)
	const again = await openConsoleAs(wire, 'support', 'second@academy.test')
	expect((await again.get('/admin/today')).text).toContain('has stalled</h2>')

	await again.post('/admin/queue/done', fieldsOf((await again.get('/admin/today')).text, '/admin/queue/done'))
	expect((await again.get('/admin/today')).text).not.toContain('has stalled</h2>')
	// The learner was active in between, and has stalled again.
	const at = wire.clock.now()
	const times = { changed_at: at, stored_at: at, first_stored_at: at, first_changed_at: at }
	await wire.deps.db
		.insertInto('progress_entries')
		.values({ user_id: learner.userId, kind: 'section', key: '1/x', done: true, ...times })
		.execute()
	wire.clock.advance((STALLED_DAYS + 1) * DAY_MS)
	const third = await openConsoleAs(wire, 'support', 'third@academy.test')
	expect((await third.get('/admin/today')).text).toContain('has stalled</h2>')
	expect((await third.post('/admin/queue/later', { kind: 'refund', object: 'x' })).status).toBe(400)
	const actions = await wire.deps.db.selectFrom('operator_actions').select(['action', 'object_id']).execute()
	expect(new Set(actions.map(({ action }) => action))).toEqual(new Set(['queue_item_decided', 'queue_decision_taken_back']))
	expect(new Set(actions.map(({ object_id: id }) => id))).toEqual(new Set([learner.userId]))
})

test('three failed checks put a learner in the queue, and a passed one takes them out', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const { learner } = await buyAsLearner(wire.deps)
	const fails = async () => (await support.get('/admin/today')).text.includes('keeps failing a check</h2>')
	await fail(wire, learner.userId, 1)
	await fail(wire, learner.userId, 2)
	expect(await fails()).toBe(false)
	await fail(wire, learner.userId, 0)
	expect(await fails()).toBe(true)
	expect((await support.get('/admin/today')).text).toContain('2 of 5 right')
	await fail(wire, learner.userId, 5)
	expect(await fails()).toBe(false)
})

test('a learner is mailed once from the queue, through the outbox; a refused text is kept', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const learner = await boughtLongAgo(wire)
	const target = `/admin/learners/${learner.userId}/write`
	const item = fieldsOf((await support.get('/admin/today')).text, target)
	const refused = await support.post(target, { ...item, subject: 'Hello\r\nBcc: a@example.com', text: '' })
	expect([refused.status, refused.text.includes('Write something first.'), refused.text.includes('Bcc: a@example.com')]).toEqual([
		422,
		true,
		true,
	])
	const sent = await support.post(target, { ...item, subject: 'Hello\r\nBcc: a@example.com', text: 'Is <b>something</b> unclear?' })
	expect(sent.to).toBe('/admin/today?notice=learner-written-later')
	const mails = (await wire.deps.db.selectFrom('outbox_messages').selectAll().where('template', '=', 'support.note').execute()).map(
		({ to_address: to, subject, body_html: html }) => [to, subject, html.includes('&lt;b&gt;')],
	)
	expect(mails).toEqual([[learner.email, 'Hello Bcc: a@example.com', true]])
	expect((await support.get('/admin/today')).text).not.toContain('has stalled</h2>')
	expect((await support.get('/admin/today')).text).toContain('Undo')
	expect((await support.post(target, { subject: 'Hi', text: 'There' })).to).toBe(`/admin/learners/${learner.userId}?notice=learner-written`)
})
