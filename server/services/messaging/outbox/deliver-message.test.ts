import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { MAX_ATTEMPTS } from '#domain/email/next-step.ts'
import type { EmailMessage, EmailOutcome } from '#server/adapters/email/port.ts'
import { systemContext } from '#server/services/context.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { deliverMessage } from './deliver-message.ts'
import { enqueueMessage } from './enqueue-message.ts'
import { allowAddress } from './mail-suppressions.ts'

const A_DAY = 86_400_000
const LATER: EmailOutcome = { kind: 'later', reason: '451 try later' }
const LOST: EmailOutcome = { kind: 'unknown', reason: 'Timeout' }
const NOBODY: EmailOutcome = { kind: 'refused', refusal: 'bad-mailbox', reason: '550 5.1.1 no such user' }
const REFUSED: EmailOutcome = { kind: 'refused', refusal: 'other', reason: '554 5.7.1 spam' }

/** Returns these outcomes for the first calls and accepts the rest. */
function transportOf(answers: readonly EmailOutcome[]) {
	const seen: EmailMessage[] = []
	const send = async (message: EmailMessage): Promise<EmailOutcome> =>
		answers[seen.push(message) - 1] ?? { kind: 'accepted', providerId: `smtp-${seen.length}` }
	return { email: { send }, seen }
}

type Setup = { answers?: readonly EmailOutcome[]; template?: string; env?: Record<string, string> }

async function withOneMessage({ answers = [], template = 'order.receipt', env = {} }: Setup) {
	const transport = transportOf(answers)
	const made = await makeTestDeps({ email: transport.email, env })
	const ctx = systemContext(made.deps, 'test')
	const enqueue = (name = template, to = 'ana@example.test') =>
		made.deps.db
			.transaction()
			.execute((tx) => enqueueMessage(ctx, tx, { to, template: name, subject: 'Code', text: '123456', html: '<p>123456</p>' }))
	const id = (await enqueue()) ?? ''
	const read = (of = id) => made.deps.db.selectFrom('outbox_messages').selectAll().where('id', '=', of).executeTakeFirstOrThrow()
	return { ...made, ...transport, ctx, id, read, enqueue }
}

test('a refused message is retried later and then sent', async () => {
	const { deps, clock, seen, read } = await withOneMessage({ answers: [LATER, LATER] })

	expect(await runDueJobs(deps)).toBe(1)
	expect(await read()).toMatchObject({ status: 'queued', attempts: 1, last_error: '451 try later', claimed_by: null })
	expect(await runDueJobs(deps)).toBe(0)

	clock.advance(A_DAY)
	await runDueJobs(deps)
	expect(await read()).toMatchObject({ status: 'sent', attempts: 3, last_error: null, provider_id: 'smtp-3' })
	expect(new Set(seen.map((message) => message.id)).size).toBe(1)
})

test('after the last attempt the message is failed with its reason, and not retried', async () => {
	const { deps, clock, seen, logLines, read } = await withOneMessage({ answers: Array.from({ length: 100 }, () => LATER) })
	for (let round = 0; round < MAX_ATTEMPTS + 2; round += 1) {
		await runDueJobs(deps)
		clock.advance(A_DAY)
	}

	expect(await read()).toMatchObject({ status: 'failed', attempts: MAX_ATTEMPTS, last_error: '451 try later' })
	expect(seen).toHaveLength(MAX_ATTEMPTS)
	expect(logLines.filter((line) => line.includes('email failed for good'))).toHaveLength(1)
})

test('two jobs for one message send it once', async () => {
	const { deps, id, seen } = await withOneMessage({})
	await Promise.all(['one', 'two'].map((job) => deliverMessage(systemContext(deps, job), { messageId: id })))

	expect(seen.map((message) => message.id)).toEqual([id])
})

test('a message already being sent by another job is left alone', async () => {
	const { deps, ctx, id, seen, read } = await withOneMessage({})
	await deps.db.updateTable('outbox_messages').set({ status: 'sending', claimed_by: 'another', attempts: 1 }).execute()
	await deliverMessage(ctx, { messageId: id })
	expect([seen, (await read()).status]).toEqual([[], 'sending'])
})

test.each([
	['order.receipt', 'a lost answer once', [LOST], 'sent', 2],
	['order.receipt', 'a lost answer twice', [LOST, LOST], 'unknown', 2],
	['order.receipt', 'a lost answer, then no server for a while', [LOST, LATER, LATER], 'sent', 4],
	['order.receipt', 'a lost answer, no server, a lost answer', [LOST, LATER, LOST], 'unknown', 3],
	['newsletter.confirmation', 'a lost answer', [LOST], 'unknown', 1],
	['order.receipt', 'a refusal of the text', [REFUSED], 'failed', 1],
	['order.receipt', 'a mailbox that does not exist', [NOBODY], 'bounced', 1],
] as const)('%s after %s is sent at most twice in doubt', async (template, _what, answers, status, calls) => {
	const { deps, clock, seen, read } = await withOneMessage({ template, answers })
	for (let round = 0; round < 6; round += 1) {
		await runDueJobs(deps)
		clock.advance(A_DAY)
	}
	expect([(await read()).status, seen.length]).toEqual([status, calls])
})

test.each([
	['order.receipt', 'sent', 1, []],
	['order.receipt', 'unknown', 1, [LOST]],
	['newsletter.confirmation', 'unknown', 0, []],
])('%s whose job was interrupted ends as %s', async (template, status, calls, answers) => {
	const { deps, id, seen, read } = await withOneMessage({ template, answers })
	await deps.db.updateTable('outbox_messages').set({ status: 'sending', claimed_by: 'job-1', attempts: 1 }).execute()
	await deliverMessage(systemContext(deps, 'job-1'), { messageId: id })
	expect([(await read()).status, seen.length]).toEqual([status, calls])

	await deps.db.updateTable('outbox_messages').set({ status: 'sending', claimed_by: 'job-1', unconfirmed_attempts: 1 }).execute()
	await deliverMessage(systemContext(deps, 'job-1'), { messageId: id })
	expect([(await read()).status, seen.length]).toEqual(['unknown', calls])
})

test('M4: a mailbox that doesn’t exist gets no further mail until the operator lifts the suppression', async () => {
	const { deps, ctx, seen, read, enqueue } = await withOneMessage({ answers: [NOBODY] })
	await runDueJobs(deps)
	const later = [await enqueue('auth.recovery', 'Ana@example.test'), await enqueue('newsletter.confirmation')]
	const other = await enqueue('order.receipt', 'ben@example.test')
	await runDueJobs(deps)

	for (const id of later) expect(await read(id ?? '')).toMatchObject({ status: 'suppressed', last_error: 'hard-bounce', attempts: 0 })
	expect(await read(other ?? '')).toMatchObject({ status: 'sent' })
	expect(seen).toHaveLength(2)

	expect([await allowAddress(ctx, 'ana@example.test'), await allowAddress(ctx, 'ana@example.test')]).toEqual([true, false])
	const again = await enqueue('auth.recovery')
	await runDueJobs(deps)
	expect(await read(again ?? '')).toMatchObject({ status: 'sent' })
})

test('lifting a suppression leaves subscribers alone who had none, or subscribed again since', async () => {
	const { deps, ctx } = await withOneMessage({ answers: [NOBODY] })
	const subscribe = (email: string) =>
		deps.db
			.insertInto('newsletter_subscriptions')
			.values({ email, source: 'blog', status: 'confirmed', requested_at: ctx.now(), confirmed_at: ctx.now() })
			.execute()
	await subscribe('ana@example.test')
	await subscribe('ben@example.test')
	await runDueJobs(deps)
	const states = async () =>
		(await deps.db.selectFrom('newsletter_subscriptions').select('status').orderBy('email').execute()).map(({ status }) => status)
	expect(await states()).toEqual(['suppressed', 'confirmed'])
	await allowAddress(ctx, 'ana@example.test')
	await allowAddress(ctx, 'ben@example.test')
	expect(await states()).toEqual(['unsubscribed', 'confirmed'])

	await deps.db.updateTable('newsletter_subscriptions').set({ status: 'confirmed' }).where('email', '=', 'ana@example.test').execute()
	await allowAddress(ctx, 'ANA@example.test')
	expect(await states()).toEqual(['confirmed', 'confirmed'])
})

test('a refusal because of the sender doesn’t suppress the address', async () => {
	const { deps, read, enqueue } = await withOneMessage({ answers: [REFUSED] })
	await runDueJobs(deps)
	const next = await enqueue()
	await runDueJobs(deps)
	expect(await read(next ?? '')).toMatchObject({ status: 'sent' })
})

test('the text of a mail sent by SMTP is deleted, the sandbox keeps it', async () => {
	const smtp = { GOTRUE_SMTP_HOST: 'localhost', GOTRUE_SMTP_ADMIN_EMAIL: 'academy@launchway.test' }
	const real = await withOneMessage({ env: smtp, answers: [LATER] })
	await runDueJobs(real.deps)
	expect((await real.read()).body).toBe('123456')
	real.clock.advance(A_DAY)
	await runDueJobs(real.deps)
	expect(await real.read()).toMatchObject({ status: 'sent', subject: 'Code', body: '', body_html: '' })
	expect(real.seen.map(({ text }) => text)).toEqual(['123456', '123456'])

	const sandbox = await withOneMessage({})
	await runDueJobs(sandbox.deps)
	expect((await sandbox.read()).body).toBe('123456')
})

test('more parallel mails than database connections don’t deadlock', async () => {
	const { deps, seen, enqueue } = await withOneMessage({})
	const ids = await Promise.all(Array.from({ length: 20 }, () => enqueue()))
	await Promise.all(ids.map((id, index) => deliverMessage(systemContext(deps, `job-${index}`), { messageId: id ?? '' })))
	expect(seen).toHaveLength(20)
})

test('a message whose pictures can’t be read stays queued', async () => {
	const { deps, ctx, seen } = await withOneMessage({})
	const html = '<img src="cid:7d9f5d0e-0000-4000-8000-000000000001@inline" alt="The sky">'
	const mail = { to: 'bo@example.test', template: 'order.receipt', subject: 'News', text: 'News', html } as const
	const messageId = (await deps.db.transaction().execute((tx) => enqueueMessage(ctx, tx, mail))) ?? ''
	const read = () => deps.db.selectFrom('outbox_messages').select(['status', 'attempts']).where('id', '=', messageId).executeTakeFirst()
	await sql`alter table media_files rename to media_files_away`.execute(deps.db)
	await expect(deliverMessage(ctx, { messageId })).rejects.toThrow('media_files')
	expect(await read()).toEqual({ status: 'queued', attempts: 0 })
	await sql`alter table media_files_away rename to media_files`.execute(deps.db)
	await deliverMessage(ctx, { messageId })
	expect([await read(), seen.map(({ to }) => to)]).toEqual([{ status: 'sent', attempts: 1 }, ['bo@example.test']])
})
