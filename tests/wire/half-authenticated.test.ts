// asvs V6.3.4 V6.4.3 V15.3.3
// regression CVE-2026-22594 GHSA-xg6x-h9c9-2m83
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import { GOOD_PASSWORD, signedIn, startWire, type Wire } from './test-client.ts'

/** Fields of a request body that other servers once trusted, and similar ones. */
const PLEAS = {
	skipEmailVerification: true,
	skip_mfa: true,
	aal: 'aal2',
	amr: [{ method: 'totp', timestamp: 1 }],
	factor_verified: true,
	app_metadata: { aal: 'aal2' },
	user_metadata: { aal: 'aal2' },
}

async function withSecondFactor(wire: Wire) {
	const person = await signedIn(wire)
	const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp' })
	if (!data) throw new Error('could not enrol')
	const code = new TOTP({ secret: data.totp.secret }).generate({ timestamp: wire.clock.now().getTime() })
	expect((await person.client.auth.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull()
	wire.clock.advance(61_000)
	return { ...person, factorId: data.id, secret: data.totp.secret }
}

const claimsOf = (token: string) =>
	JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { aal: string; amr: { method: string }[] }

test('no field of a sign-in or refresh request replaces the second factor', async () => {
	const wire = await startWire()
	const { email } = await withSecondFactor(wire)
	const signIn = await wire.post('/token?grant_type=password&aal=aal2&skip_mfa=true', { email, password: GOOD_PASSWORD, ...PLEAS })
	const first = (await signIn.json()) as { access_token: string; refresh_token: string }
	const refresh = await wire.post('/token?grant_type=refresh_token', { refresh_token: first.refresh_token, ...PLEAS })
	const second = (await refresh.json()) as { access_token: string }
	for (const { access_token: token } of [first, second]) {
		expect([claimsOf(token).aal, claimsOf(token).amr.map(({ method }) => method)]).toEqual(['aal1', ['password']])
	}
})

test('a cached session stays at its level until the factor is verified', async () => {
	const wire = await startWire()
	const { email, factorId, secret } = await withSecondFactor(wire)
	const client = wire.connect()
	await client.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	const ask = async () => {
		const { data } = await client.auth.getSession()
		const headers = { authorization: `Bearer ${data.session?.access_token}` }
		const seen = await wire.request('/auth/v1/user', { headers })
		const codes = await wire.request('/auth/v1/factors/recovery-codes', { method: 'POST', headers })
		return [seen.status, codes.headers.get('x-sb-error-code') ?? codes.status]
	}
	for (let again = 0; again < 3; again += 1) expect(await ask()).toEqual([200, 'insufficient_aal'])
	const code = new TOTP({ secret }).generate({ timestamp: wire.clock.now().getTime() })
	expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
	expect(await ask()).toEqual([200, 200])
})

test('password recovery doesn’t bypass the second factor', async () => {
	const wire = await startWire()
	const { email, factorId, secret } = await withSecondFactor(wire)
	const client = wire.connect()
	expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
	const { data, error } = await client.auth.verifyOtp({ email, token: (await wire.lastMail(email)).code, type: 'recovery' })
	expect([error, claimsOf(data.session?.access_token ?? '').aal]).toEqual([null, 'aal1'])
	expect((await client.auth.updateUser({ password: 'another-lamp-river' })).error?.code).toBe('insufficient_aal')
	const code = new TOTP({ secret }).generate({ timestamp: wire.clock.now().getTime() })
	expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
	expect((await client.auth.updateUser({ password: 'another-lamp-river' })).error).toBeNull()
})
