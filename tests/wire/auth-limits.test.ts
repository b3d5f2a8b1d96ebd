import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import { findUnusedVariables, readConfig } from '#server/process/environment.ts'

import { SECRET_KEY } from './admin-client.ts'
import { expectLimit } from './limit-per-network.ts'
import { signedIn, someAddress, startWire } from './test-client.ts'

const PHONE = '12025550143'
const codeOf = (answer: Response) => [answer.status, answer.headers.get('x-sb-error-code')]

test.each([
	['GOTRUE_RATE_LIMIT_TOKEN_REFRESH', 'POST', '/token?grant_type=refresh_token', { refresh_token: 'aaaaaaaaaaaa' }],
	['GOTRUE_RATE_LIMIT_VERIFY', 'POST', '/verify', { type: 'email', email: 'a@example.com', token: '000000' }],
	['GOTRUE_RATE_LIMIT_OTP', 'POST', '/otp', { email: 'a' }],
	['GOTRUE_RATE_LIMIT_OTP', 'POST', '/recover', { email: 'a' }],
	['GOTRUE_RATE_LIMIT_OTP', 'POST', '/signup', { email: 'a', password: 'b' }],
	['GOTRUE_RATE_LIMIT_OTP', 'PUT', '/user', {}],
	['GOTRUE_RATE_LIMIT_PASSKEY', 'POST', '/passkeys/authentication/options', {}],
	['GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY', 'POST', `/factors/${crypto.randomUUID()}/challenge`, {}],
])('%s limits %s %s per network', (variable, method, path, body) => expectLimit(variable, method, path, body))

test('the server-wide email limit uses the configured time window', async () => {
	// One of the three emails is reserved for those that forms trigger.
	const wire = await startWire({ env: { GOTRUE_RATE_LIMIT_EMAIL_SENT: '3/30m', TRUSTED_PROXY_HOPS: '1' } })
	const recover = (from: string) => wire.post('/recover', { email: someAddress() }, { 'x-forwarded-for': from })
	for (const from of ['203.0.113.1', '203.0.113.2']) expect((await recover(from)).status).toBe(200)
	const third = await recover('203.0.113.3')
	expect(codeOf(third)).toEqual([429, 'over_email_send_rate_limit'])
	const wait = Number(third.headers.get('retry-after'))
	expect([wait > 60, wait <= 30 * 60]).toEqual([true, true])
	expect(readConfig({ GOTRUE_RATE_LIMIT_SMS_SENT: '7' }).auth.messageRates.texts).toEqual({ points: 7, seconds: 3600 })
})

test('the operator can configure the reuse interval of refresh tokens', async () => {
	for (const [seconds, outcome] of [
		['0', 'refresh_token_already_used'],
		['30', undefined],
	] as const) {
		const wire = await startWire({ env: { GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: seconds } })
		const { session, client } = await signedIn(wire)
		for (const _each of [1, 2]) await client.auth.refreshSession()
		wire.clock.advance(29_000)
		const { error } = await wire.connect().auth.refreshSession({ refresh_token: session.refresh_token })
		expect([seconds, error?.code]).toEqual([seconds, outcome])
	}
})

test('a password needs one character from each configured set', async () => {
	const wire = await startWire({ env: { GOTRUE_PASSWORD_REQUIRED_CHARACTERS: 'abcdefgh:0123456789:\\:!' } })
	const client = wire.connect()
	const { error } = await client.auth.signUp({ email: someAddress(), password: 'orange-lamp-river' })
	expect(error).toMatchObject({ code: 'weak_password', reasons: ['characters'] })
	expect(error?.message).toContain('abcdefgh, 0123456789, :!')
	expect((await client.auth.signUp({ email: someAddress(), password: 'orange:lamp-river-2' })).error).toBeNull()
})

test('a configured test number gets no text and accepts its fixed code until the configured date', async () => {
	const until = new Date(Date.now() + 10 * 365 * 86_400_000).toISOString()
	const env = { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_TEST_OTP: `+1 202 555 0143:123456, 4915112345678=654321` }
	const wire = await startWire({ env: { ...env, GOTRUE_SMS_TEST_OTP_VALID_UNTIL: until } })
	// The second number is in a country to which no SMS is sent.
	for (const [phone, token] of [
		[PHONE, '123456'],
		['4915112345678', '654321'],
	] as const) {
		const client = wire.connect()
		expect((await client.auth.signInWithOtp({ phone })).error).toBeNull()
		expect((await client.auth.verifyOtp({ phone, token: '000000', type: 'sms' })).error?.code).toBe('otp_expired')
		expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).data.user?.phone).toBe(phone)
	}
	expect(await wire.countRows('outbox_messages')).toBe(0)
	expect(await wire.countRows('sms_logs')).toBe(0)

	wire.clock.advance(20 * 365 * 86_400_000)
	const late = wire.connect()
	expect((await late.auth.signInWithOtp({ phone: PHONE })).error).toBeNull()
	expect((await late.auth.verifyOtp({ phone: PHONE, token: '123456', type: 'sms' })).error?.code).toBe('otp_expired')
})

test('with secure email change off, only the new address gets a code and confirms', async () => {
	const wire = await startWire({ env: { GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false' } })
	const { client, email } = await signedIn(wire)
	const address = someAddress()
	const before = (await wire.mails(email)).length
	expect((await client.auth.updateUser({ email: address })).error).toBeNull()
	expect(await wire.mails(email)).toHaveLength(before)
	const { code } = await wire.lastMail(address)
	const { data } = await client.auth.verifyOtp({ email: address, token: code, type: 'email_change' })
	expect(data.user).toMatchObject({ email: address })
})

test('a change that needed both mailboxes isn’t completed by the old one alone after the setting changes', async () => {
	const wire = await startWire()
	const { client, email } = await signedIn(wire)
	await client.auth.updateUser({ email: someAddress() })
	const { code } = await wire.lastMail(email)
	wire.deps.config.auth.emailChangeAsksBoth = false
	await client.auth.verifyOtp({ email, token: code, type: 'email_change' })
	const { email: still } = await wire.deps.db.selectFrom('auth.users').select('email').executeTakeFirstOrThrow()
	expect(still).toBe(email)
})

test('the MFA challenge lifetime and the maximum number of factors are configurable', async () => {
	const wire = await startWire({ env: { GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION: '60', GOTRUE_MFA_MAX_VERIFIED_FACTORS: '1' } })
	const { client } = await signedIn(wire)
	const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
	const factorId = data?.id ?? ''
	const makeCode = () => new TOTP({ secret: data?.totp.secret ?? '' }).generate({ timestamp: wire.clock.now().getTime() })
	const asked = await client.auth.mfa.challenge({ factorId })
	expect(asked.data?.expires_at).toBe(Math.floor(wire.clock.now().getTime() / 1000) + 60)
	wire.clock.advance(60_001)
	const late = await client.auth.mfa.verify({ factorId, challengeId: asked.data?.id ?? '', code: makeCode() })
	expect(late.error?.code).toBe('mfa_challenge_expired')
	expect((await client.auth.mfa.challengeAndVerify({ factorId, code: makeCode() })).error).toBeNull()
	const second = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' })
	expect(second.error?.code).toBe('too_many_enrolled_mfa_factors')
})

test('the lifetimes of unfinished factors and passkey challenges are configurable', async () => {
	const env = {
		GOTRUE_MFA_FACTOR_EXPIRY_DURATION: '1m',
		GOTRUE_MFA_MAX_ENROLLED_FACTORS: '1',
		GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION: '90s',
	}
	const wire = await startWire({ env })
	const { client } = await signedIn(wire)
	const enroll = async () => (await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })).error?.code
	expect(await enroll()).toBeUndefined()
	wire.clock.advance(60_000)
	expect(await enroll()).toBe('too_many_enrolled_mfa_factors')
	wire.clock.advance(1)
	expect(await enroll()).toBeUndefined()
	const asked = (await (await wire.post('/passkeys/authentication/options', {})).json()) as { expires_at: number }
	expect(asked.expires_at).toBe(Math.floor((wire.clock.now().getTime() + 90_000) / 1000))
})

test('configured variables without effect are reported', () => {
	const env = { GOTRUE_JWT_EXP: '60', GOTRUE_HOOK_SEND_SMS_URI: 'x', GOTRUE_API_HOST: 'y', PATH: 'z' }
	expect(findUnusedVariables(env)).toEqual(['GOTRUE_API_HOST', 'GOTRUE_HOOK_SEND_SMS_URI'])
})

test('durations are accepted with a unit or in seconds', () => {
	expect(readConfig({ GOTRUE_SMTP_MAX_FREQUENCY: '1s', GOTRUE_SMS_MAX_FREQUENCY: '90' }).auth).toMatchObject({
		emailIntervalSeconds: 1,
		smsIntervalSeconds: 90,
	})
})

const production = { NODE_ENV: 'production', SANDBOX: '1' }
test.each<[string, Record<string, string>]>([
	['GOTRUE_SMS_TEST_OTP_VALID_UNTIL', { ...production, GOTRUE_SMS_TEST_OTP: `${PHONE}:123456` }],
	['GOTRUE_SMS_TEST_OTP', { GOTRUE_SMS_TEST_OTP: `${PHONE}:12345` }],
	['GOTRUE_SMS_TEST_OTP', { GOTRUE_SMS_TEST_OTP: '123456' }],
	['GOTRUE_SMS_TEST_OTP_VALID_UNTIL', { GOTRUE_SMS_TEST_OTP_VALID_UNTIL: 'tomorrow' }],
	['GOTRUE_RATE_LIMIT_OTP', { GOTRUE_RATE_LIMIT_OTP: '0' }],
	['GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION', { GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION: '86400' }],
	['GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL', { GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '61' }],
	['GOTRUE_RATE_LIMIT_EMAIL_SENT', { GOTRUE_RATE_LIMIT_EMAIL_SENT: '30/1s' }],
	['GOTRUE_RATE_LIMIT_SMS_SENT', { GOTRUE_RATE_LIMIT_SMS_SENT: '0' }],
	['GOTRUE_SMTP_MAX_FREQUENCY', { GOTRUE_SMTP_MAX_FREQUENCY: 'often' }],
])('an invalid %s stops the server with its name: %o', (variable, env) => {
	expect(() => readConfig({ SUPABASE_SECRET_KEY: SECRET_KEY, ...env })).toThrow(new RegExp(`^${variable}: `))
})
