import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { listMails, readMailsRequest } from '#server/console/messages/read-messages.ts'
import { inTransaction } from '#server/db/database.ts'
import { systemContext } from '#server/services/context.ts'
import { MAIL_NAMES } from '#server/services/messaging/outbox/mail-names.ts'
import { suppressAddress } from '#server/services/messaging/outbox/mail-suppressions.ts'
import { listMailSamples } from '#server/services/operations/mail-samples/list-mail-samples.ts'
import { recordServedMinute } from '#server/services/operations/server-figures/served-minutes.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { factsOf, rowsOf } from './read-table.ts'

const addMail = async ({ deps }: Wire, mail: { template?: string; status?: 'failed' | 'sent'; to?: string } = {}) =>
	(
		await deps.db
			.insertInto('outbox_messages')
			.values({
				channel: 'email',
				to_address: mail.to ?? 'ana@example.test',
				template: mail.template ?? 'support.answer',
				subject: '<b>Hello</b></script><script>alert(1)</script>',
				body: 'The code is 123456 <i>',
				status: mail.status ?? 'failed',
				created_at: deps.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
	).id

test('mails are listed, filtered and shown, except those that may contain a code', async () => {
	const wire = await startWire()
	const id = await addMail(wire)
	const code = await addMail(wire, { template: 'auth.login-code', status: 'sent', to: 'bo@example.test' })
	const support = await openConsoleAs(wire, 'support')
	const shows = async (query: string) => {
		const { text } = await support.get(`/admin/messages${query}`)
		return [text.includes(id), text.includes(code)]
	}
	expect(await shows('')).toEqual([true, true])
	expect(await shows('?failed=1')).toEqual([true, false])
	expect(await shows('?address=BO@')).toEqual([false, true])
	expect(await shows('?template=auth.login-code')).toEqual([false, true])
	for (const odd of ['%25', '%00', "'", '%F0%9F%98%80', 'x'.repeat(10_000)])
		for (const name of ['address', 'template', 'before']) expect((await support.get(`/admin/messages?${name}=${odd}`)).status).toBe(200)
	expect((await support.get(`/admin/messages/${id}`)).text).toContain('123456 &lt;i&gt;')
	expect((await support.get(`/admin/messages/${code}`)).text).not.toContain('123456')
	for (const address of ['/admin/messages', `/admin/messages/${id}`])
		expect((await support.get(address)).text).not.toMatch(/<script>alert|<b>Hello/)
	expect((await support.get('/admin/messages/nothing')).status).toBe(404)
	expect((await support.get('/admin/sms')).text).toContain('No text messages yet.')
})

test('the page of an email says when it was written and when it was sent, if it was', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const [failed, sent] = [await addMail(wire), await addMail(wire, { status: 'sent' })]
	const written = wire.deps.now()
	const later = new Date(written.getTime() + 26 * 3_600_000)
	await wire.deps.db.updateTable('outbox_messages').set({ sent_at: later, attempts: 3 }).where('id', '=', sent).execute()
	const read = async (id: string) => factsOf((await support.get(`/admin/messages/${id}`)).text)
	expect(await read(sent)).toMatchObject({ Written: written.toISOString(), Sent: later.toISOString(), Attempts: '3' })
	expect(await read(failed)).toMatchObject({ Written: written.toISOString(), Sent: '–', Attempts: '0' })
})

test('every kind of email has a name in the list, the filter and the export', async () => {
	const wire = await startWire()
	const ofServer = listMailSamples(systemContext(wire.deps, 'test')).filter(({ template }) => !template.startsWith('pledge.'))
	expect(ofServer.map(({ template }) => template).filter((template) => !(template in MAIL_NAMES))).toEqual([])
	await addMail(wire, { template: 'order.receipt' })
	await addMail(wire, { template: 'old.kind-of_mail' })
	const operator = await openConsoleAs(wire, 'operator')
	const { text } = await operator.get('/admin/messages?template=order.receipt')
	expect(rowsOf(text, 'Emails').map((cells) => cells[3])).toEqual(['Receipt'])
	expect(text).toMatch(/<option value="order\.receipt" selected="">Receipt</)
	expect(text).not.toMatch(/>order\.receipt</)
	expect((await operator.get('/admin/messages?template=old.kind-of_mail')).text).toMatch(/selected="">Old kind of mail</)
	expect((await operator.post('/admin/messages.csv', { code: operator.code() })).text).toMatch(/,Old kind of mail,[\s\S]*,Receipt,/)
})

test('a full last page doesn’t link to an empty one, and links keep the filters', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const olderIn = (text: string) => /href="([^"]+)"[^>]*>Next</.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null
	for (let count = 0; count < 50; count += 1) await addMail(wire)
	const full = (await support.get('/admin/messages?failed=1')).text
	expect([rowsOf(full, 'Emails').length, olderIn(full)]).toEqual([50, null])
	await addMail(wire)
	const first = olderIn((await support.get('/admin/messages?failed=1')).text)
	expect(first).toMatch(/^\/admin\/messages\?failed=1&before=/)
	const second = (await support.get(first ?? '')).text
	expect([rowsOf(second, 'Emails').length, olderIn(second), second.includes('href="/admin/messages?failed=1"')]).toEqual([1, null, true])
})

test('a refused form shows the error and the input, as HTML and as data', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const [, text = ''] = (await operator.get('/admin/suppressions')).text.split('action="/admin/suppressions"')
	const read = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
	const form = { form_id: read('form_id'), form_page: read('form_page'), email: 'ana@<b>.test', reason: ' ' }
	const page = await operator.post('/admin/suppressions', form)
	expect(page.status).toBe(422)
	expect(page.text).toMatch(/<h1>Email log<\/h1>[\s\S]*role="alert">Enter the address and a reason\./)
	expect(page.text).toMatch(/aria-invalid="true"[^>]*name="reason"|name="reason"[^>]*aria-invalid="true"/)
	expect([page.text.includes('value="ana@&lt;b&gt;.test"'), page.text.includes('ana@<b>')]).toEqual([true, false])
	const data = await operator.post('/admin/suppressions.data', form)
	expect([data.status, data.headers.get('content-type'), data.text.includes('Enter a reason')]).toEqual([422, 'text/x-script', true])
})

test('an operator resends a failed mail once and lifts a suppression', async () => {
	const wire = await startWire()
	const id = await addMail(wire)
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.post(`/admin/messages/${id}/retry`)).to).toContain('mail-retried')
	expect((await operator.post(`/admin/messages/${id}/retry`)).to).toContain('mail-unchanged')
	const ctx = systemContext(wire.deps, 'test')
	await wire.deps.db
		.transaction()
		.execute((tx) => suppressAddress(ctx, tx, { address: 'ana@example.test', reason: 'hard-bounce', messageId: id }))
	expect((await operator.get('/admin/suppressions')).text).toContain(`/admin/messages/${id}`)
	expect((await operator.post('/admin/suppressions', { email: 'ana@example.test' })).status).toBe(422)
	const form = { email: 'Ana@example.test', reason: 'The mailbox is back' }
	expect((await operator.post('/admin/suppressions', form)).to).toContain('suppression-lifted')
	expect((await operator.post('/admin/suppressions', form)).to).toContain('suppression-none')
	const done = await wire.deps.db.selectFrom('operator_actions').select(['action', 'reason']).orderBy('created_at').orderBy('id').execute()
	expect(done).toEqual([
		{ action: 'mail_retried', reason: null },
		{ action: 'suppression_lifted', reason: 'The mailbox is back' },
	])
})

test('a long message log is read by index with every filter', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	await sql`insert into outbox_messages (channel, to_address, template, subject, body, status, created_at)
		select 'email', 'p' || n || '@example.test', 't' || n % 40, 's', '', case when n % 50 = 0 then 'failed' else 'sent' end, now() - interval '1 s' * n
		from generate_series(1, 20000) n`.execute(db)
	await sql`analyze outbox_messages`.execute(db)
	const ctx = systemContext(wire.deps, 'test')
	for (const asked of ['', 'failed=1', 'template=t3', 'address=p19'])
		expect(JSON.stringify(await listMails({ ctx }, readMailsRequest(new URLSearchParams(asked))).explain('json'))).not.toContain(
			'"Seq Scan"',
		)
})

const readFact = (text: string, name: string) =>
	new RegExp(`<dt>${name}</dt>\\s*<dd>(.*?)</dd>`, 's')
		.exec(text)?.[1]
		?.replaceAll(/<[^>]*>/g, '')
		.replaceAll(/\s+/g, ' ')
		.trim() ?? 'missing'

test('Health describes failures, pending work and free space in plain words', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { text } = await operator.get('/admin/health')
	for (const words of ['PostgreSQL', 'none yet', 'Check now']) expect(text).toContain(words)
	expect(readFact(text, 'Responses of this server')).toMatch(/^\d+ requests? in the last 1 min, none failed$/)
	expect(readFact(text, 'Free disk space')).toMatch(/^\d+\.\d GB of \d+\.\d GB$/)
	expect(readFact(text, 'Unprocessed payment events')).toBe('none')
	expect(readFact(text, 'Availability')).toBe('no measurements yet')
	await recordServedMinute(wire.deps)
	wire.clock.advance(2 * 60_000)
	expect(readFact((await operator.get('/admin/health')).text, 'Availability')).toBe(
		'50.00% of the last 1 h, 1 min down. The goal is 99.9%.',
	)

	await sql`drop table saved_answers cascade`.execute(wire.deps.db)
	expect((await operator.get('/admin/answers')).status).toBe(500)
	const arrived = { provider: 'stripe', type: 'charge.updated', livemode: false, received_at: wire.clock.now() }
	await wire.deps.db
		.insertInto('payment_events')
		.values([
			{ ...arrived, event_id: 'evt_1' },
			{ ...arrived, event_id: 'evt_2', processed_at: new Date(wire.clock.now().getTime() + 2500) },
		])
		.execute()
	const later = (await operator.get('/admin/health')).text
	expect(readFact(later, 'Responses of this server')).toMatch(/ 1 failed \(\d+%\)$/)
	expect(readFact(later, 'Unprocessed payment events')).toBe('1')
	expect(readFact(later, 'Slowest of the last 100 payment events')).toBe('2.5 s after it arrived')
})

test('the message log shows a message limit once more than half of it is used', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const { mails } = wire.deps.config.auth.messageRates
	const fromForms = mails.points * 0.2
	const { db, messageBudget } = wire.deps
	await inTransaction(db, (tx) => messageBudget.spend(tx, 'mails', 'known'))
	for (let sent = 0; sent < fromForms / 2; sent += 1) await messageBudget.spendOnForm(db)
	expect((await support.get('/admin/messages')).text).not.toContain('used, resets')
	await messageBudget.spendOnForm(db)
	const { text } = await support.get('/admin/messages')
	expect(text).toContain(`Emails requested by forms: ${fromForms / 2 + 1} of ${fromForms} used, resets in ${mails.seconds / 60} min.`)
	expect(text).not.toContain('Sign-in emails:')
})
