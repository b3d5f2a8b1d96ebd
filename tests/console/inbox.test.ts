import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { ContactCategory } from '#domain/support/categories.ts'
import { systemContext } from '#server/services/context.ts'
import { listWaitingTickets } from '#server/services/people/support/answer-ticket.ts'
import { reopenTicket } from '#server/services/people/support/change-ticket.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { hiddenIn, linkIn } from './read-form.ts'
import { rowsOf } from './read-table.ts'

const DAY_MS = 86_400_000

type Ticket = {
	subject?: string
	message?: string
	category?: ContactCategory
	dueInMs?: number
	status?: 'open' | 'answered' | 'closed'
	answeredAfterMs?: number
}

async function addTicket({ deps }: Wire, ticket: Ticket = {}): Promise<string> {
	const { subject = 'Where is the worksheet?', message = 'I cannot find it.', category = 'general', status = 'open' } = ticket
	const now = deps.now().getTime()
	const { id } = await deps.db
		.insertInto('support_tickets')
		.values({
			name: 'Ana',
			email: 'ana@example.test',
			subject,
			message,
			category,
			status,
			due_at: new Date(now + (ticket.dueInMs ?? DAY_MS)),
			answered_at: ticket.answeredAfterMs === undefined ? null : new Date(now + ticket.answeredAfterMs),
			created_at: new Date(now),
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	return id
}

/** Hidden fields of the answer form on a ticket's page. */
const answerIn = (text: string, id: string) => hiddenIn(text, `/admin/tickets/${id}/answer`)
const readTicket = ({ deps }: Wire, id: string) =>
	deps.db.selectFrom('support_tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('support answers a ticket by mail, which adds to the thread, stops the clock and is logged', async () => {
	const wire = await startWire()
	const id = await addTicket(wire, { subject: '<b>Worksheet</b> 100%', message: 'Line one\n<script>alert(1)</script>' })
	await addTicket(wire, { subject: 'Not urgent', dueInMs: 9 * DAY_MS })
	wire.clock.advance(1000)
	const later = await addTicket(wire, { subject: 'Which template?' })
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get('/admin/today')).text).toContain(`/admin/tickets/${id}`)
	expect((await support.get('/admin/today')).text).toMatch(/ From Ana<span[^>]*>\. Answer by /)
	expect((await support.get(`/admin/tickets/${id}`)).text).not.toContain('Next open ticket')
	expect((await support.get('/admin/tickets')).text).not.toContain('href="/admin/applications')
	expect((await support.get('/admin/tickets')).text).toContain('&lt;b&gt;Worksheet&lt;/b&gt; 100%')
	const page = await support.get(`/admin/tickets/${id}`)
	expect([page.text.includes('<script>alert'), page.text.includes('&lt;script&gt;alert')]).toEqual([false, true])

	wire.clock.advance(20 * 60_000 - 1000)
	const body = 'Dear Ana,\r\n\r\nit is below the text.'
	const sent = await support.post(`/admin/tickets/${id}/answer`, { body, ...answerIn(page.text, id) })
	expect(sent.to).toBe(`/admin/tickets/${id}?notice=ticket-answered`)
	const mail = await wire.deps.db
		.selectFrom('outbox_messages')
		.selectAll()
		.where('template', '=', 'support.answer')
		.executeTakeFirstOrThrow()
	expect(mail).toMatchObject({ to_address: 'ana@example.test', headers: { 'Reply-To': 'support@launchway.example' } })
	expect([mail.subject, mail.body]).toEqual([expect.stringContaining(id.slice(-8).toUpperCase()), expect.stringContaining('it is below')])
	expect(mail.body).toContain(`reference ${id.slice(-8).toUpperCase()}`)
	expect(await readTicket(wire, id)).toMatchObject({ status: 'answered', answered_at: wire.deps.now() })
	const shown = (await support.get(`/admin/tickets/${id}`)).text
	expect(shown).toMatch(new RegExp(`Next open ticket: <a[^>]*href="/admin/tickets/${later}"[^>]*>Which template\\?</a>`))
	expect([shown.includes('it is below the text.'), shown.includes('email queued'), shown.includes('on time')]).toEqual([true, true, true])
	expect((await support.get('/admin/tickets')).text).toContain('100% (1 of 1). Half of the answers came within 20 min.')
	const done = await wire.deps.db.selectFrom('operator_actions').selectAll().where('object_id', '=', id).executeTakeFirstOrThrow()
	expect(done).toMatchObject({ actor_id: support.userId, action: 'ticket_answered', before: { status: 'open' } })
	expect(JSON.stringify(done)).not.toContain('ana@')
})

test('a concurrent answer is refused, sends nothing, and keeps its text', async () => {
	const wire = await startWire()
	const id = await addTicket(wire)
	const [kim, lee] = [await openConsoleAs(wire, 'support'), await openConsoleAs(wire, 'operator')]
	const answer = `/admin/tickets/${id}/answer`
	const open = async (who: typeof kim) => answerIn((await who.get(`/admin/tickets/${id}`)).text, id)
	const [ofKim, ofLee] = [await open(kim), await open(lee)]
	await kim.post(answer, { ...ofKim, body: 'From Kim' })
	const second = await lee.post(answer, { ...ofLee, body: 'From Lee & "me"' })
	expect([second.status, second.text.includes('Nothing was sent.'), second.text.includes('From Kim')]).toEqual([409, true, true])
	expect(second.text).toContain('From Lee &amp; &quot;me&quot;</textarea>')
	expect(await wire.countRows('ticket_messages')).toBe(1)
	// A second answer can follow the first, which alone counts for the response time.
	const { answered_at: first } = await readTicket(wire, id)
	wire.clock.advance(60_000)
	await lee.post(answer, { ...answerIn(second.text, id), body: 'From Lee' })
	expect([await wire.countRows('ticket_messages'), (await readTicket(wire, id)).answered_at]).toEqual([2, first])
	// If the ticket is closed in the meantime, the typed text is still shown.
	const late = await open(lee)
	await kim.post(`/admin/tickets/${id}/close`)
	const closed = await lee.post(answer, { ...late, body: 'Too late' })
	expect([closed.status, closed.text.includes('>Too late</textarea>'), closed.text.includes('Reopen')]).toEqual([409, true, true])
	expect((await lee.get(`/admin/tickets/${id}`)).text).not.toContain('name="body"')
})

test.each(['', '   ', '\u0000', 'x'.repeat(10_001)])('an empty or too long answer is refused and kept (%#)', async (body) => {
	const wire = await startWire()
	const id = await addTicket(wire)
	const support = await openConsoleAs(wire, 'support')
	const { text } = await support.get(`/admin/tickets/${id}`)
	const refused = await support.post(`/admin/tickets/${id}/answer`, { body, ...answerIn(text, id) })
	expect([refused.status, refused.text.includes(`${'x'.repeat(10_001)}</textarea>`)]).toEqual([422, body.length > 10_000])
	expect(refused.text).toMatch(/<textarea[^>]*aria-invalid="true"/)
	expect(await wire.countRows('ticket_messages')).toBe(0)
})

test('a saved reply is inserted after the typed text, with the name, and can be edited and deleted', async () => {
	const wire = await startWire()
	const id = await addTicket(wire)
	const support = await openConsoleAs(wire, 'support')
	expect((await support.post('/admin/answers', { title: 'Hello', body: '' })).status).toBe(422)
	await support.post('/admin/answers', { title: 'Worksheet', body: 'Dear {name}, look below. $&' })
	const { id: saved } = await wire.deps.db.selectFrom('saved_answers').select('id').executeTakeFirstOrThrow()
	const form = { ...answerIn((await support.get(`/admin/tickets/${id}`)).text, id), body: 'Typed', saved, do: 'fill' }
	const filled = await support.post(`/admin/tickets/${id}/answer`, form)
	expect([filled.status, filled.text.includes('Typed\n\nDear Ana, look below. $&amp;</textarea>')]).toEqual([422, true])
	expect(filled.text).toContain('Saved reply inserted. Nothing was sent yet.')
	expect(filled.text).not.toContain('role="alert"')
	const asData = await support.post(`/admin/tickets/${id}/answer.data`, form)
	expect([asData.status, asData.text.includes(String.raw`Typed\n\nDear Ana, look below. $&`)]).toEqual([422, true])
	expect([await wire.countRows('ticket_messages'), (await readTicket(wire, id)).status]).toEqual([0, 'open'])
	await support.post(`/admin/answers/${saved}`, { title: 'Sheet', body: 'Other' })
	expect((await support.get('/admin/answers')).text).toContain('<summary>Sheet</summary>')
	await support.post(`/admin/answers/${saved}/delete`)
	// If the saved reply is deleted in the meantime, the text is saved as a new one.
	expect((await support.post(`/admin/answers/${saved}`, { title: 'Sheet', body: 'Not lost' })).status).toBe(303)
	expect((await support.get('/admin/answers')).text).toContain('Not lost</textarea>')
})

test('a ticket can be assigned, unassigned, closed without an answer, and reopened', async () => {
	const wire = await startWire()
	const id = await addTicket(wire)
	const support = await openConsoleAs(wire, 'support')
	await support.post(`/admin/tickets/${id}/assign`, { to: 'me' })
	expect((await readTicket(wire, id)).assigned_to).toBe(support.userId)
	expect((await support.get('/admin/tickets')).text).toContain(support.email)
	await support.post(`/admin/tickets/${id}/assign`, { to: 'nobody' })
	await support.post(`/admin/tickets/${id}/close`)
	expect(await readTicket(wire, id)).toMatchObject({ assigned_to: null, status: 'closed', answered_at: null })
	expect((await support.post(`/admin/tickets/${id}/close`)).to).toContain('notice=ticket-unchanged')
	const { due_at: due } = await readTicket(wire, id)
	await support.post(`/admin/tickets/${id}/reopen`)
	expect(await readTicket(wire, id)).toMatchObject({ status: 'open', due_at: due, first_due_at: null })
})

test('a reopened ticket gets a new due time, and the statistic keeps the first one', async () => {
	const wire = await startWire()
	const ctx = systemContext(wire.deps, 'test')
	const kept = await addTicket(wire, { dueInMs: DAY_MS, answeredAfterMs: 2 * 3_600_000, status: 'answered' })
	await addTicket(wire, { dueInMs: DAY_MS, answeredAfterMs: 2 * DAY_MS, status: 'answered' })
	await addTicket(wire, { dueInMs: DAY_MS, status: 'closed' })
	await addTicket(wire, { dueInMs: 3 * DAY_MS })
	wire.clock.advance(2 * DAY_MS)
	await wire.deps.db
		.insertInto('ticket_messages')
		.values({ ticket_id: kept, kind: 'note', body: 'For us', created_at: wire.deps.now() })
		.execute()
	const dueAt = await reopenTicket(ctx, kept)
	expect((await listWaitingTickets(ctx)).map(({ excerpt }) => excerpt)).toEqual(['I cannot find it.', 'I cannot find it.'])
	expect(dueAt?.getTime()).toBeGreaterThan(wire.deps.now().getTime())
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get('/admin/tickets')).text).toContain('50% (1 of 2). Half of the answers came within 25 h.')
	wire.clock.advance(25 * 60_000)
	// The open ticket is now overdue and counts as missed.
	await wire.deps.db.updateTable('support_tickets').set({ due_at: wire.deps.now() }).where('status', '=', 'open').execute()
	expect((await support.get('/admin/tickets')).text).toContain('33% (1 of 3)')
})

test('lists are filtered and paged by key, each row once, and invalid parameters change nothing', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	await sql`insert into support_tickets (name, email, subject, message, category, status, due_at, created_at)
		select 'N', 'n@example.test', 'Subject ' || n, 'm', case when n % 2 = 0 then 'terms' else 'general' end,
			case when n <= 120 then 'open' else 'answered' end, now() + interval '1 day' * (n % 7), now() - interval '1 min' * (n % 5)
		from generate_series(1, 180) n`.execute(wire.deps.db)
	for (const [state, count] of [
		['open', 120],
		['answered', 60],
	] as const) {
		const seen: string[] = []
		let path: string | null = `/admin/tickets?state=${state}`
		while (path !== null) {
			const { text } = await support.get(path)
			seen.push(...[...text.matchAll(/href="\/admin\/tickets\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id))
			path = linkIn(text, 'Next')
		}
		expect([seen.length, new Set(seen).size]).toEqual([count, count])
	}
	const terms = (await support.get('/admin/tickets?category=terms')).text
	expect(rowsOf(terms, 'Tickets').map(([ticket]) => ticket?.endsWith('Terms'))).toEqual(Array<boolean>(50).fill(true))
	for (const query of ['state=%00', "category='%25", 'before=%F0%9F%98%80', `before=${'x'.repeat(10_000)}`])
		expect((await support.get(`/admin/tickets?${query}`)).status).toBe(200)
	for (const list of ['feedback', 'early-access', 'answers']) expect((await support.get(`/admin/${list}?before=%00`)).status).toBe(200)
	expect((await support.get('/admin/tickets/not-an-id')).status).toBe(404)
})

test.each([
	[
		'tickets?state=closed',
		'Tickets',
		"support_tickets (name, email, subject, message, status, due_at, created_at) select 'N', 'n@example.test', 's', 'm', 'closed', now()",
	],
	['applications', 'Applications', "job_applications (name, email, message, created_at) select 'N', 'n@example.test', 'm'"],
	['feedback', 'Feedback', 'module_feedback (module_id, is_helpful, created_at) select 2, true'],
	['early-access', 'Requests', "early_access_requests (email, module_id, created_at) select gen_random_uuid() || '@example.test', 2"],
])('%s doesn’t link to an empty page', async (list, caption, row) => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const add = (count: number) =>
		sql.raw(`insert into ${row}, now() - interval '1 min' * n from generate_series(1, ${count}) n`).execute(wire.deps.db)
	await add(50)
	const full = (await operator.get(`/admin/${list}`)).text
	expect([rowsOf(full, caption).length, linkIn(full, 'Next')]).toEqual([50, null])
	await add(1)
	const next = linkIn((await operator.get(`/admin/${list}`)).text, 'Next')
	const last = (await operator.get(next ?? '')).text
	expect([rowsOf(last, caption).length, linkIn(last, 'Next')]).toEqual([1, null])
})

test('an operator reads applications, downloads their file and sets their status; feedback and early access are listed', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const now = wire.deps.now()
	const { id } = await db
		.insertInto('job_applications')
		.values({ name: 'Bo', email: 'bo@example.test', message: 'Hi', created_at: now })
		.returning('id')
		.executeTakeFirstOrThrow()
	const content = Buffer.from('%PDF-1.7')
	const file = { application_id: id, file_name: '"cv".pdf', size_bytes: content.length, sha256: Buffer.alloc(32), has_active_content: true }
	await db
		.insertInto('job_application_files')
		.values({ ...file, content })
		.execute()
	await db
		.insertInto('module_feedback')
		.values({ module_id: 2, is_helpful: false, suggestion: '<i>Shorter</i>', created_at: now })
		.execute()
	await db.insertInto('early_access_requests').values({ email: 'cy@example.test', module_id: 3, created_at: now }).execute()
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get('/admin/applications')).text).toContain(`/admin/applications/${id}"`)
	const { text } = await operator.get(`/admin/applications/${id}`)
	for (const part of ['contains a script or a file', 'href="mailto:bo@example.test?subject=', 'Reply by email', 'Mark as answered'])
		expect(text).toContain(part)
	const saved = await operator.get(`/admin/applications/${id}/file`)
	expect([saved.text, saved.headers.get('content-disposition')]).toEqual([
		'%PDF-1.7',
		`attachment; filename="application-${id.slice(-8).toUpperCase()}.pdf"`,
	])
	const settle = async (state: string) => (await operator.post(`/admin/applications/${id}/${state}`)).to.split(/notice=|&/)[1]
	for (const [state, said] of Object.entries({ answered: 'settled', nonsense: 'unchanged' }))
		expect(await settle(state)).toBe(`application-${said}`)
	expect((await operator.get('/admin/applications')).text).toMatch(/answered<\/span>/)
	expect((await operator.get('/admin/feedback')).text).toContain('&lt;i&gt;Shorter&lt;/i&gt;')
	expect((await operator.get('/admin/early-access')).text).toContain('cy@example.test')
})

test('whether an answer was on time depends on when it was given, not on when someone looks', async () => {
	const wire = await startWire()
	const answered = { status: 'answered', dueInMs: DAY_MS } as const
	const onTime = await addTicket(wire, { ...answered, answeredAfterMs: DAY_MS - 1000 })
	const late = await addTicket(wire, { ...answered, answeredAfterMs: DAY_MS + 1000 })
	const open = await addTicket(wire, { dueInMs: DAY_MS })
	const closed = await addTicket(wire, { dueInMs: DAY_MS, status: 'closed' })
	wire.clock.advance(3 * DAY_MS)
	const support = await openConsoleAs(wire, 'support')
	const clockOf = async (id: string) =>
		/on time|closed without an answer|2 days late|>late/.exec((await support.get(`/admin/tickets/${id}`)).text)?.[0]
	expect([await clockOf(onTime), await clockOf(late), await clockOf(open), await clockOf(closed)]).toEqual([
		'on time',
		'>late',
		'2 days late',
		'closed without an answer',
	])
})
