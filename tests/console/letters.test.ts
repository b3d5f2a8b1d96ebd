import { expect, test } from 'vitest'

import { runDueJobs, runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const HOUR_MS = 3_600_000
const LETTER = { subject: 'News <b>', body: '# Hello\n\nRead **this**: [the blog](/blog).\n\n- one\n- two' }

const add = ({ deps }: Wire, email: string) =>
	deps.db
		.insertInto('newsletter_subscriptions')
		.values({ email, source: 'blog', status: 'confirmed', covers_letters: true, requested_at: deps.now(), confirmed_at: deps.now() })
		.execute()

async function openDraft() {
	const wire = await startWire()
	toNoon(wire)
	const operator = await openConsoleAs(wire, 'operator')
	const drafted = await operator.post('/admin/letters/new', LETTER)
	const address = drafted.to.split('?')[0] ?? ''
	const readSeen = async () => /name="seen" value="(\d+)"/.exec((await operator.get(address)).text)?.[1] ?? ''
	return { wire, operator, address, readSeen }
}

const mailsOf = ({ deps }: Wire, template: string) =>
	deps.db
		.selectFrom('outbox_messages')
		.select(['to_address', 'subject', 'body', 'body_html', 'headers', 'status'])
		.where('template', '=', template)
		.orderBy('to_address')
		.execute()

function toNoon({ clock }: Wire) {
	clock.advance(((17 - clock.now().getUTCHours() + 24) % 24) * HOUR_MS)
}

test('a letter is written, shown as its readers get it, and tested on oneself', async () => {
	const { wire, operator, address } = await openDraft()
	const { text, headers } = await operator.get(address)
	expect(headers.get('content-security-policy')).toContain("frame-src 'self'")
	for (const words of ['News &lt;b&gt;', 'How it looks', 'the blog (http']) expect(text).toContain(words)
	const preview = await operator.get(`${address}/preview`)
	expect(preview.headers.get('content-security-policy')).toContain('sandbox')
	expect(preview.text).toMatch(/<strong>this<\/strong>.*<a href="http[^"]+\/blog"/s)
	await operator.post(`${address}/test`)
	await runDueJobs(wire.deps)
	expect(await mailsOf(wire, 'newsletter.letter-test')).toMatchObject([
		{ to_address: operator.email, subject: 'Test: News <b>', status: 'sent' },
	])
})

test.each([
	['<script>alert(1)</script>', 'HTML cannot be sent'],
	['![](https://example.test/a.png)', 'Pictures and references cannot be sent'],
	['[x](javascript:alert(1))', 'leads nowhere'],
	['```\ncode\n```', 'Only paragraphs'],
	['  ', 'needs a subject and a text'],
])('%s is refused with what was typed', async (body, words) => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const refused = await operator.post('/admin/letters/new', { subject: 'Typed subject', body })
	expect([refused.status, refused.text.includes(words), refused.text.includes('Typed subject')]).toEqual([422, true, true])
})

test('a change by somebody else is told and nothing that was typed is lost', async () => {
	const { operator, address, readSeen, wire } = await openDraft()
	const seen = await readSeen()
	wire.clock.advance(1000)
	expect((await operator.post(address, { ...LETTER, subject: 'First', seen })).to).toContain('letter-saved')
	const late = await operator.post(address, { ...LETTER, subject: 'Second', seen })
	expect([late.status, late.text.includes('value="Second"')]).toEqual([409, true])
	expect((await operator.post(address, { ...LETTER, seen: '1e300' })).status).toBe(409)
})

test('nobody, the past and a time that does not exist are refused; then it goes out with the link that ends it', async () => {
	const { wire, operator, address, readSeen } = await openDraft()
	await operator.get(address)
	const seen = await readSeen()
	const send = (fields: Record<string, string>) => operator.post(`${address}/schedule`, { seen, code: operator.code(), ...fields })
	expect((await send({})).text).toContain('Nobody would get it')
	await add(wire, 'ana@example.test')
	await add(wire, 'bo@example.test')
	expect((await send({ starts_at: '2020-01-01T10:00' })).text).toContain('This time has passed')
	expect((await send({ starts_at: '2027-03-14T02:30' })).text).toContain('That time doesn’t exist')
	expect((await send({})).to).toContain('letter-scheduled')
	expect((await send({})).status).toBe(409)
	await runTimedJob(wire.deps, 'send-newsletter')
	const mails = await mailsOf(wire, 'newsletter.letter')
	expect(mails.map(({ to_address: to, status }) => [to, status])).toEqual([
		['ana@example.test', 'sent'],
		['bo@example.test', 'sent'],
	])
	expect(mails[0]?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
	expect(mails[0]?.body).toContain('Unsubscribe here: http')
	expect((await operator.get(address)).text).toMatch(/Sent<\/dt>\s*<dd>2</)
	const done = await wire.deps.db.selectFrom('operator_actions').select('action').orderBy('created_at').orderBy('id').execute()
	expect(done.map(({ action }) => action)).toEqual(['letter_drafted', 'letter_scheduled'])
})

test('one for tomorrow waits, nothing leaves in the night, and it can be taken back', async () => {
	const { wire, operator, address, readSeen } = await openDraft()
	await add(wire, 'ana@example.test')
	await operator.get(address)
	const tomorrow = new Date(wire.clock.now().getTime() + 24 * HOUR_MS).toISOString().slice(0, 10)
	const fields = { seen: await readSeen(), starts_at: `${tomorrow}T03:00`, code: operator.code() }
	expect((await operator.post(`${address}/schedule`, fields)).to).toContain('letter-scheduled')
	await runTimedJob(wire.deps, 'send-newsletter')
	wire.clock.advance(16 * HOUR_MS)
	await runTimedJob(wire.deps, 'send-newsletter')
	expect(await mailsOf(wire, 'newsletter.letter')).toEqual([])
	const later = await openConsoleAs(wire, 'operator', 'second@academy.test')
	expect((await later.post(`${address}/step`, { step: 'unschedule' })).to).toContain('letter-unschedule')
	expect((await later.post(`${address}/step`, { step: 'pause' })).to).toContain('letter-unchanged')
	expect((await later.post(`${address}/delete`)).to).toContain('letter-deleted')
})
