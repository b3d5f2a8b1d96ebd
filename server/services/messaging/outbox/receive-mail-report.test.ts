import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { enqueueMessage } from './enqueue-message.ts'
import { receiveMailReport } from './mail-suppressions.ts'

const STRANGER = '0198f3a0-0000-7000-8000-00000000dead'

type Bounce = { to: string; status?: string; action?: string; returnedId?: string }

const bounce = ({ to, status = '5.1.1', action = 'failed', returnedId = 'x' }: Bounce) =>
	Buffer.from(
		[
			'From: MAILER-DAEMON@mx.example.test',
			`To: ${to}`,
			'Subject: Undelivered Mail Returned to Sender',
			'MIME-Version: 1.0',
			'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
			'',
			'--b',
			'Content-Type: text/plain',
			'',
			'I am sorry to have to inform you that your message could not be delivered.',
			'',
			'--b',
			'Content-Type: message/delivery-status',
			'',
			'Reporting-MTA: dns; mx.example.test',
			'',
			'Final-Recipient: rfc822; somebody-else@example.test',
			`Action: ${action}`,
			`Status: ${status} (User unknown)`,
			'Diagnostic-Code: smtp; 550 no',
			'',
			'--b',
			'Content-Type: message/rfc822',
			'',
			'From: academy@launchway.test',
			`Message-ID: <${returnedId}@launchway.test>`,
			'Subject: Code',
			'',
			'gone',
			'--b--',
			'',
		].join('\r\n'),
	)

const complaint = (returnedId: string) =>
	Buffer.from(
		[
			'From: feedback@provider.test',
			'To: bounces@launchway.test',
			'MIME-Version: 1.0',
			'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
			'',
			'--b',
			'Content-Type: message/feedback-report',
			'',
			'Feedback-Type: abuse',
			'User-Agent: provider/1',
			'Version: 1',
			'',
			'--b',
			'Content-Type: text/rfc822-headers',
			'',
			`Message-ID: <${returnedId}@launchway.test>`,
			'Subject: An article',
			'',
			'--b--',
			'',
		].join('\r\n'),
	)

async function withSentMail() {
	const made = await makeTestDeps()
	const ctx = systemContext(made.deps, 'test')
	const send = async (template: string) => {
		const mail = { to: 'ana@example.test', template, subject: 'Code', text: '123456', html: '' } as const
		const id = (await made.deps.db.transaction().execute((tx) => enqueueMessage(ctx, tx, mail))) ?? ''
		await runDueJobs(made.deps)
		return id
	}
	const statusOf = async (id: string) =>
		(await made.deps.db.selectFrom('outbox_messages').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
	return { ...made, ctx, send, statusOf, id: await send('order.receipt') }
}

test.each([
	['by the address it came back to', (id: string) => bounce({ to: `bounces+${id}@launchway.test` })],
	['by the mail that it returns', (id: string) => bounce({ to: 'bounces@launchway.test', returnedId: id })],
])('M4: a bounce suppresses the address we wrote to, identified %s', async (_how, report) => {
	const { ctx, id, send, statusOf } = await withSentMail()
	expect(await receiveMailReport(ctx, report(id))).toBe('hard-bounce')
	expect(await statusOf(id)).toBe('bounced')
	expect([await statusOf(await send('order.receipt')), await statusOf(await send('newsletter.confirmation'))]).toEqual([
		'suppressed',
		'suppressed',
	])
	expect(await receiveMailReport(ctx, report(id))).toBe('hard-bounce')
})

test('M4: a complaint stops the newsletter, but not receipts', async () => {
	const { ctx, id, send, statusOf } = await withSentMail()
	expect(await receiveMailReport(ctx, complaint(id))).toBe('complaint')
	expect([await statusOf(await send('order.receipt')), await statusOf(await send('newsletter.confirmation'))]).toEqual([
		'sent',
		'suppressed',
	])
})

test.each([
	['a full mailbox', 'noted', (id: string) => bounce({ to: `b+${id}@launchway.test`, status: '5.2.2' })],
	['a delay', 'ignored', (id: string) => bounce({ to: `b+${id}@launchway.test`, action: 'delayed', status: '4.4.1' })],
	['a bounce of someone else’s mail', 'unknown-message', () => bounce({ to: `b+${STRANGER}@launchway.test` })],
	['a bounce without an id', 'unknown-message', () => bounce({ to: 'bounces@launchway.test' })],
	['a complaint about another mail', 'unknown-message', () => complaint(STRANGER)],
	[
		'a personal reply',
		'no-report',
		(id: string) => Buffer.from(`To: b+${id}@launchway.test\r\nSubject: Re\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`),
	],
	['nothing', 'no-report', () => Buffer.alloc(0)],
	['bytes', 'no-report', () => Buffer.from([0, 255, 254, 13, 10, 0])],
] as const)('%s doesn’t suppress the address', async (_what, expected, report) => {
	const { ctx, id, send, statusOf } = await withSentMail()
	expect(await receiveMailReport(ctx, report(id))).toBe(expected)
	expect(await statusOf(await send('newsletter.confirmation'))).toBe('sent')
})
