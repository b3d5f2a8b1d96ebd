// asvs V1.3.3 V1.3.11 V12.3.2
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'

import { openMailSink } from '#tests/setup/mail-sink.ts'

import { requireAddress, type SmtpConfig } from './compose.ts'
import type { EmailMessage } from './port.ts'
import { createSmtpEmail } from './smtp.ts'

const ID = '0198f3a0-0000-7000-8000-000000000001'
const SHORT = { connect: 1000, greeting: 1000, silence: 400 }

const message: EmailMessage = {
	id: ID,
	siteName: 'Second Wind',
	to: 'ok@example.test',
	subject: 'A receipt',
	text: 'Thank you.\n',
	html: '<p>Thank you.</p>',
	stream: 'transactional',
	headers: {},
}

async function open(change: Partial<SmtpConfig> = {}, options: Parameters<typeof openMailSink>[0] = {}) {
	const sink = await openMailSink(options)
	const config: SmtpConfig = {
		host: '127.0.0.1',
		port: sink.port,
		security: 'none',
		login: null,
		connections: 2,
		from: { name: 'Launchway', address: 'academy@launchway.test' },
		bounceAddress: null,
		mayBePrivate: true,
		dkim: null,
		...change,
	}
	const email = createSmtpEmail(config, SHORT)
	onTestFinished(async () => {
		email.close()
		await sink.close()
	})
	return { sink, email }
}

test('a mail has both parts, its message ID, and is marked as auto-generated', async () => {
	const { sink, email } = await open()
	expect(await email.send(message)).toMatchObject({ kind: 'accepted' })
	const [mail] = sink.mails
	expect([mail?.from, mail?.to]).toEqual(['academy@launchway.test', ['ok@example.test']])
	const parsed = await PostalMime.parse(mail?.source ?? '')
	expect(parsed).toMatchObject({
		messageId: `<${ID}@launchway.test>`,
		subject: 'A receipt',
		from: { name: 'Launchway', address: 'academy@launchway.test' },
		to: [{ name: '', address: 'ok@example.test' }],
	})
	expect([parsed.text?.trim(), parsed.html?.trim()]).toEqual(['Thank you.', '<p>Thank you.</p>'])
	expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
})

test('pictures are attached inline and shown in the text', async () => {
	const { sink, email } = await open()
	const bytes = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x0a, 0x0d])
	const html = '<p>Look: <img src="cid:sky@inline" alt="The sky"></p>'
	await email.send({ ...message, html, pictures: [{ id: 'sky@inline', fileName: 'picture.jpg', contentType: 'image/jpeg', bytes }] })
	const source = sink.mails[0]?.source ?? ''
	const { attachments, html: shown, text } = await PostalMime.parse(source)
	expect([shown?.trim(), text?.trim()]).toEqual([html, 'Thank you.'])
	expect(attachments).toMatchObject([{ contentId: '<sky@inline>', mimeType: 'image/jpeg', disposition: 'inline', related: true }])
	expect(Buffer.from(attachments[0]?.content as ArrayBuffer)).toEqual(bytes)
	expect(String(source)).toMatch(/multipart\/alternative[^]*multipart\/related/)
})

test('without a configured name, mails carry the site’s name', async () => {
	const { sink, email } = await open({ from: { name: null, address: 'academy@launchway.test' } })
	await email.send(message)
	expect(await PostalMime.parse(sink.mails[0]?.source ?? '')).toMatchObject({
		from: { name: 'Second Wind', address: 'academy@launchway.test' },
	})
})

const EVIL = 'evil@x.test'
test.each([
	['a line break and a header', `ok@x.test\r\nBcc: ${EVIL}`],
	['a bare line feed', `ok@x.test\n${EVIL}`],
	['a group', `g: ${EVIL};`],
	['a list', `ok@x.test, ${EVIL}`],
	['a list with semicolons', `ok@x.test;${EVIL}`],
	['a display name', `ok@x.test <${EVIL}>`],
	['a display name that is an address', `"ok@x.test" <${EVIL}>`],
	['a quoted local part', `"ok@x.test ${EVIL}"@x.test`],
	['a comment', `ok(${EVIL})@x.test`],
	['a trailing comment', `ok@x.test (${EVIL})`],
	['a route', `<@x.test:${EVIL}>`],
	['two @ signs', `ok@x.test@${EVIL}`],
	['a SMTP parameter', 'ok@x.test> NOTIFY=SUCCESS'],
	['a null byte', `ok@x.test\0${EVIL}`],
	['an encoded word', `=?utf-8?q?${EVIL}?= <ok@x.test>`],
	['a domain in brackets', 'ok@[127.0.0.1]'],
	['an escape in an internationalized domain', 'ok@%78ü.test'],
	['a non-ASCII local part', 'ök@x.test'],
	['an address of 255 characters', `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}${'c'.repeat(11)}`],
	['nothing', ''],
])('M1: %s as an address is sent to no one', async (_what, to) => {
	const { sink, email } = await open()
	expect(await email.send({ ...message, to })).toMatchObject({ kind: 'refused', refusal: 'other' })
	expect(await email.send({ ...message, headers: { 'Reply-To': to } })).toMatchObject({ kind: 'refused' })
	expect(sink.mails).toEqual([])
})

test.each([
	['+tag.name@sub.x.test', '+tag.name@sub.x.test'],
	["o'neil{}|~@x.test", "o'neil{}|~@x.test"],
	['Case@X.Test', 'Case@x.test'],
	// The mail sink decodes domains. The next test checks the ASCII form on the wire.
	['ok@bücher.test', 'ok@bücher.test'],
])('M1: %s is sent to exactly %s', async (to, expected) => {
	const { sink, email } = await open()
	expect(await email.send({ ...message, to })).toMatchObject({ kind: 'accepted' })
	expect(sink.mails.map((mail) => mail.to)).toEqual([[expected]])
})

test('an internationalized domain is sent as punycode', () => {
	expect(requireAddress('ok@bücher.test')).toBe('ok@xn--bcher-kva.test')
})

test('text from strangers can’t add a recipient, header or part', async () => {
	const { sink, email } = await open()
	const wild = 'Hello\r\nBcc: evil@x.test\r\n\r\n.\r\nMAIL FROM:<evil@x.test>\r\n'
	expect(await email.send({ ...message, subject: wild, text: wild, html: '' })).toMatchObject({ kind: 'accepted' })
	const [mail] = sink.mails
	expect([sink.mails.length, mail?.to]).toEqual([1, ['ok@example.test']])
	const parsed = await PostalMime.parse(mail?.source ?? '')
	expect(parsed.headers.map(({ key }) => key).filter((key) => key === 'bcc' || key === 'mail')).toEqual([])
	expect(parsed.text?.trim()).toBe(wild.trim().replaceAll('\r\n', '\n'))
})

test.each([
	['a line break in a header', { 'List-Unsubscribe': '<https://x.test/>\r\nBcc: evil@x.test' }],
	['an injected header', { Bcc: 'evil@x.test' }],
])('%s is not sent', async (_what, headers) => {
	const { sink, email } = await open()
	expect(await email.send({ ...message, headers })).toMatchObject({ kind: 'refused' })
	expect(sink.mails).toEqual([])
})

test.each([
	[{ recipient: '450 4.2.0 greylisted' }, { kind: 'later' }],
	[{ recipient: '550 5.1.1 no such user' }, { kind: 'refused', refusal: 'bad-mailbox' }],
	[{ recipient: '550 no such user here' }, { kind: 'refused', refusal: 'bad-mailbox' }],
	[{ recipient: '550 5.7.1 we do not like you' }, { kind: 'refused', refusal: 'other' }],
	[{ recipient: '554 blocked for spam' }, { kind: 'refused', refusal: 'other' }],
	[{ message: '452 4.3.1 disk full' }, { kind: 'later' }],
	[{ message: '552 5.3.4 too big' }, { kind: 'refused', refusal: 'other' }],
	// A refusal of the text doesn't prove that the mailbox is missing, even if it says so.
	[{ message: '550 5.1.1 no such user' }, { kind: 'refused', refusal: 'other' }],
	[{ afterData: 'hang' }, { kind: 'unknown' }],
	[{ afterData: 'close' }, { kind: 'unknown' }],
] as const)('%o results in %o', async (mood, expected) => {
	const { sink, email } = await open()
	Object.assign(sink.mood, mood)
	expect(await email.send(message)).toMatchObject(expected)

	delete sink.mood.recipient
	delete sink.mood.message
	delete sink.mood.afterData
	expect(await email.send(message)).toMatchObject({ kind: 'accepted' })
})

test('without TLS nothing is sent unless configured, and the password is never sent', async () => {
	const login = { user: 'academy', pass: 'secret' }
	const { sink, email } = await open({ security: 'starttls', login }, { login })
	expect(await email.send(message)).toMatchObject({ kind: 'later' })
	expect([sink.mails, sink.counts().logins]).toEqual([[], 0])
})

test('an untrusted certificate counts as no TLS', async () => {
	const { sink, email } = await open({ security: 'starttls' }, { hasTls: true })
	expect(await email.send(message)).toMatchObject({ kind: 'later' })
	expect(sink.mails).toEqual([])
})

test('a wrong password delays the mail instead of failing it', async () => {
	const login = { user: 'academy', pass: 'secret' }
	const { email } = await open({ login: { ...login, pass: 'wrong' } }, { login })
	expect(await email.send(message)).toMatchObject({ kind: 'later' })
})

test('an unreachable or silent server delays the mail', async () => {
	const { email } = await open({ port: 1 })
	expect(await email.send(message)).toMatchObject({ kind: 'later' })
})

test('many mails share few connections, and each arrives once', async () => {
	const { sink, email } = await open({ connections: 2, login: { user: 'a', pass: 'b' } }, { login: { user: 'a', pass: 'b' } })
	const wanted = Array.from({ length: 30 }, (_, index) => `reader${index}@example.test`)
	await Promise.all(wanted.map((to) => email.send({ ...message, to })))
	expect(sink.mails.flatMap(({ to }) => to).toSorted()).toEqual(wanted.toSorted())
	expect(sink.counts()).toEqual({ connections: 2, logins: 2 })
})

test('the bounce address contains the message ID', async () => {
	const { sink, email } = await open({ bounceAddress: 'bounces@launchway.test' })
	await email.send(message)
	expect(sink.mails[0]?.from).toBe(`bounces+${ID}@launchway.test`)
})
