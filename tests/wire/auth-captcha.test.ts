// asvs V16.5.3
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'

import { env, expectCaptcha, startGuarded } from './captcha-guard.ts'
import { GOOD_PASSWORD, someAddress, startWire } from './test-client.ts'

test('with a solved captcha the client signs up and in; the provider gets secret, response and IP address', async () => {
	const wire = await startGuarded()
	const client = wire.connect()
	const email = someAddress()
	const options = { captchaToken: 'solved' }
	expect((await client.auth.signUp({ email, password: GOOD_PASSWORD, options })).error).toBeNull()
	const { code } = await wire.lastMail(email)
	expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
	expect((await client.auth.signInWithPassword({ email, password: GOOD_PASSWORD, options })).error).toBeNull()
	expect((await client.auth.refreshSession()).error).toBeNull()
	expect(wire.asked).toEqual(Array.from({ length: 2 }, () => ({ secret: 'the-secret', response: 'solved', remoteip: '127.0.0.1' })))
})

test.each([
	['/signup', { email: 'a@example.com', password: GOOD_PASSWORD }],
	['/signup', {}],
	['/otp', { email: 'a@example.com' }],
	['/magiclink', { email: 'a@example.com' }],
	['/recover', { email: 'a@example.com' }],
	['/resend', { type: 'signup', email: 'a@example.com' }],
	['/token?grant_type=password', { email: 'a@example.com', password: GOOD_PASSWORD }],
	['/passkeys/authentication/options', {}],
])('%s without a captcha, or with a used one, is refused before anything happens', (path, body) => expectCaptcha(path, body))

test.each([
	['/token?grant_type=refresh_token', { refresh_token: 'none-such-token' }],
	['/token?grant_type=pkce', { auth_code: 'none', code_verifier: 'v' }],
	['/token?grant_type=id_token', { provider: 'google', id_token: 'none' }],
	['/verify', { type: 'email', email: 'a@example.com', token: '000000' }],
	['/passkeys/authentication/verify', { challenge_id: crypto.randomUUID(), credential: {} }],
	['/factors', { factor_type: 'totp' }],
])('%s needs no captcha, because its input comes from a call that does', async (path, body) => {
	const wire = await startGuarded()
	const response = await wire.post(path, body)
	expect(response.status).toBeLessThan(500)
	expect(response.headers.get('x-sb-error-code')).not.toBe('captcha_failed')
	expect(wire.asked).toEqual([])
})

test.each(['misconfigured', 'broken', 'nonsense', 'slow'])(
	'a captcha provider that is %s blocks sign-in, with an error different from a failed captcha',
	async (token) => {
		const wire = await startGuarded(token === 'slow' ? 300 : undefined)
		const response = await wire.post('/otp', { email: someAddress(), gotrue_meta_security: { captcha_token: token } })
		expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([500, 'unexpected_failure'])
		expect(await wire.countRows('auth.users')).toBe(0)
	},
)

test('pages load the configured widget, the secret stays on the server, and forms without JavaScript are refused', async () => {
	const wire = await startGuarded()
	const settings = await (await wire.request('/auth/v1/settings')).text()
	expect(JSON.parse(settings)).toMatchObject({ captcha: { provider: 'turnstile', site_key: 'the-site-key' } })
	expect(settings).not.toContain('the-secret')
	const body = new URLSearchParams({ email: 'a@example.com' })
	const form = await wire.request('/login', { method: 'POST', body })
	expect([form.status, await wire.countRows('outbox_messages')]).toEqual([403, 0])

	const open = await startWire()
	expect(await (await open.request('/auth/v1/settings')).json()).not.toHaveProperty('captcha')
})

test.each([
	['GOTRUE_SECURITY_CAPTCHA_SECRET', { ...env, GOTRUE_SECURITY_CAPTCHA_SECRET: '' }],
	['CAPTCHA_SITE_KEY', { ...env, CAPTCHA_SITE_KEY: '' }],
	['GOTRUE_SECURITY_CAPTCHA_TIMEOUT', { ...env, GOTRUE_SECURITY_CAPTCHA_TIMEOUT: '5 minutes' }],
])('the server doesn’t start with an incomplete captcha configuration and names %s', async (name, wrong) => {
	await expect(startWire({ env: wrong })).rejects.toThrow(name)
})

test('a request with the operator’s key skips the captcha; a forged key doesn’t', async () => {
	const secret = 'a-secret-of-the-operator-that-is-long-enough'
	const sign = (key: string) => {
		const input = [{ alg: 'HS256' }, { role: 'service_role' }]
			.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
			.join('.')
		return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
	}
	const wire = await startWire({ env: { ...env, GOTRUE_JWT_SECRET: secret }, captcha: async () => 'refused' })
	const recover = (token: string) => wire.post('/recover', { email: someAddress() }, { authorization: `Bearer ${token}` })
	expect((await recover(sign(secret))).status).toBe(200)
	const forged = await recover(sign(`${secret}.`))
	expect([forged.status, forged.headers.get('x-sb-error-code')]).toEqual([400, 'captcha_failed'])
})
