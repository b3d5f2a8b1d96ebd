import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { suppressAddress } from '#server/services/messaging/outbox/mail-suppressions.ts'
import { exampleDay } from '#server/services/people/imports/check-row.ts'
import { runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const ADD = '/admin/subscribers/add'
const HOUR_MS = 3_600_000
const BECAUSE = { reason: 'Asked me at a meetup' }

async function open() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const proof = { consent: 'proven', asked: exampleDay(wire.clock.now()), place: 'Meetup in Lisbon', words: 'Yes, send me the newsletter.' }
	return { wire, operator, proof }
}

const subscribers = ({ deps }: Wire) =>
	deps.db
		.selectFrom('newsletter_subscriptions')
		.select(['email', 'first_name', 'status', 'source', 'consent_source', 'covers_newsletters'])
		.orderBy('email')
		.execute()

const mailsTo = async ({ deps }: Wire, email: string) =>
	(await deps.db.selectFrom('outbox_messages').select('template').where('to_address', '=', email).execute()).map((mail) => mail.template)

test('an address without proof is pending, and is asked once by email in the daytime', async () => {
	const { wire, operator } = await open()
	const { to } = await operator.post(ADD, { email: ' Ana@Example.test', name: 'Ana', consent: 'ask' })
	expect(to).toMatch(/^\/admin\/subscribers\/[\da-f-]{36}\?notice=subscriber-asked$/)
	expect(await subscribers(wire)).toMatchObject([
		{ email: 'ana@example.test', first_name: 'Ana', status: 'pending', covers_newsletters: false },
	])
	wire.clock.advance(((17 - wire.clock.now().getUTCHours() + 24) % 24) * HOUR_MS)
	for (let minute = 0; minute < 2; minute += 1) await runTimedJob(wire.deps, 'send-newsletter')
	expect(await mailsTo(wire, 'ana@example.test')).toEqual(['newsletter.invitation'])
	const log = await wire.deps.db.selectFrom('operator_actions').select(['action', 'reason', 'after']).execute()
	expect(log).toEqual([{ action: 'subscriber_added', reason: null, after: { isProven: false } }])
})

test('with proof of consent, the address is confirmed and its page shows the proof', async () => {
	const { wire, operator, proof } = await open()
	const { to } = await operator.post(ADD, { email: 'bo@example.test', ...proof, ...BECAUSE })
	expect(await subscribers(wire)).toMatchObject([{ status: 'confirmed', source: 'import', covers_newsletters: true }])
	const shown = (await operator.get(to)).text
	for (const words of [proof.place, proof.words, 'They’ll get newsletters from now on']) expect(shown).toContain(words)
	expect(await mailsTo(wire, 'bo@example.test')).toEqual([])
})

test('a date of today counts in every time zone, and is never stored as a time in the future', async () => {
	const { wire, operator, proof } = await open()
	const now = wire.clock.now()
	const tomorrow = new Date(now.getTime() + 14 * HOUR_MS).toISOString().slice(0, 10)
	expect((await operator.post(ADD, { email: 'cy@example.test', ...proof, asked: tomorrow, ...BECAUSE })).status).toBe(303)
	const { requested_at: at } = await wire.deps.db.selectFrom('newsletter_subscriptions').select('requested_at').executeTakeFirstOrThrow()
	expect(at <= wire.clock.now()).toBe(true)
})

test.each([
	['asked', { asked: '' }, 'This doesn’t prove consent: it has no date.'],
	['asked', { asked: '2019-05-01' }, 'This doesn’t prove consent: its consent is older than two years.'],
	['place', { place: ' ' }, 'Enter where they agreed'],
	['words', { words: '' }, 'Enter the text that they agreed to.'],
	['email', { email: 'bo' }, 'Enter an email address such as name@example.com.'],
])('a proof with a fault in %s is refused at its field, and nothing is added', async (_field, fault, message) => {
	const { wire, operator, proof } = await open()
	const refused = await operator.post(ADD, { email: 'bo@example.test', ...proof, ...BECAUSE, ...fault })
	expect([refused.status, refused.text.includes(message)]).toEqual([422, true])
	expect(await subscribers(wire)).toEqual([])
})

test('one response lists the errors of all fields', async () => {
	const { operator } = await open()
	const { text } = await operator.post(ADD, { email: '', consent: 'proven', asked: '', place: '', words: '', ...BECAUSE })
	for (const words of ['name@example.com', 'it has no date', 'Enter where they agreed', 'Enter the text that they agreed to'])
		expect(text).toContain(words)
})

test('an address that unsubscribed, is known or is suppressed isn’t changed, with proof or without', async () => {
	const { wire, operator, proof } = await open()
	const now = wire.clock.now()
	const row = (status: 'unsubscribed' | 'pending' | 'confirmed') => ({
		email: `${status}@example.test`,
		status,
		source: 'blog' as const,
		requested_at: now,
	})
	await wire.deps.db
		.insertInto('newsletter_subscriptions')
		.values([row('unsubscribed'), row('pending'), row('confirmed')])
		.execute()
	const ctx = systemContext(wire.deps, 'test')
	const spam = { address: 'spam@example.test', reason: 'hard-bounce', messageId: '018f0000-0000-7000-8000-000000000000' } as const
	await wire.deps.db.transaction().execute((tx) => suppressAddress(ctx, tx, spam))
	const before = await subscribers(wire)
	const refusals: Record<string, string> = {
		unsubscribed: 'Only they can subscribe again',
		pending: 'already waiting to confirm',
		confirmed: 'already subscribed',
		spam: 'reported as spam',
	}
	for (const consent of [{ consent: 'ask' }, proof])
		for (const [name, words] of Object.entries(refusals)) {
			const refused = await operator.post(ADD, { email: `${name}@example.test`, ...consent, ...BECAUSE })
			expect([name, refused.status, refused.text.includes(words)]).toEqual([name, 422, true])
		}
	expect(await subscribers(wire)).toEqual(before)
})

test('the support role can’t add anyone, and sees no button for it', async () => {
	const { wire } = await open()
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get(ADD)).status).toBe(403)
	expect((await support.post(ADD, { email: 'bo@example.test', consent: 'ask', ...BECAUSE })).status).toBe(403)
	expect((await support.get('/admin/subscribers')).text).not.toContain('Add subscriber')
})

test('asking an address needs neither reason nor code; vouching for its consent needs both', async () => {
	const { wire, operator, proof } = await open()
	wire.clock.advance(11 * 60_000)
	const typed = { email: 'bo@example.test', ...proof, asked: exampleDay(wire.clock.now()) }
	const refused = await operator.post(ADD, typed)
	for (const words of ['Enter a code from your authenticator app', 'reason']) expect(refused.text).toContain(words)
	expect([refused.status, await subscribers(wire)]).toEqual([422, []])
	expect((await operator.post(ADD, { email: 'ana@example.test', consent: 'ask' })).status).toBe(303)
	expect((await operator.post(ADD, { ...typed, code: operator.code() })).status).toBe(400)
	expect((await operator.post(ADD, { ...typed, ...BECAUSE })).status).toBe(303)
	expect((await subscribers(wire)).map(({ status }) => status)).toEqual(['pending', 'confirmed'])
})
