import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { paths } from '#contracts/paths.ts'

import { solveProof } from './solve-proof.ts'
import { GOOD_PASSWORD, signedIn, someAddress, startWire, type Wire } from './test-client.ts'

/** Settings in which twenty of a hundred emails are for forms; the first ten of these need no proof of work. */
const PUBLIC = { TRUSTED_PROXY_HOPS: '1', GOTRUE_RATE_LIMIT_EMAIL_SENT: '100' }
const [FREE, ALL] = [10, 20]

let networks = 0
const somewhere = () => ({ 'x-forwarded-for': `198.18.${Math.floor((networks += 1) / 250)}.${(networks % 250) + 1}` })

type Fields = Record<string, string | number | boolean>
const LETTER = { name: 'Ana', subject: 'Refund', message: 'How?' }

/** Every form that emails an unconfirmed address: its other fields, and whether it does nothing else. */
const BY_SCRIPT: Record<string, { fields: Fields; isMailAlone: boolean }> = {
	'/api/leads/newsletter': { fields: { source: 'blog' }, isMailAlone: true },
	'/api/leads/newsletter/unsubscribe-link': { fields: {}, isMailAlone: true },
	'/api/leads/action-plan': { fields: { type: 'creator', agrees: true }, isMailAlone: true },
	'/api/leads/early-access': { fields: { moduleId: 2 }, isMailAlone: true },
	'/api/mailbox/link': { fields: {}, isMailAlone: true },
	'/api/support/contact': { fields: LETTER, isMailAlone: false },
	'/api/support/applications': { fields: { name: 'Ana', message: 'I build things.' }, isMailAlone: false },
}
const PLAIN: Record<string, Fields> = {
	'/newsletter': {},
	'/unsubscribe/link': {},
	[paths.privacyRequest]: {},
	[paths.contact]: LETTER,
	[paths.careers]: { name: 'Ana', message: 'I build things.', position: '' },
}

type Sent = { email: string; fields?: Fields; headers?: Record<string, string> }

async function send(wire: Wire, path: string, { email, fields = BY_SCRIPT[path]?.fields ?? {}, headers = somewhere() }: Sent) {
	const whole = { ...fields, email }
	const form = new FormData()
	for (const [name, value] of Object.entries(whole)) form.set(name, String(value))
	const isJson = path.startsWith('/api/') && path !== '/api/support/applications'
	const body = isJson ? JSON.stringify(whole) : form
	const answer = await wire.request(path, {
		method: 'POST',
		body,
		headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
	})
	const text = await answer.text()
	return { status: answer.status, text, code: /"code":"(\w+)"/.exec(text)?.[1] ?? null, after: Number(answer.headers.get('retry-after')) }
}

/** Counts this many forms as submitted. */
async function spend(wire: Wire, count: number): Promise<void> {
	for (let spent = 0; spent < count; spent += 1) await wire.deps.messageBudget.spendOnForm(wire.deps.db)
}

const mailsToStrangers = async ({ deps }: Wire) =>
	(await deps.db.selectFrom('outbox_messages').select('to_address').where('to_address', 'like', '%@strangers.test').execute()).length

test('40 forms in a minute from 40 networks send no more mail than the strangers’ budget', async () => {
	const wire = await startWire({ env: PUBLIC })
	const codes: (string | null)[] = []
	for (let index = 0; index < 40; index += 1) {
		const path = Object.keys(BY_SCRIPT)[index % 7] ?? ''
		codes.push((await send(wire, path, { email: `n${index}@strangers.test` })).code)
	}
	expect(codes.filter((code) => code === null)).toHaveLength(FREE)
	expect(new Set(codes)).toEqual(new Set([null, 'captcha_failed']))
	expect(await mailsToStrangers(wire)).toBeLessThanOrEqual(FREE)
	// Sign-in still works for everyone.
	expect((await wire.connect().auth.signInWithOtp({ email: someAddress() })).error).toBeNull()
})

test.each(Object.entries(BY_SCRIPT))('%s requires a proof of work, and then says when to retry', async (path, { isMailAlone }) => {
	const wire = await startWire({ env: PUBLIC })
	await spend(wire, FREE)
	const email = 'ana@strangers.test'
	expect(await send(wire, path, { email })).toMatchObject({ status: 400, code: 'captcha_failed' })
	const paid = async () => ({ ...somewhere(), 'captcha-token': await solveProof(wire) })
	const headers = await paid()
	expect([201, 202]).toContain((await send(wire, path, { email, headers })).status)
	// A proof is valid for one email.
	expect((await send(wire, path, { email, headers })).code).toBe('captcha_failed')
	const before = await mailsToStrangers(wire)
	await spend(wire, ALL)
	const last = await send(wire, path, { email: 'bo@strangers.test', headers: await paid() })
	if (isMailAlone) expect([last.status, last.code, last.after]).toEqual([429, 'forms_busy', 3600])
	else expect(last.status).toBe(201)
	expect(await mailsToStrangers(wire)).toBe(before)
	wire.clock.advance(3_600_000)
	expect([201, 202]).toContain((await send(wire, path, { email: 'cy@strangers.test' })).status)
})

test.each(Object.entries(PLAIN))('%s without script says when to retry', async (path, fields) => {
	const wire = await startWire({ env: PUBLIC })
	await spend(wire, FREE)
	wire.clock.advance(20 * 60_000)
	const refused = await send(wire, path, { email: 'ana@strangers.test', fields })
	expect([refused.status, refused.after]).toEqual([429, 2400])
	expect(refused.text).toContain(
		'Too many people are using this form right now. Please try again in 40 minutes. What you typed is still here.',
	)
	expect(await mailsToStrangers(wire)).toBe(0)
	wire.clock.advance(40 * 60_000)
	expect([200, 303]).toContain((await send(wire, path, { email: 'ana@strangers.test', fields })).status)
})

test('ten plus-addresses count as one mailbox', async () => {
	const most: Record<string, number> = {}
	for (const path of Object.keys(BY_SCRIPT)) {
		const wire = await startWire()
		for (let index = 0; index < 10; index += 1) await send(wire, path, { email: `Ana+${index}@strangers.test` })
		most[path] = await mailsToStrangers(wire)
	}
	expect(most).toEqual({
		'/api/leads/newsletter': 1,
		'/api/leads/newsletter/unsubscribe-link': 0,
		'/api/leads/action-plan': 3,
		'/api/leads/early-access': 3,
		'/api/mailbox/link': 1,
		'/api/support/contact': 3,
		'/api/support/applications': 3,
	})
})

test('plus-addresses count as one mailbox for sign-up codes, but stay separate accounts', async () => {
	const wire = await startWire()
	const ask = (email: string) => wire.connect().auth.signInWithOtp({ email })
	const refused: (string | undefined)[] = []
	for (let index = 0; index < 25; index += 1) refused.push((await ask(`bo+${index}@strangers.test`)).error?.code)
	expect(refused.filter((code) => code === undefined)).toHaveLength(20)
	expect(new Set(refused)).toEqual(new Set([undefined, 'over_email_send_rate_limit']))
	const emails = await wire.deps.db.selectFrom('auth.users').select('email').where('email', 'like', 'bo+%').execute()
	expect(new Set(emails.map(({ email }) => email)).size).toBe(20)
	// Addresses without stored data are unaffected.
	expect((await ask('bo@strangers.test')).error).toBeNull()
})

test('a form works in the owner’s trusted browser after strangers have used up their budget', async () => {
	const wire = await startWire({ env: PUBLIC })
	const { email } = await signedIn(wire)
	const entered = await wire.post('/token?grant_type=password', { email, password: GOOD_PASSWORD })
	const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';')
	await spend(wire, ALL)
	const own = { ...somewhere(), cookie }
	expect((await send(wire, '/api/leads/newsletter', { email, headers: own })).status).toBe(202)
	expect((await send(wire, '/newsletter', { email, fields: {}, headers: own })).status).toBe(303)
	expect((await send(wire, '/api/leads/newsletter', { email: 'other@strangers.test', headers: own })).status).toBe(400)
})

test('mails from forms leave a reserve for sign-in codes, and the operator gets one alert', async () => {
	const wire = await startWire({ env: PUBLIC })
	for (const path of Object.keys(BY_SCRIPT)) await send(wire, path, { email: `${path.replaceAll('/', '')}@strangers.test` })
	await wire.connect().auth.signInWithOtp({ email: 'code@elsewhere.test' })
	const { rows } = await sql<{ to: string; priority: number }>`
		select to_address as "to", priority from pgboss.job join outbox_messages m on m.id::text = data ->> 'messageId'`.execute(wire.deps.db)
	const priorities = (end: string) => [...new Set(rows.filter(({ to }) => to.endsWith(end)).map(({ priority }) => priority))]
	expect([priorities('@strangers.test'), priorities('@elsewhere.test')]).toEqual([[-5], [0]])

	await spend(wire, 16 - 7 - 1)
	for (let index = 0; index < 3; index += 1)
		await send(wire, '/api/leads/action-plan', {
			email: `p${index}@strangers.test`,
			headers: { ...somewhere(), 'captcha-token': await solveProof(wire) },
		})
	const alerts = await wire.deps.db.selectFrom('operator_alerts').select('kind').execute()
	expect(alerts).toEqual([{ kind: 'form_mails_nearly_used' }])
})
