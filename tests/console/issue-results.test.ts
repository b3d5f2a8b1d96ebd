import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { MARKETING_DAYS } from '#domain/privacy/periods.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { factsOf, rowsOf } from './read-table.ts'

const DAY_MS = 86_400_000

type Operator = Awaited<ReturnType<typeof openConsoleAs>>
type Made = { subject: string; state?: 'sent' | 'stopped' | 'sending'; queued: number; skipped?: number; ageDays?: number }

async function addIssue({ deps }: Wire, { subject, state = 'sent', queued, skipped = 0, ageDays = 1 }: Made): Promise<string> {
	const at = new Date(deps.now().getTime() - ageDays * DAY_MS)
	const times = { created_at: at, changed_at: at, starts_at: at, started_at: at }
	const { id } = await deps.db
		.insertInto('newsletter_issues')
		.values({ subject, body: 'Hello', state, queued, skipped, recipients: queued + skipped, ...times })
		.returning('id')
		.executeTakeFirstOrThrow()
	return id
}

const addMails = ({ deps }: Wire, issue: string, mails: Readonly<Record<string, number>>) =>
	Promise.all(
		Object.entries(mails).map(([status, count]) =>
			sql`insert into outbox_messages (channel, to_address, template, subject, body, status, issue_id)
				select 'email', 'reader' || i || '@example.test', 'newsletter.letter', 'News', 'Hello', ${status}, ${issue}
				from generate_series(1, ${count}::int) i`.execute(deps.db),
		),
	)

/** Returns the result of each email in the list. */
async function readResults(operator: Operator): Promise<Record<string, string>> {
	const { text } = await operator.get('/admin/newsletter')
	return Object.fromEntries(rowsOf(text, 'Emails').map(([subject = '', , , result = '']) => [subject, result]))
}

test('the list of emails says to how many each was sent, and how many failed or were held back', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await addMails(wire, await addIssue(wire, { subject: 'All good', queued: 3 }), { sent: 3 })
	const mixed = await addIssue(wire, { subject: 'Mixed', queued: 10, skipped: 4 })
	await addMails(wire, mixed, { sent: 4, failed: 1, bounced: 1, unknown: 1, suppressed: 3 })
	await addMails(wire, await addIssue(wire, { subject: 'Stopped', state: 'stopped', queued: 5 }), { sent: 2, suppressed: 3 })
	expect(await readResults(operator)).toEqual({
		'All good': 'Sent to 3',
		Mixed: 'Sent to 4 3 failed, 3 held back, 4 had another email that week',
		Stopped: 'Sent to 2 3 held back',
	})
	const file = await operator.post('/admin/newsletter.csv', { code: operator.code() })
	const lines = file.text
		.trimEnd()
		.split('\r\n')
		.map((line) => line.split(','))
	expect(lines[0]?.slice(3, 6)).toEqual(['recipients', 'failed', 'held back'])
	expect(lines.find(([subject]) => subject === 'Mixed')?.slice(3, 6)).toEqual(['10', '3', '3'])
})

test('an email isn’t said to be sent while some are left, if too many failed to count, or once its results are deleted', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await addMails(wire, await addIssue(wire, { subject: 'Slow', queued: 1500 }), { sent: 2, queued: 1, sending: 2 })
	await addMails(wire, await addIssue(wire, { subject: 'Sending', state: 'sending', queued: 2 }), { sent: 2 })
	await addMails(wire, await addIssue(wire, { subject: 'Bad list', queued: 5000 }), { bounced: 1005 })
	await addMails(wire, await addIssue(wire, { subject: 'Old', queued: 9, ageDays: MARKETING_DAYS }), { failed: 1 })
	expect(await readResults(operator)).toEqual({
		Slow: 'To 1,500 3 left to send',
		Sending: 'To 2',
		'Bad list': 'To 5,000 1,000+ failed',
		Old: 'To 9',
	})
})

test('the page of a sent email counts what its recipients paid for within a week after it, once each', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const id = await addIssue(wire, { subject: 'Offer', queued: 3, ageDays: 20 })
	const { db } = wire.deps
	const sentAt = new Date(wire.deps.now().getTime() - 20 * DAY_MS)
	await addMails(wire, id, { sent: 3 })
	await addMails(wire, id, { bounced: 4 })
	await sql`update outbox_messages set sent_at = ${sentAt}`.execute(db)
	const order = (email: string, days: number, { cents = 4700, isLive = false } = {}) =>
		sql`insert into orders (email, product_code, product_name, subtotal_cents, discount_cents, total_cents, status, provider, created_at,
				updated_at, currency, livemode, client_address, refund_policy_version, paid_at)
			values (${email}, 'lifetime', 'Course', 4700, ${4700 - cents}, ${cents}, 'paid', 'sandbox', ${sentAt}, ${sentAt}, 'usd', ${isLive}, 'x', '1',
				${new Date(sentAt.getTime() + days * DAY_MS)})`.execute(db)
	await order('reader1@example.test', 1)
	await order('reader2@example.test', 6)
	await order('reader2@example.test', -1)
	await order('reader3@example.test', 8)
	await order('reader3@example.test', 2, { cents: 0 })
	// Of the other mode (live or test), and of an address whose email bounced.
	await order('reader3@example.test', 2, { isLive: true })
	await order('reader4@example.test', 1)
	await order('other@example.test', 1)
	const shown = async () => /(Orders [a-z ]+)<\/dt><dd[^>]*>(\d+)</.exec((await operator.get(`/admin/newsletter/${id}`)).text)?.slice(1)
	expect(await shown()).toBeUndefined()
	await db.updateTable('newsletter_issues').set({ ended_at: sentAt }).execute()
	expect(await shown()).toEqual(['Orders within a week', '2'])
	await sql`update outbox_messages set sent_at = sent_at + interval '19 days'`.execute(db)
	await db
		.updateTable('newsletter_issues')
		.set({ ended_at: new Date(sentAt.getTime() + 19 * DAY_MS) })
		.execute()
	expect(await shown()).toEqual(['Orders so far', '0'])
})

test('each result of an email leads to its emails, without those of another one', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const issue = await addIssue(wire, { subject: 'Mixed', queued: 10 })
	await addMails(wire, issue, { sent: 2, failed: 1, bounced: 1, suppressed: 3 })
	await addMails(wire, await addIssue(wire, { subject: 'Other', queued: 5 }), { sent: 5, failed: 1 })
	const { text } = await operator.get(`/admin/newsletter/${issue}`)
	expect(factsOf(text)).toMatchObject({ Sent: '2', Failed: '2 (29%)', 'Held back': '3 (43%)', Unsubscribed: '0' })
	const links = [...text.matchAll(/href="(\/admin\/messages\?[^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
	const counts = await Promise.all(links.map(async (href) => rowsOf((await operator.get(href)).text, 'Emails').length))
	expect(links.map((href, index) => [new URLSearchParams(href.split('?')[1]).get('result'), counts[index]])).toEqual([
		['sent', 2],
		['failed', 2],
		['held', 3],
	])
	expect((await operator.get(`/admin/messages?issue=${issue}`)).text).toContain('>Mixed<')
	expect((await operator.get('/admin/messages?issue=x&result=x')).status).toBe(200)
})
