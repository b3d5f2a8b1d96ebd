import { expect, test } from 'vitest'

import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'

const ask = async ({ app }: Wire, path: string, form?: Record<string, string>) => {
	const body = form && { method: 'POST', body: new URLSearchParams(form) }
	const response = await app.request(new Request(new URL(path, 'http://localhost:3000'), body))
	return { status: response.status, to: response.headers.get('location') ?? '', text: (await response.text()).replaceAll('<!-- -->', '') }
}

/** Creates an answered ticket. @returns the reply link from the answer's email */
async function openAnswered(wire: Wire) {
	const typed = { name: 'Ana', email: 'ana@example.test', subject: 'Where is it?', message: 'I cannot find the sheet.' }
	const { id } = await wire.deps.db
		.insertInto('support_tickets')
		.values({ ...typed, due_at: new Date(wire.clock.now().getTime() + 3_600_000), created_at: wire.clock.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	const support = await openConsoleAs(wire, 'support')
	const page = `/admin/tickets/${id}`
	const answer = async (body: string) =>
		support.post(`${page}/answer`, { body, ...hiddenIn((await support.get(page)).text, `${page}/answer`) })
	await answer('It is below the text.')
	const [, path = ''] = /https?:\/\/[^/\s]+(\/requests\/\S+)/.exec((await wire.lastMail('ana@example.test')).body) ?? []
	return { id, support, page, answer, path, read: () => wire.deps.db.selectFrom('support_tickets').selectAll().executeTakeFirstOrThrow() }
}

test('a signed-out person’s ticket links to the learner and orders with its address, as unverified', async () => {
	const wire = await startWire()
	const { learner, orderId } = await buyAsLearner(wire.deps)
	const { id, support, page } = await openAnswered(wire)
	const typed = (email: string) => wire.deps.db.updateTable('support_tickets').set({ email }).where('id', '=', id).execute()
	expect((await support.get(page)).text).toContain('No account or order with this address.')
	await typed(learner.email.toUpperCase())
	const { text } = await support.get(page)
	for (const part of [`/admin/learners/${learner.userId}`, '>has access<', `/admin/orders/${orderId}`, 'isn’t confirmed'])
		expect(text).toContain(part)
	await wire.deps.db.updateTable('auth.users').set({ email_confirmed_at: null }).where('id', '=', learner.userId).execute()
	const unconfirmed = (await support.get(page)).text
	for (const part of [
		`/admin/learners/${learner.userId}`,
		'Address not verified',
		'1 order with this address:',
		`/admin/orders/${orderId}`,
	])
		expect(unconfirmed).toContain(part)
	expect(unconfirmed).not.toContain('No account')
	await wire.deps.db.updateTable('auth.users').set({ email: 'other@example.test' }).where('id', '=', learner.userId).execute()
	expect((await support.get(page)).text).toContain('No account. 1 order with this address:')
})

test('a signed-in sender’s address counts as verified only if the account has confirmed this one', async () => {
	const wire = await startWire()
	const { learner } = await buyAsLearner(wire.deps)
	const { id, support, page } = await openAnswered(wire)
	const send = (email: string) =>
		wire.deps.db.updateTable('support_tickets').set({ user_id: learner.userId, email }).where('id', '=', id).execute()
	const isUnverified = async () => (await support.get(page)).text.includes('isn’t confirmed')
	await send(learner.email.toUpperCase())
	expect(await isUnverified()).toBe(false)
	await send('other@example.test')
	expect(await isUnverified()).toBe(true)
	await send(learner.email)
	await wire.deps.db.updateTable('auth.users').set({ email_confirmed_at: null }).where('id', '=', learner.userId).execute()
	expect(await isUnverified()).toBe(true)
})

test('the sender reads the thread by link and replies several times, and never sees internal notes', async () => {
	const wire = await startWire()
	const { id, support, page, answer, path, read } = await openAnswered(wire)
	await support.post(`${page}/note`, { note: 'Same question as last week' })
	const seen = await ask(wire, path)
	expect([seen.status, seen.text.includes('I cannot find the sheet.'), seen.text.includes('It is below the text.')]).toEqual([
		200,
		true,
		true,
	])
	expect([seen.text.includes('Same question'), seen.text.includes(support.email), seen.text.includes('<script')]).toEqual([
		false,
		false,
		false,
	])
	const first = await read()

	wire.clock.advance(20 * 60_000)
	const [, replyId = ''] = /name="reply" value="([^"]+)"/.exec(seen.text) ?? []
	for (let press = 0; press < 2; press += 1)
		expect((await ask(wire, path, { text: 'Thanks!\r\n<b>And</b> the other?', reply: replyId })).to).toBe(`${path}?sent#end`)
	const reopened = await read()
	expect([reopened.status, reopened.answered_at, reopened.first_answered_at]).toEqual(['open', null, first.answered_at])
	expect(reopened.due_at.getTime()).toBeGreaterThan(first.due_at.getTime())
	const notices = await wire.deps.db.selectFrom('outbox_messages').selectAll().where('template', '=', 'support.reply-notice').execute()
	expect(notices).toEqual([
		expect.objectContaining({ to_address: 'support@launchway.example', headers: { 'Reply-To': 'ana@example.test' } }),
	])
	expect((await ask(wire, `${path}?sent`)).text).toContain('We got your reply.')
	expect((await support.get('/admin/tickets')).text).toContain(`/admin/tickets/${id}`)
	const today = (await support.get('/admin/today')).text
	expect([today.includes('&lt;b&gt;And&lt;/b&gt; the other?'), today.includes('I cannot find the sheet.')]).toEqual([true, false])

	wire.clock.advance(60_000)
	await answer('The other is there, too.')
	wire.clock.advance(60_000)
	await ask(wire, path, { text: 'Found both.', reply: '' })
	const shown = (await support.get(page)).text
	const order = ['I cannot find the sheet.', 'It is below', 'Same question', '&lt;b&gt;And&lt;/b&gt;', 'The other is there', 'Found both.']
	expect(order.map((words) => shown.indexOf(words)).toSorted((one, other) => one - other)).toEqual(
		order.map((words) => shown.indexOf(words)),
	)
	expect(shown.indexOf('Found both.')).toBeGreaterThan(0)
	expect(await wire.countRows('ticket_messages')).toBe(5)
})

test('an answer is refused, and kept, if a reply arrived meanwhile', async () => {
	const wire = await startWire()
	const { support, page, path } = await openAnswered(wire)
	const opened = hiddenIn((await support.get(page)).text, `${page}/answer`)
	await ask(wire, path, { text: 'Never mind, I have found it.', reply: '' })
	const refused = await support.post(`${page}/answer`, { body: 'Did you look below?', ...opened })
	expect([refused.status, refused.text.includes('Did you look below?</textarea>'), refused.text.includes('Never mind')]).toEqual([
		409,
		true,
		true,
	])
})

test('a reply reopens a closed ticket with a new due time', async () => {
	const wire = await startWire()
	const { support, page, path, read } = await openAnswered(wire)
	await support.post(`${page}/close`)
	wire.clock.advance(30 * 86_400_000)
	await ask(wire, path, { text: 'It is back.', reply: '' })
	const { status, due_at: due } = await read()
	expect([status, due > wire.clock.now()]).toEqual(['open', true])
})

test('a wrong link and an empty or too long reply are refused', async () => {
	const wire = await startWire()
	const { path, id } = await openAnswered(wire)
	for (const wrong of [`/requests/${id}`, `${path}x`, `/requests/${id}.${'A'.repeat(43)}`, '/requests/nothing'])
		expect([(await ask(wire, wrong)).status, (await ask(wire, wrong, { text: 'Hello' })).status]).toEqual([404, 404])
	const long = 'x'.repeat(2001)
	for (const text of ['', ' ', long]) {
		const refused = await ask(wire, path, { text, reply: '' })
		expect([refused.status, /<textarea[^>]*aria-invalid="true"/.test(refused.text)]).toEqual([422, true])
	}
	expect((await ask(wire, path, { text: long })).text).toContain(`${long}</textarea>`)
	await wire.deps.db.deleteFrom('support_tickets').execute()
	const gone = await ask(wire, path)
	expect([gone.status, gone.text.includes('We can’t find this conversation')]).toEqual([404, true])
	expect(await wire.countRows('ticket_messages')).toBe(0)
})

test('replies count against the storage quota, so that a link can’t fill the disk', async () => {
	const wire = await startWire()
	const { id, path } = await openAnswered(wire)
	const reply = { ticket_id: id, kind: 'reply' as const, body: 'x'.repeat(10_000), created_at: wire.clock.now() }
	for (let part = 0; part < 30; part += 1) await wire.deps.db.insertInto('ticket_messages').values(reply).execute()
	const full = await ask(wire, path, { text: 'One more', reply: '' })
	expect([full.status, full.text.includes('Please email us instead.'), full.text.includes('One more</textarea>')]).toEqual([
		413,
		true,
		true,
	])
})
