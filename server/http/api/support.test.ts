// asvs V2.4.1
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { createApp } from '#server/process/app.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const { site } = loadedContent

const GOOD = { name: 'Ana', email: 'ana@example.test', subject: 'Refund', message: 'How does it work?' }
const TICKET_ID = '11111111-1111-4111-8111-111111111111'

async function openSupport(env: Record<string, string> = {}, time: { now?: () => Date } = {}) {
	const made = await makeTestDeps({ env, ...time })
	const app = createApp(made.deps)
	const post = (body: unknown, headers: Record<string, string> = {}) =>
		app.request('/api/support/contact', {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		})
	const submit = (fields: Record<string, string>) =>
		app.request('/contact', {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: new URLSearchParams(fields).toString(),
		})
	const tickets = () => made.deps.db.selectFrom('support_tickets').selectAll().orderBy('created_at').execute()
	const mails = (template: string) => made.deps.db.selectFrom('outbox_messages').selectAll().where('template', '=', template).execute()
	return { ...made, app, post, submit, tickets, mails }
}

const fieldsOf = async (response: Response) => ((await response.json()) as { error: { fields?: Record<string, string> } }).error.fields

test('a message becomes a ticket due in 24 support hours, with mails to sender and operator', async () => {
	// A Saturday, outside support hours.
	const support = await openSupport({}, { now: () => new Date('2026-11-21T17:00:00-05:00') })
	const response = await support.post({ ...GOOD, email: ' Ana@Example.test ', message: '  one\r\ntwo  ' })
	expect([response.status, await response.json()]).toEqual([201, { accepted: true, dueAt: '2026-11-25T20:00:00.000Z' }])
	expect(await support.tickets()).toEqual([
		expect.objectContaining({
			name: 'Ana',
			email: 'ana@example.test',
			subject: 'Refund',
			message: 'one\ntwo',
			status: 'open',
			user_id: null,
			due_at: new Date('2026-11-25T15:00:00-05:00'),
		}),
	])

	await runDueJobs(support.deps)
	const [received] = await support.mails('support.ticket-received')
	expect(received).toMatchObject({ to_address: 'ana@example.test', status: 'sent' })
	expect(received?.body).toContain('Wednesday, November 25 at 3:00 PM, New York time')
	const [notice] = await support.mails('support.ticket-notice')
	expect(notice).toMatchObject({ to_address: site.supportEmail, headers: { 'Reply-To': 'ana@example.test' }, status: 'sent' })
	expect(notice?.body).toContain('one\ntwo')
})

test.each([
	{ category: 'terms', due: '2026-11-27T18:00:00-05:00', words: 'within 5 business days', subject: 'New terms question' },
	{ category: 'privacy', due: '2026-12-21T17:00:00-05:00', words: 'within 30 days', subject: 'New privacy request' },
	{
		category: 'guardian',
		due: '2026-11-25T15:00:00-05:00',
		words: 'within 24 support hours',
		subject: 'New guardian consent',
	},
])('a message about $category gets that category’s due time', async ({ category, due, words, subject }) => {
	const support = await openSupport({}, { now: () => new Date('2026-11-21T17:00:00-05:00') })
	expect((await support.post({ ...GOOD, category })).status).toBe(201)
	expect(await support.tickets()).toEqual([expect.objectContaining({ category, due_at: new Date(due) })])
	const [received] = await support.mails('support.ticket-received')
	expect(received?.body).toContain(words)
	const [notice] = await support.mails('support.ticket-notice')
	expect(notice?.subject).toContain(subject)
})

test('an unknown category is refused', async () => {
	const support = await openSupport()
	expect((await support.post({ ...GOOD, category: 'urgent' })).status).toBe(400)
	expect(await support.tickets()).toEqual([])
})

test('a stranger’s text isn’t sent to the entered address, and is plain text in the operator’s mail', async () => {
	const support = await openSupport()
	await support.post({ ...GOOD, name: '<b>Win a prize</b>', subject: '<i>prize</i>', message: '<script>prize</script>' })
	const [received] = await support.mails('support.ticket-received')
	expect([received?.subject, received?.body, received?.body_html].join(' ')).not.toMatch(/prize/i)
	const [notice] = await support.mails('support.ticket-notice')
	expect(notice?.subject).not.toMatch(/prize/)
	expect(notice?.body_html).not.toMatch(/<script|<i>|<b>/)
	expect(notice?.body_html).toContain('&lt;script&gt;prize')
})

test('a ticket resent after a lost answer is stored once, and a learner’s ticket has the account', async () => {
	const support = await openSupport()
	const learner = await makeLearner(support.deps)
	for (let call = 0; call < 2; call += 1) expect((await support.post({ ...GOOD, ticketId: TICKET_ID }, learner.headers)).status).toBe(201)
	expect(await support.tickets()).toEqual([expect.objectContaining({ id: TICKET_ID, user_id: learner.userId })])
	expect(await support.mails('support.ticket-received')).toHaveLength(1)
})

test.each([
	{ field: 'name', value: '   ', message: 'Name is required' },
	{ field: 'name', value: 'x'.repeat(10_000), message: 'Name must be at most 200 characters' },
	{ field: 'name', value: 'Ana\r\nBcc: eve@example.test', message: 'Name must be plain text on one line' },
	{ field: 'email', value: '', message: 'Email is required' },
	{ field: 'email', value: 'a@b.co,c@d.co', message: 'Please enter a valid email address' },
	{ field: 'email', value: 'Ana <ana@example.test>', message: 'Please enter a valid email address' },
	{ field: 'email', value: 'ana@example.test\r\nBcc: eve@example.test', message: 'Please enter a valid email address' },
	{ field: 'email', value: `a@${'b'.repeat(250)}.cc`, message: 'Please enter a valid email address' },
	{ field: 'subject', value: '\t', message: 'Subject is required' },
	{ field: 'message', value: ' ', message: 'Message is required' },
	{ field: 'message', value: 'x'.repeat(1001), message: 'Message must be less than 1000 characters' },
	{ field: 'message', value: 'a\u0000b', message: 'Message must be plain text' },
])('an invalid $field is refused: $message', async ({ field, value, message }) => {
	const support = await openSupport()
	const response = await support.post({ ...GOOD, [field]: value })
	expect([response.status, await fieldsOf(response)]).toEqual([400, { [field]: message }])
	const page = await support.submit({ ...GOOD, [field]: value })
	expect([page.status, await page.text()]).toEqual([422, expect.stringContaining(message)])
	expect(await support.tickets()).toEqual([])
})

test('an empty body gets an error for every field', async () => {
	const support = await openSupport()
	expect(Object.keys((await fieldsOf(await support.post({}))) ?? {})).toEqual(['name', 'email', 'subject', 'message'])
})

test.each([
	{ what: 'a name of one letter', part: { name: 'A' } },
	{ what: 'a name of 200 emoji', part: { name: '🧭'.repeat(200) } },
	{ what: 'a name from right to left', part: { name: 'שרה أحمد' } },
	{ what: 'an address of 254 characters', part: { email: `a@${'b'.repeat(249)}.cc` } },
	{ what: 'a message of 1000 emoji', part: { message: '🧭'.repeat(1000) } },
	{ what: 'a message of 1000 letters', part: { message: 'x'.repeat(1000) } },
])('stored as typed: $what', async ({ part }) => {
	const support = await openSupport()
	expect((await support.post({ ...GOOD, ...part })).status).toBe(201)
	expect(await support.tickets()).toEqual([expect.objectContaining(part)])
})

test('a bot that fills the honeypot gets the usual answer, and nothing is stored', async () => {
	const support = await openSupport()
	expect((await support.post({ ...GOOD, website: 'x' })).status).toBe(201)
	expect((await support.submit({ ...GOOD, website: 'x' })).headers.get('location')).toBe('/contact/sent')
	expect([await support.tickets(), await support.mails('support.ticket-received')]).toEqual([[], []])
})

test('without script the form is stored the same way and leads to a page', async () => {
	const support = await openSupport()
	const response = await support.submit({ ...GOOD, message: 'one\r\ntwo', website: '' })
	expect([response.status, response.headers.get('location')]).toEqual([303, '/contact/sent'])
	expect(await support.tickets()).toEqual([expect.objectContaining({ ...GOOD, message: 'one\ntwo' })])
})

test('twenty messages in a second: ten are stored, ten get Retry-After, and the address gets three mails', async () => {
	const support = await openSupport({ TRUSTED_PROXY_HOPS: '1' })
	const responses = await Promise.all(Array.from({ length: 20 }, async () => support.post(GOOD, { 'x-forwarded-for': '203.0.113.7' })))
	const refused = responses.filter(({ status }) => status === 429)
	expect([responses.filter(({ status }) => status === 201).length, refused.length]).toEqual([10, 10])
	expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
	expect(await support.tickets()).toHaveLength(10)
	expect(await support.mails('support.ticket-received')).toHaveLength(3)
	expect(await support.mails('support.ticket-notice')).toHaveLength(10)
})

test('without a database the error is shown as a page and as JSON', async () => {
	const support = await openSupport()
	await support.close()
	expect((await support.post(GOOD)).status).toBe(500)
	const page = await support.submit(GOOD)
	expect([page.status, await page.text()]).toEqual([500, expect.stringContaining(GOOD.message)])
})

test('the short URL of the cookie policy redirects to it', async () => {
	const { app } = await openSupport()
	const response = await app.request('/cookies')
	expect([response.status, response.headers.get('location')]).toEqual([301, '/cookie-policy'])
})
