// asvs V6.6.1
// regression 311cde8d code-guessing
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { blockPhone } from '#server/services/messaging/sms/consents.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'

import { GOOD_PASSWORD, signedIn, startWire, type Wire } from './test-client.ts'

const ON = { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }
let numbers = 100
/** Returns an unused fictional number with a plus; the server stores it without. */
const someNumber = () => `+12025550${(numbers += 1)}`
const stored = (phone: string) => phone.slice(1)

const lastText = async (wire: Wire, phone: string) => {
	await runDueJobs(wire.deps)
	return wire.lastMail(phone)
}
const countTexts = async (wire: Wire, phone: string) => {
	await runDueJobs(wire.deps)
	return (await wire.mails(phone)).length
}

async function signedInByPhone(wire: Wire, phone = someNumber()) {
	const client = wire.connect()
	await client.auth.signUp({ phone, password: GOOD_PASSWORD })
	const { code } = await lastText(wire, phone)
	const { data, error } = await client.auth.verifyOtp({ phone, token: code, type: 'sms' })
	if (error || !data.user) throw new Error(`could not sign in: ${error?.message}`)
	wire.clock.advance(61_000)
	return { client, phone, user: data.user }
}

test('disabled phone sign-in answers with its error code everywhere', async () => {
	const wire = await startWire()
	const { client } = await signedIn(wire)
	const phone = someNumber()
	const refusals = [
		[await client.auth.signUp({ phone, password: GOOD_PASSWORD }), 400],
		[await client.auth.signInWithOtp({ phone }), 400],
		[await client.auth.signInWithPassword({ phone, password: GOOD_PASSWORD }), 422],
		[await client.auth.resend({ phone, type: 'sms' }), 400],
		[await client.auth.updateUser({ phone }), 400],
	] as const
	expect(refusals.map(([{ error }]) => [error?.code, error?.status])).toEqual(
		refusals.map(([, status]) => ['phone_provider_disabled', status]),
	)
})

test('signing up with phone and password sends a text, and its code confirms the account', async () => {
	const wire = await startWire({ env: ON })
	const phone = someNumber()
	const client = wire.connect()
	const { data } = await client.auth.signUp({ phone, password: GOOD_PASSWORD })
	expect(data).toMatchObject({ session: null, user: { phone: stored(phone), email: '', identities: [] } })
	const early = await client.auth.signInWithPassword({ phone, password: GOOD_PASSWORD })
	expect(early.error).toMatchObject({ code: 'phone_not_confirmed', status: 400 })

	const text = await lastText(wire, phone)
	expect(text.body.split('\n').at(-1)).toBe(`@localhost #${text.code}`)
	const { data: verified } = await client.auth.verifyOtp({ phone, token: text.code, type: 'sms' })
	expect(verified.user).toMatchObject({
		phone: stored(phone),
		phone_confirmed_at: expect.any(String),
		app_metadata: { provider: 'phone', providers: ['phone'] },
		identities: [{ provider: 'phone', identity_data: { phone: stored(phone), phone_verified: true } }],
	})
	expect((await client.auth.verifyOtp({ phone, token: text.code, type: 'sms' })).error?.code).toBe('otp_expired')
	expect((await wire.connect().auth.signInWithPassword({ phone, password: GOOD_PASSWORD })).error).toBeNull()
})

test('the code is stored nowhere in plain text', async () => {
	const wire = await startWire({ env: ON })
	const phone = someNumber()
	await wire.connect().auth.signInWithOtp({ phone })
	const jobs = await wire.deps.db.selectFrom('auth.one_time_tokens').selectAll().execute()
	const { rows } = await sql`select data from pgboss.job`.execute(wire.deps.db)
	const { code } = await lastText(wire, phone)
	expect(JSON.stringify([jobs, rows])).not.toContain(code)
})

test('known and unknown numbers get the same answers at the same cost', async () => {
	const wire = await startWire({ env: ON })
	const { phone: known } = await signedInByPhone(wire)
	const unknown = someNumber()
	const bodies = [
		['/otp', { create_user: false }],
		['/resend', { type: 'sms' }],
		['/resend', { type: 'phone_change' }],
		['/signup', { password: GOOD_PASSWORD }],
	] as const
	for (const [path, body] of bodies) {
		const answers = await Promise.all([known, unknown].map((phone) => wire.post(path, { ...body, phone })))
		expect(answers.map(({ status }) => status)).toEqual([200, 200])
		const [one, other] = (await Promise.all(answers.map((answer) => answer.json()))) as Record<string, unknown>[]
		expect(Object.keys(one ?? {})).toEqual(Object.keys(other ?? {}))
		wire.clock.advance(61_000)
	}
	const wrong = await Promise.all(
		[known, unknown].map((phone) => wire.post('/token?grant_type=password', { phone, password: 'not-the-password' })),
	)
	expect(await Promise.all(wrong.map((answer) => answer.text()))).toEqual(
		Array.from({ length: 2 }, () => expect.stringContaining('invalid_credentials')),
	)
	expect(await countTexts(wire, unknown)).toBe(1) // the one sent for the sign-up
})

test('only five of 64 parallel guesses are checked, and a resend doesn’t add more', async () => {
	const wire = await startWire({ env: ON })
	const phone = someNumber()
	await wire.connect().auth.signInWithOtp({ phone })
	const { code } = await lastText(wire, phone)
	const guess = (token: string) => wire.post('/verify', { type: 'sms', phone, token })
	const wrong = Array.from({ length: 64 }, (_unused, index) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'))
	const answers = await Promise.all(wrong.map(guess))
	expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
	expect(answers.filter(({ status }) => status === 429)).toHaveLength(59)
	wire.clock.advance(61_000)
	await wire.post('/resend', { type: 'sms', phone })
	const [next = ''] = wrong
	expect((await guess(next)).status).toBe(403)
	expect((await guess(next)).status).toBe(429)
})

test('a number gets at most one text a minute and five a day', async () => {
	const wire = await startWire({ env: ON })
	const phone = someNumber()
	const ask = async () => {
		const response = await wire.post('/otp', { phone })
		return [response.status, response.headers.get('x-sb-error-code')]
	}
	expect(await ask()).toEqual([200, null])
	expect(await ask()).toEqual([429, 'over_sms_send_rate_limit'])
	for (let index = 0; index < 4; index += 1) {
		wire.clock.advance(61_000)
		expect(await ask()).toEqual([200, null])
	}
	wire.clock.advance(61_000)
	expect(await ask()).toEqual([429, 'over_sms_send_rate_limit'])
	wire.clock.advance(86_400_000)
	expect(await ask()).toEqual([200, null])
})

test('unsupported numbers are refused without cost, and malformed ones with the API’s message', async () => {
	const wire = await startWire({ env: ON })
	for (const phone of ['+447700900123', '+18005550123', '+19005550123', '+15']) {
		const response = await wire.post('/otp', { phone })
		expect([phone, response.status, response.headers.get('x-sb-error-code')]).toEqual([phone, 422, 'sms_send_failed'])
	}
	for (const phone of ['0123', 'abc', '+1202555012345678', '1-202-555-0123']) {
		const { error } = await wire.connect().auth.signInWithOtp({ phone })
		expect(error).toMatchObject({ code: 'validation_failed', message: 'Invalid phone number format (E.164 required)' })
	}
	expect((await wire.post('/otp', { phone: someNumber(), channel: 'whatsapp' })).status).toBe(400)
	expect(await wire.countRows('auth.users')).toBe(0)
})

test('a number is added to an account by its code, unless another account has it', async () => {
	const wire = await startWire({ env: ON })
	const { client, user } = await signedIn(wire)
	const phone = someNumber()
	const { data } = await client.auth.updateUser({ phone })
	expect(data.user).toMatchObject({ phone: '', new_phone: stored(phone) })
	const first = await lastText(wire, phone)
	wire.clock.advance(61_000)
	expect((await client.auth.resend({ phone, type: 'phone_change' })).error).toBeNull()
	expect((await client.auth.verifyOtp({ phone, token: first.code, type: 'phone_change' })).error?.code).toBe('otp_expired')
	const { code } = await lastText(wire, phone)
	expect((await client.auth.verifyOtp({ phone, token: code, type: 'sms' })).error?.code).toBe('otp_expired')
	const { data: changed } = await client.auth.verifyOtp({ phone, token: code, type: 'phone_change' })
	expect(changed.user).toMatchObject({
		id: user.id,
		phone: stored(phone),
		app_metadata: { provider: 'email', providers: ['email', 'phone'] },
	})

	const other = await signedIn(wire)
	wire.clock.advance(61_000)
	// Only the phone's owner learns that the number has an account.
	expect((await other.client.auth.updateUser({ phone })).error).toBeNull()
	const late = await lastText(wire, phone)
	const { error } = await other.client.auth.verifyOtp({ phone, token: late.code, type: 'phone_change' })
	expect(error).toMatchObject({ code: 'phone_exists', status: 422 })
})

test('with autoconfirm, the account is open at once, only with its own password', async () => {
	const wire = await startWire({ env: { ...ON, GOTRUE_SMS_AUTOCONFIRM: '1' } })
	const phone = someNumber()
	const { data } = await wire.connect().auth.signUp({ phone, password: GOOD_PASSWORD })
	expect(data.session?.user.phone).toBe(stored(phone))
	const again = await wire.connect().auth.signUp({ phone, password: 'another-password' })
	expect(again.error?.code).toBe('user_already_exists')
})

test('with autoconfirm, a number changes at once, and no text counts against the limit', async () => {
	const wire = await startWire({ env: { ...ON, GOTRUE_SMS_AUTOCONFIRM: '1' } })
	const { client } = await signedIn(wire)
	const [first, second] = [someNumber(), someNumber()]
	for (const phone of [first, second, first]) {
		const { data, error } = await client.auth.updateUser({ phone })
		expect([error, data.user?.phone]).toEqual([null, stored(phone)])
	}
})

test('if configured, setting a password needs a fresh code by mail or SMS', async () => {
	const wire = await startWire({ env: { ...ON, GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: '1' } })
	const byMail = await signedIn(wire)
	const byPhone = await signedInByPhone(wire)
	expect((await byMail.client.auth.updateUser({ password: 'second-good-password' })).error).toBeNull()
	wire.clock.advance(86_400_000)
	for (const { client, read } of [
		{ client: byMail.client, read: async () => (await wire.lastMail(byMail.email)).code },
		{ client: byPhone.client, read: async () => (await lastText(wire, byPhone.phone)).code },
	]) {
		await client.auth.refreshSession()
		const password = 'third-good-password'
		expect((await client.auth.updateUser({ password })).error).toMatchObject({ code: 'reauthentication_needed', status: 400 })
		expect((await client.auth.reauthenticate()).error).toBeNull()
		const nonce = await read()
		const wrong = await client.auth.updateUser({ password, nonce: nonce === '000000' ? '000001' : '000000' })
		expect(wrong.error).toMatchObject({ code: 'reauthentication_not_valid', status: 422 })
		expect((await client.auth.updateUser({ password, nonce })).error).toBeNull()
		expect((await client.auth.updateUser({ password: 'fourth-good-password', nonce })).error?.code).toBe('reauthentication_not_valid')
	}
})

test('a number that replied STOP gets no code, and the answer doesn’t reveal it', async () => {
	const wire = await startWire({ env: ON })
	const phone = someNumber()
	await blockPhone(systemContext(wire.deps, 'test'), { phone, streams: ['codes'], reason: 'stop' })
	expect((await wire.connect().auth.signInWithOtp({ phone })).error).toBeNull()
	expect(await countTexts(wire, phone)).toBe(0)
})

test('codes count against the daily SMS budget, and redeemed codes are recorded', async () => {
	const wire = await startWire({ env: { ...ON, SMS_DAILY_CAP: '1' } })
	await signedInByPhone(wire)
	const sends = await wire.deps.db.selectFrom('sms_sends').select('verified_at').execute()
	expect(sends).toEqual([{ verified_at: expect.any(Date) }])
	const second = someNumber()
	expect((await wire.connect().auth.signInWithOtp({ phone: second })).error).toMatchObject({
		code: 'over_sms_send_rate_limit',
		status: 429,
	})
	expect(await countTexts(wire, second)).toBe(0)
})
