import { expect, test } from 'vitest'

import { GOOD_PASSWORD, someAddress, startWire } from './test-client.ts'

const ON = { GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' }

test('disabled anonymous sign-in answers with its error code', async () => {
	const wire = await startWire()
	const { error } = await wire.connect().auth.signInAnonymously()
	expect(error).toMatchObject({ code: 'anonymous_provider_disabled', status: 422, message: 'Anonymous sign-ins are disabled' })
})

test('an anonymous account becomes permanent with the same ID once its mailbox is verified', async () => {
	const wire = await startWire({ env: ON })
	const client = wire.connect()
	const { data, error } = await client.auth.signInAnonymously({ options: { data: { track: 'consulting' } } })
	expect(error).toBeNull()
	expect(data.user).toMatchObject({ is_anonymous: true, email: '', phone: '', identities: [], user_metadata: { track: 'consulting' } })
	expect((await client.auth.updateUser({ password: GOOD_PASSWORD })).error).toMatchObject({ code: 'validation_failed', status: 422 })
	expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ code: 'no_authorization', status: 403 })
	expect((await client.auth.passkey.startRegistration()).error?.code).toBe('no_authorization')

	const email = someAddress()
	expect((await client.auth.updateUser({ email })).data.user).toMatchObject({ is_anonymous: true, new_email: email })
	const { code } = await wire.lastMail(email)
	const { data: proven } = await client.auth.verifyOtp({ email, token: code, type: 'email_change' })
	expect(proven.user).toMatchObject({
		id: data.user?.id,
		email,
		is_anonymous: false,
		app_metadata: { provider: 'email', providers: ['email'] },
		identities: [{ provider: 'email' }],
		user_metadata: { track: 'consulting', email_verified: true },
	})
	expect((await client.auth.updateUser({ password: GOOD_PASSWORD })).error).toBeNull()
	expect((await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })).data.user?.id).toBe(data.user?.id)
})

test('the token of an anonymous account has the is_anonymous claim', async () => {
	const wire = await startWire({ env: ON })
	const { data } = await wire.connect().auth.signInAnonymously()
	const [, body = ''] = (data.session?.access_token ?? '').split('.')
	expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
		is_anonymous: true,
		amr: [{ method: 'anonymous' }],
		role: 'authenticated',
	})
})

test('anonymous sign-ups are rate limited per network and hour', async () => {
	const wire = await startWire({ env: { ...ON, TRUSTED_PROXY_HOPS: '1', GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: '3' } })
	const statuses: number[] = []
	for (let index = 0; index < 4; index += 1) statuses.push((await wire.post('/signup', {}, { 'x-forwarded-for': '203.0.113.9' })).status)
	expect(statuses).toEqual([200, 200, 200, 429])
	expect((await wire.post('/signup', {}, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200)
})
