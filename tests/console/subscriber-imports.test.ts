// regression decompression-bombs
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { suppressAddress } from '#server/services/messaging/outbox/mail-suppressions.ts'
import { exampleDay } from '#server/services/people/imports/check-row.ts'
import { runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { SITE, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'
import { uploadList as read, UPLOAD } from './upload-list.ts'

const HOUR_MS = 3_600_000

const subscribers = ({ deps }: Wire) =>
	deps.db
		.selectFrom('newsletter_subscriptions')
		.select(['email', 'status', 'source', 'consent_text', 'consent_source'])
		.orderBy('email')
		.execute()

/** Moves the clock to the next noon in New York, in any season. */
function toNoon({ clock }: Wire) {
	const hour = clock.now().getUTCHours()
	clock.advance(((17 - hour + 24) % 24) * HOUR_MS)
}

const utf16 = (text: string) =>
	new Uint8Array([0xff, 0xfe, ...[...text].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8])])
const western = (text: string) => new Uint8Array([...text].map((sign) => sign.charCodeAt(0)))

test.each([
	['UTF-8', 'email;first name\r\nana@example.test;Zoë\r\n', 'UTF-8'],
	['UTF-8 with a mark', '\uFEFFemail,first name\nana@example.test,Zoë\n', 'UTF-8'],
	['UTF-16', utf16('E-Mail,Name\r\nana@example.test,Zoë\r\n'), 'UTF-16'],
	['Windows-1252', western('first_name;email\r\nZoë;ana@example.test'), 'Windows-1252'],
])('a file encoded in %s is read', async (_name, bytes, encoding) => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { to } = await read(wire, operator, bytes)
	expect((await operator.get(to)).text).toContain(`<dd>${encoding}</dd>`)
	const row = await wire.deps.db.selectFrom('subscriber_import_rows').selectAll().executeTakeFirstOrThrow()
	expect(row).toMatchObject({ email: 'ana@example.test', first_name: 'Zoë', verdict: 'invite' })
})

test.each([
	['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2, 0xff, 0xd8]), 'This file isn’t text in UTF-8'],
	['a list without addresses', 'first,second\nAna,Bo\n', 'No column is named “email” or contains email addresses'],
	['nothing but the names', 'email\n', 'This file has no rows'],
	['a quote that is never closed', `email\n"${'ana@example.test\n'.repeat(3000)}`, 'The rows can’t be read'],
	['too many rows', `email\n${'x\n'.repeat(100_001)}`, 'A file can have at most 100,000 rows'],
])('%s is refused with a plain message, and nothing is stored', async (_name, bytes, words) => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { status, text } = await read(wire, operator, bytes)
	expect([status, text.includes(words), text.includes('Nothing was saved.')]).toEqual([422, true, true])
	expect(await wire.deps.db.selectFrom('subscriber_imports').selectAll().execute()).toEqual([])
})

test('a form without a file shows the error at its field, also by script, and a script upload returns its page', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { status, text } = await read(wire, operator, '')
	expect([status, text]).toEqual([422, expect.stringMatching(/<input(?=[^>]* type="file")(?=[^>]* name="file")[^>]* aria-invalid="true"/)])
	expect(text.toLowerCase()).toContain('enctype="multipart/form-data"')
	const refused = await read(wire, operator, '', `${UPLOAD}.data`)
	expect([refused.status, refused.text.includes('Choose a file that isn’t empty.')]).toEqual([422, true])
	const sent = await read(wire, operator, 'email\nana@example.test\n', `${UPLOAD}.data`)
	const { id } = await wire.deps.db.selectFrom('subscriber_imports').select('id').executeTakeFirstOrThrow()
	expect([sent.status, sent.text]).toEqual([202, expect.stringContaining(`${UPLOAD}/${id}`)])
})

test.each([UPLOAD, `${UPLOAD}.data`])('a too large file is refused before it is read: %s', async (address) => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const chunk = new TextEncoder().encode('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'.padEnd(64 * 1024, 'x'))
	let sent = 0
	const body = new ReadableStream({
		pull(controller) {
			sent += chunk.length
			if (sent > 1024 * 1024) controller.close()
			else controller.enqueue(chunk)
		},
	})
	const headers = {
		'content-type': 'multipart/form-data; boundary=b',
		'content-length': '999999999',
		cookie: operator.cookie(),
		origin: SITE,
	}
	const answer = await wire.app.request(
		new Request(new URL(address, SITE), { method: 'POST', body, headers, duplex: 'half' } as RequestInit),
	)
	expect([answer.status, sent <= 2 * chunk.length]).toEqual([413, true])
	expect(await answer.text()).toContain('The body may have at most')
})

test('the rows of a file are paged, without an empty last page', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const lines = (count: number) => Array.from({ length: count }, (_, index) => `p${index + 1}@example.test`).join('\n')
	const { to: full } = await read(wire, operator, `email\n${lines(50)}\n`)
	expect((await operator.get(full)).text).not.toContain('>Next<')
	const { to } = await read(wire, operator, `email\n${lines(51)}\n`)
	const next = /href="([^"]+)"[^>]*>Next</.exec((await operator.get(to)).text)?.[1] ?? ''
	const last = await operator.get(next.replaceAll('&amp;', '&'))
	expect(rowsOf(last.text, 'Rows')).toEqual([['52', 'p51@example.test', 'has to confirm by email']])
	expect(last.text).not.toContain('>Next<')
})

test('an imported file can’t be deleted by hand', async () => {
	const { operator, to } = await openWithList()
	await operator.post(`${to}/apply`, { signs: 'no', reason: 'An old list', code: operator.code() })
	expect((await operator.get(`${to}/report.csv`)).text).toContain('Ana@example.test,asked to confirm by email,')
	expect((await operator.get(to)).text).not.toContain('Delete file')
	expect((await operator.post(`${to}/delete`)).status).toBe(409)
	expect((await operator.get(to)).status).toBe(200)
})

const LIST = `email,first name,asked,where,words
Ana@example.test,Ana,2026-05-01,Fair in Austin,"Yes, send me the articles"
bo@example.test,,01/05/2026,Fair,Words
=cmd|x,,,,
ana@EXAMPLE.test,,,,
left@example.test,,2026-05-01,Fair,Words
bounced@example.test,,2026-05-01,Fair,Words
`

async function openWithList() {
	const wire = await startWire()
	wire.clock.advance(Math.max(0, Date.parse('2026-06-01') - wire.clock.now().getTime()))
	const { db } = wire.deps
	const left = { email: 'left@example.test', source: 'blog', status: 'unsubscribed', requested_at: wire.clock.now() } as const
	await db.insertInto('newsletter_subscriptions').values(left).execute()
	const ctx = systemContext(wire.deps, 'test')
	const bounced = { address: 'bounced@example.test', reason: 'hard-bounce', messageId: '018f0000-0000-7000-8000-000000000000' } as const
	await db.transaction().execute((tx) => suppressAddress(ctx, tx, bounced))
	const operator = await openConsoleAs(wire, 'operator')
	const { to } = await read(wire, operator, LIST)
	return { wire, operator, to }
}

test('the import report shows the outcome of each row and changes nothing', async () => {
	const { wire, operator, to } = await openWithList()
	const { text } = await operator.get(`${to}/report.csv`)
	expect(text.replace('\uFEFF', '').split('\r\n').slice(1)).toEqual([
		'2,Ana@example.test,can be subscribed,',
		`3,bo@example.test,has to confirm by email,no proof: its date isn’t like ${exampleDay(wire.clock.now())}`,
		"4,'=cmd|x,skipped: not a valid email address,",
		'5,ana@EXAMPLE.test,skipped: duplicate of an earlier row,',
		'6,left@example.test,skipped: has unsubscribed,',
		'7,bounced@example.test,skipped: suppressed address,',
		'',
	])
	expect((await operator.get(`${to}?show=twice&after=1`)).text).toContain('ana@EXAMPLE.test')
	for (const odd of ['-1', 'x', '9'.repeat(40)]) expect((await operator.get(`${to}?after=${odd}`)).status).toBe(200)
	expect(await subscribers(wire)).toHaveLength(1)
})

test('an import counts only the rows that it added, not those whose address joined or left since the file was checked', async () => {
	const { wire, operator, to } = await openWithList()
	const since = { source: 'blog', requested_at: wire.clock.now() } as const
	await wire.deps.db
		.insertInto('newsletter_subscriptions')
		.values([
			{ ...since, email: 'ana@example.test', status: 'confirmed', confirmed_at: wire.clock.now() },
			{ ...since, email: 'bo@example.test', status: 'unsubscribed' },
		])
		.execute()
	await operator.post(`${to}/apply`, { signs: 'yes', reason: 'Signed slips of the fair', code: operator.code() })
	expect((await operator.get(`${to}?notice=import-applied`)).text).toContain('Imported: 6 skipped.')
	const report = (await operator.get(`${to}/report.csv`)).text
	for (const result of ['Ana@example.test,skipped: already on the list', 'bo@example.test,skipped: has unsubscribed'])
		expect(report).toContain(result)
})

test('a signed import confirms rows with proof and invites the others once, except people who unsubscribed', async () => {
	const { wire, operator, to } = await openWithList()
	expect((await operator.post(`${to}/apply`, { signs: 'yes', code: operator.code() })).status).toBe(400)
	const form = { signs: 'yes', reason: 'Signed slips of the fair', code: operator.code() }
	expect((await operator.post(`${to}/apply`, form)).to).toContain('import-applied')
	expect((await operator.post(`${to}/apply`, form)).status).toBe(409)
	expect((await operator.get(`${to}?notice=import-applied`)).text).toContain(
		'Imported: 1 subscribed, 1 asked to confirm by email, 4 skipped.',
	)
	const report = (await operator.get(`${to}/report.csv`)).text
	for (const result of ['Ana@example.test,subscribed,', 'bo@example.test,asked to confirm by email,']) expect(report).toContain(result)
	expect(await subscribers(wire)).toEqual([
		{
			email: 'ana@example.test',
			status: 'confirmed',
			source: 'import',
			consent_text: 'Yes, send me the articles',
			consent_source: 'Fair in Austin',
		},
		{ email: 'bo@example.test', status: 'pending', source: 'import', consent_text: null, consent_source: null },
		{ email: 'left@example.test', status: 'unsubscribed', source: 'blog', consent_text: null, consent_source: null },
	])
	toNoon(wire)
	for (let minute = 0; minute < 2; minute += 1) await runTimedJob(wire.deps, 'send-newsletter')
	const mails = await wire.deps.db.selectFrom('outbox_messages').select(['to_address', 'template', 'status', 'body']).execute()
	const asked = mails.filter(({ template }) => template === 'newsletter.invitation')
	expect(asked).toMatchObject([{ to_address: 'bo@example.test', status: 'sent' }])
	const token = /token=([\w-]+)/.exec(asked[0]?.body ?? '')?.[1] ?? ''
	await wire.request(`/newsletter/confirm?token=${token}`, { method: 'POST' })
	expect((await subscribers(wire))[1]).toMatchObject({
		status: 'confirmed',
		consent_text: expect.stringContaining('Would you like to get them?'),
	})
	const { rows } = await operatorRecord(wire)
	expect(rows).toContainEqual(expect.objectContaining({ action: 'import_applied', reason: 'Signed slips of the fair' }))
})

const operatorRecord = async ({ deps }: Wire) => ({
	rows: await deps.db.selectFrom('operator_actions').select(['action', 'reason']).execute(),
})

test('without a signature no one is confirmed, and at night no one is invited', async () => {
	const { wire, operator, to } = await openWithList()
	await operator.post(`${to}/apply`, { signs: 'no', reason: 'An old list', code: operator.code() })
	expect((await subscribers(wire)).map(({ status }) => status)).toEqual(['pending', 'pending', 'unsubscribed'])
	toNoon(wire)
	wire.clock.advance(12 * HOUR_MS)
	await runTimedJob(wire.deps, 'send-newsletter')
	expect(await wire.deps.db.selectFrom('outbox_messages').select('id').where('template', '=', 'newsletter.invitation').execute()).toEqual(
		[],
	)
	expect((await operator.post(`${to}/delete`)).status).toBe(403)
})

test('the date of an imported proof is shown as in the file, and the page’s example is accepted', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const example =
		/asked for the newsletter, at most two years ago: (\d{4}-\d{2}-\d{2})/.exec((await operator.get('/admin/imports')).text)?.[1] ?? ''
	const { to } = await read(wire, operator, `email,asked,where,words\nana@example.test,${example},Our shop,Yes please\n`)
	const done = await operator.post(`${to}/apply`, { signs: 'yes', reason: 'our own list', code: operator.code() })
	expect(done.status).toBe(303)
	const row = await wire.deps.db.selectFrom('newsletter_subscriptions').select(['id', 'status']).executeTakeFirstOrThrow()
	expect(row.status).toBe('confirmed')
	const day = new Date(example).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
	// The list hides the column at first.
	const shown = { list: 'subscribers', columns: 'requested', 'show-requested': 'on', rows: '50', form_page: '/admin/subscribers' }
	expect((await operator.post('/admin/lists/columns', shown)).status).toBe(303)
	const [short] = day.split(',')
	// Lists omit the current year.
	expect((await operator.get('/admin/subscribers')).text).toMatch(new RegExp(`dateTime="${example}">${short}(?:, \\d{4})?</time>`))
	expect((await operator.get(`/admin/subscribers/${row.id}`)).text).toContain(`dateTime="${example}">${day}</time>`)
	// An old consent isn’t a new subscriber: it counts from the day of its proof, for the growth and the automations.
	const facts = (await operator.get(`/admin/subscribers/${row.id}`)).text
	expect(facts).toMatch(new RegExp(`<dt>Confirmed</dt><dd><time[^>]* dateTime="${example}"`))
})
