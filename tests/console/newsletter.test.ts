import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { runDueJobs, runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { originOf, publish, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { hiddenIn, linkIn } from './read-form.ts'
import { rowsOf } from './read-table.ts'

const HOUR_MS = 3_600_000
const JSON_ANSWER = { accept: 'application/json' }
const ISSUE = { subject: 'News <b>', body: '# Hello\n\nRead **this**: [the blog](/blog).\n\n- one\n- two' }

const newAddress = () => `/admin/newsletter/${randomUUID()}`

const add = ({ deps }: Wire, email: string) =>
	deps.db
		.insertInto('newsletter_subscriptions')
		.values({ email, source: 'blog', status: 'confirmed', covers_newsletters: true, requested_at: deps.now(), confirmed_at: deps.now() })
		.execute()

async function openDraft() {
	const wire = await startWire()
	toNoon(wire)
	const operator = await openConsoleAs(wire, 'operator')
	const drafted = await operator.post(newAddress(), ISSUE)
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

test('a newsletter issue is written, previewed as sent, and mailed to oneself as a test', async () => {
	const { wire, operator, address } = await openDraft()
	const { text, headers } = await operator.get(address)
	expect(headers.get('content-security-policy')).toContain("frame-src 'self'")
	for (const words of ['News &lt;b&gt;', 'Preview', 'the blog (http']) expect(text).toContain(words)
	const preview = await operator.get(`${address}/preview`)
	expect(preview.headers.get('content-security-policy')).toContain('sandbox')
	expect(preview.text).toMatch(/<strong>this<\/strong>.*<a href="http[^"]+\/blog"/s)
	await operator.post(`${address}/test`)
	await runDueJobs(wire.deps)
	expect(await mailsOf(wire, 'newsletter.letter-test')).toMatchObject([
		{ to_address: operator.email, subject: 'Test: News <b>', status: 'sent' },
	])
})

test('the preview text follows the subject, also in an autosaved draft', async () => {
	const { wire, operator, address, readSeen } = await openDraft()
	const save = async (fields: object) => {
		const { status, text } = await operator.post(`${address}/autosave`, { ...ISSUE, seen: await readSeen(), ...fields }, JSON_ANSWER)
		return { status, ...(JSON.parse(text) as { base: string; message?: string }) }
	}
	const first = await save({ preheader: 'Three lessons <new>' })
	expect(first.status).toBe(200)
	wire.clock.advance(3000)
	const second = await save({ preheader: 'Four lessons <new>', seen: first.base })
	expect((await operator.get(address)).text).toContain('value="Four lessons &lt;new&gt;"')
	expect((await operator.get(`${address}/preview`)).text).toMatch(/display:none[^>]*>Four lessons &lt;new&gt; </)
	expect(await save({ seen: first.base })).toMatchObject({ status: 409, base: second.base })
	expect(await save({ subject: '', body: ' ', seen: second.base })).toMatchObject({ status: 422, message: 'Enter a subject or a text.' })
	expect(await save({ preheader: 'x'.repeat(151) })).toMatchObject({ status: 422 })
})

test('autosaves are logged once per person and ten minutes', async () => {
	const { wire, operator, address, readSeen } = await openDraft()
	const other = await openConsoleAs(wire, 'operator', 'second@academy.test')
	let words = 0
	const save = async (who: Pick<typeof operator, 'post'>) => {
		wire.clock.advance(1000)
		expect((await who.post(`${address}/autosave`, { ...ISSUE, seen: await readSeen(), preheader: `${(words += 1)}` })).status).toBe(200)
	}
	for (const who of [operator, other, other]) await save(who)
	wire.clock.advance(9 * 60_000)
	await save(operator)
	wire.clock.advance(60_000)
	await save(operator)
	const logged = await wire.deps.db
		.selectFrom('operator_actions')
		.select('actor_id')
		.where('action', '=', 'letter_changed')
		.orderBy('created_at')
		.execute()
	expect(logged.map(({ actor_id: id }) => id)).toEqual([operator.userId, other.userId, operator.userId])
})

test('the first words of a new email create its draft, a request sent twice creates no second one, and a reload shows it', async () => {
	const { to } = await (await openConsoleAs(await startWire(), 'operator')).get('/admin/newsletter/new')
	expect(to).toMatch(/^\/admin\/newsletter\/[\da-f-]{36}\?new$/)
	const { wire, operator } = await openDraft()
	const address = newAddress()
	expect([(await operator.get(address)).status, (await operator.get('/admin/newsletter/new-email?new')).status]).toEqual([404, 404])
	const blank = (await operator.get(`${address}?new`)).text
	expect([blank.includes('<h1>New email</h1>'), blank.includes('Send a test')]).toEqual([true, false])
	expect(await wire.countRows('newsletter_issues')).toBe(1)
	const save = async (fields: Record<string, string>) => operator.post(`${address}/autosave`, { seen: '', body: '', ...fields })
	expect((await save({ subject: '' })).status).toBe(422)
	const [first, again] = await Promise.all([save({ subject: 'June' }), save({ subject: 'June' })])
	expect([first.status, again.status, await wire.countRows('newsletter_issues')]).toEqual([200, 200, 2])
	wire.clock.advance(1000)
	const next = await save({ seen: (JSON.parse(again.text) as { base: string }).base, subject: 'July' })
	expect(next.status).toBe(200)
	// Another window that never saw the draft doesn't replace it.
	expect((await save({ subject: 'August' })).status).toBe(409)
	const shown = (await operator.get(`${address}?new`)).text
	expect([shown.includes('<h1>July</h1>'), shown.includes('Send a test')]).toEqual([true, true])
	expect((await operator.post(`${address}/test`)).text).toContain('Enter a text.')
	const { base: seen } = JSON.parse(next.text) as { base: string }
	expect((await operator.post(`${address}/schedule`, { seen, code: operator.code() })).text).toContain('Enter a text.')
	expect((await save({ seen, subject: ' ', body: 'Hello' })).status).toBe(200)
	expect((await operator.get('/admin/newsletter')).text).toContain(`<a href="${address}" data-discover="true">No subject</a>`)
	expect((await operator.post(`${address}/delete`)).to).toContain('issue-deleted')
	expect((await operator.post(address, { ...ISSUE, seen })).status).toBe(404)
})

test.each([
	['<script>alert(1)</script>', 'Emails can’t contain HTML'],
	['[a]: https://example.test', 'Only paragraphs'],
	['[x](javascript:alert(1))', 'isn’t valid'],
	['```\ncode\n```', 'Only paragraphs'],
])('%s is refused, and input is kept', async (body, words) => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const address = newAddress()
	const form = hiddenIn((await operator.get(`${address}?new`)).text, address)
	const refused = await operator.post(address, { ...form, subject: 'Typed subject', body, audience: 'custom', 'if-0': 'bought=yes' })
	expect([refused.status, refused.text.includes(words), refused.text.includes('value="Typed subject"')]).toEqual([422, true, true])
	expect(refused.text).toMatch(/<textarea[^>]*aria-invalid="true"/)
	expect(refused.text).toMatch(/<option value="bought=yes" selected="">/)
})

test('a concurrent change is reported, and input is kept', async () => {
	const { operator, address, readSeen, wire } = await openDraft()
	await add(wire, 'ana@example.test')
	const form = hiddenIn((await operator.get(address)).text, address)
	wire.clock.advance(1000)
	expect((await operator.post(address, { ...ISSUE, ...form, subject: 'First' })).to).toContain('issue-saved')
	const late = await operator.post(address, { ...ISSUE, ...form, subject: 'Second' })
	expect([late.status, late.text.includes('value="Second"'), late.text.includes('role="alert"')]).toEqual([409, true, true])
	expect((await operator.post(address, { ...ISSUE, seen: '1e300' })).status).toBe(409)
	// The issue was scheduled in the meantime: it can't be saved, but the text is still there.
	const fields = { seen: await readSeen(), code: operator.code() }
	const sending = (await operator.post(`${address}/schedule`, fields)).to
	expect(sending).toContain('issue-sending')
	expect((await operator.get(sending)).text).toContain('Sending starts within a minute')
	const kept = await operator.post(address, { ...ISSUE, ...form, subject: 'Third' })
	expect([kept.status, kept.text.includes('value="Third"'), kept.text.includes('Back to draft')]).toEqual([409, true, true])
	expect((await operator.get(address)).text).not.toContain('<textarea')
})

test('the list has no menus while it is empty, and doesn’t link to an empty page', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const write = (count: number) =>
		sql`insert into newsletter_issues (subject, body, segment, created_at, changed_at)
			select 'Subject ' || n, 'Text', '{}', ${wire.clock.now()}::timestamptz - n * interval '1 s', now()
			from generate_series(1, ${count}::int) n`.execute(wire.deps.db)
	expect((await operator.get('/admin/newsletter')).text).not.toContain('Download CSV')
	await write(50)
	const full = (await operator.get('/admin/newsletter')).text
	expect(full).toContain('Download CSV')
	expect([rowsOf(full, 'Emails').length, linkIn(full, 'Next')]).toEqual([50, null])
	await write(1)
	const last = (await operator.get(linkIn((await operator.get('/admin/newsletter')).text, 'Next') ?? '')).text
	expect([rowsOf(last, 'Emails').length, linkIn(last, 'Next')]).toEqual([1, null])
})

test('an empty segment and invalid send times are refused; a valid issue is sent with its unsubscribe link', async () => {
	const { wire, operator, address, readSeen } = await openDraft()
	await operator.get(address)
	const seen = await readSeen()
	const send = (fields: Record<string, string>) => operator.post(`${address}/schedule`, { seen, code: operator.code(), ...fields })
	expect((await send({})).text).toContain('No one would get this email')
	const nobody = (await operator.get(address)).text
	expect([nobody.includes('You have no subscribers yet.'), /<button[^>]* disabled=""[^>]*>Send…</.test(nobody)]).toEqual([true, true])
	expect(linkIn(nobody, 'import subscribers')).toBe('/admin/imports')
	await add(wire, 'ana@example.test')
	await add(wire, 'bo@example.test')
	expect((await send({ starts_at: '2020-01-01T10:00' })).text).toContain('This time has passed')
	const form = hiddenIn((await operator.get(address)).text, `${address}/schedule`, 'Send or schedule')
	expect((await send({ when: 'later', starts_at: '' })).status).toBe(422)
	const undecided = await send({ when: 'now', starts_at: '2035-01-05T12:00' })
	expect([undecided.status, undecided.text.includes('To send it then, choose “On a date”.')]).toEqual([422, true])
	expect((await operator.get(address)).text).toContain('Save draft')
	const unreal = (await send({ ...form, starts_at: '2027-03-14T02:30' })).text
	expect(unreal).toContain('That time doesn’t exist')
	expect(unreal).toMatch(/<input(?=[^>]*name="starts_at")(?=[^>]*aria-invalid="true")[^>]*value="2027-03-14T02:30"/)
	expect((await send({})).to).toContain('issue-sending')
	expect((await send({})).status).toBe(409)
	// The job hasn't started yet.
	const starting = (await operator.get(address)).text
	expect(starting).toMatch(/Status<\/dt>\s*<dd><span[^>]*>starting</)
	expect(starting).toContain('Starting. The first of 2 goes out within a minute.')
	expect(starting).not.toContain('0 of 2')
	expect((await operator.get('/admin/newsletter')).text).toContain('>starting<')
	const [, line = ''] = (await operator.post('/admin/newsletter.csv', { code: operator.code() })).text.trim().split('\r\n')
	expect(line.split(',')[1]).toBe('starting')
	expect(line.split(',')[3]).toBe('2')
	await runTimedJob(wire.deps, 'send-newsletter')
	const mails = await mailsOf(wire, 'newsletter.letter')
	expect(mails.map(({ to_address: to, status }) => [to, status])).toEqual([
		['ana@example.test', 'sent'],
		['bo@example.test', 'sent'],
	])
	expect(mails[0]?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
	expect(mails[0]?.body).toContain('Unsubscribe: http')
	expect(mails[0]?.body_html).toMatch(/<a href="http[^"]+"[^>]*>Unsubscribe<\/a>/)
	expect((await operator.get(address)).text).toMatch(/Sent<\/dt>\s*<dd><a [^>]*>2</)
	const done = await wire.deps.db.selectFrom('operator_actions').select('action').orderBy('created_at').orderBy('id').execute()
	expect(done.map(({ action }) => action)).toEqual(['letter_drafted', 'letter_scheduled', 'newsletter_exported'])
})

test('an issue scheduled for tomorrow waits, isn’t sent at night, and can be unscheduled', async () => {
	const { wire, operator, address, readSeen } = await openDraft()
	await add(wire, 'ana@example.test')
	await operator.get(address)
	expect((await operator.get(address)).text).toContain('All subscribers: 1, and anyone who joins them before it starts')
	const tomorrow = new Date(wire.clock.now().getTime() + 24 * HOUR_MS).toISOString().slice(0, 10)
	const fields = { seen: await readSeen(), starts_at: `${tomorrow}T03:00`, code: operator.code() }
	expect((await operator.post(`${address}/schedule`, fields)).to).toContain('issue-scheduled')
	await runTimedJob(wire.deps, 'send-newsletter')
	wire.clock.advance(16 * HOUR_MS)
	await runTimedJob(wire.deps, 'send-newsletter')
	expect(await mailsOf(wire, 'newsletter.letter')).toEqual([])
	const later = await openConsoleAs(wire, 'operator', 'second@academy.test')
	expect((await later.post(`${address}/step`, { step: 'unschedule' })).to).toContain('issue-unschedule')
	expect((await later.post(`${address}/step`, { step: 'pause' })).to).toContain('issue-unchanged')
	expect((await later.post(`${address}/delete`)).to).toContain('issue-deleted')
})

test('a due email waits for an earlier one, and only the earlier one is shown as being sent', async () => {
	const { wire, operator, address, readSeen } = await openDraft()
	await add(wire, 'ana@example.test')
	await operator.post(`${address}/schedule`, { seen: await readSeen(), code: operator.code() })
	wire.clock.advance(1000)
	const second = newAddress()
	await operator.post(second, { ...ISSUE, subject: 'Second' })
	const seen = /name="seen" value="(\d+)"/.exec((await operator.get(second)).text)?.[1] ?? ''
	expect((await operator.post(`${second}/schedule`, { seen })).to).toContain('issue-sending')
	expect((await operator.get(address)).text).toContain('Starting. The first of 1 goes out within a minute.')
	expect((await operator.get(second)).text).toContain('Scheduled for 1 subscriber. Starts when the email before it is sent.')
	const [, ...lines] = (await operator.post('/admin/newsletter.csv')).text.trim().split('\r\n')
	expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
		['Second', 'scheduled'],
		[ISSUE.subject, 'starting'],
	])
})

test('issues are sent in the academy’s time zone, which the page names', async () => {
	const { wire, operator, address, readSeen } = await openDraft()
	await saveText(operator, 'site.json', originOf('site.json').replace('America/New_York', 'Asia/Tokyo'))
	expect(await publish(operator, { code: operator.code() })).toContain('Published: ')
	await add(wire, 'ana@example.test')
	expect((await operator.get(address)).text).toContain('Emails go out between 8 AM and 8 PM, Tokyo time.')
	expect((await operator.get('/admin/newsletter')).text).toContain('between 8 AM and 8 PM (Tokyo time)')
	expect((await operator.post(`${address}/schedule`, { seen: await readSeen(), when: 'now' })).to).toContain('issue-scheduled')
	// Noon in New York is night in Tokyo, where it is the next day.
	const day = wire.clock.now().toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'Asia/Tokyo' })
	const shown = (await operator.get(address)).text
	expect(shown).toMatch(new RegExp(`Scheduled for 1 subscriber. Starts <time[^>]*>${day}, 8:00\\sAM Tokyo time<`))
	const [starts = ''] = /<time[^>]*>[A-Z][^<]*8:00[^<]*AM</.exec((await operator.get('/admin/newsletter')).text) ?? []
	expect(starts).toContain('8:00')
	const scheduled = wire.deps.db.selectFrom('operator_actions').select('after').where('action', '=', 'letter_scheduled')
	expect((await scheduled.executeTakeFirstOrThrow()).after).toMatchObject({ startsAt: expect.stringContaining('T23:00:00') as string })
	await runTimedJob(wire.deps, 'send-newsletter')
	expect(await mailsOf(wire, 'newsletter.letter')).toEqual([])
	wire.clock.advance(12 * HOUR_MS)
	await runTimedJob(wire.deps, 'send-newsletter')
	expect(await mailsOf(wire, 'newsletter.letter')).toHaveLength(1)
})
