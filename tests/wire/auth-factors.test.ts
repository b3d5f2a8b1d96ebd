// asvs V6.5.1 V6.5.4 V6.6.1 V6.6.2 V7.4.3 V7.5.1 V16.3.1
// regression 87480005 CVE-2026-22594
import type { SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import { runDueJobs } from '#tests/setup/run-due-jobs.ts'

import { GOOD_PASSWORD, signedIn, startWire, type Wire } from './test-client.ts'

/** Computes a code with a library instead of the server's code. */
const codeOf = (wire: Wire, secret: string, stepsAhead = 0) =>
	new TOTP({ secret }).generate({ timestamp: wire.clock.now().getTime() + stepsAhead * 30_000 })

const claimsOf = async (client: SupabaseClient) => {
	const { data } = await client.auth.getSession()
	const [, body = ''] = (data.session?.access_token ?? '').split('.')
	return JSON.parse(Buffer.from(body, 'base64url').toString()) as { aal: string; amr: { method: string }[] }
}

async function withApp(wire: Wire) {
	const person = await signedIn(wire)
	const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone app' })
	if (!data) throw new Error('could not enrol')
	const factorId = data.id
	const { secret } = data.totp
	const verified = await person.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(wire, secret) })
	if (verified.error) throw verified.error
	wire.clock.advance(61_000)
	return { ...person, factorId, secret }
}

/** Signs in with the password in another browser. */
async function inAnotherBrowser(wire: Wire, email: string) {
	const client = wire.connect({ experimental: { recoveryCodes: true } })
	const { error } = await client.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	if (error) throw error
	return client
}

const verifyRaw = async (wire: Wire, client: SupabaseClient, path: string, body: object) => {
	const { data } = await client.auth.getSession()
	const response = await wire.post(path, body, { authorization: `Bearer ${data.session?.access_token}` })
	return { status: response.status, code: response.headers.get('x-sb-error-code') }
}

test('an authenticator app is enrolled with a QR code and raises the session to aal2, also after a refresh', async () => {
	const wire = await startWire()
	const { client, user } = await signedIn(wire)
	const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone app', issuer: 'Launchway' })
	expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone app' })
	expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
	expect(data?.totp.uri).toContain(`secret=${data?.totp.secret}`)
	expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })

	const factorId = data?.id ?? ''
	const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(wire, data?.totp.secret ?? '') })
	expect(error).toBeNull()
	const claims = await claimsOf(client)
	expect(claims.aal).toBe('aal2')
	expect(claims.amr.map(({ method }) => method).toSorted()).toEqual(['otp', 'totp'])
	await client.auth.refreshSession()
	expect((await claimsOf(client)).aal).toBe('aal2')

	const { data: factors } = await client.auth.mfa.listFactors()
	expect(factors?.totp).toMatchObject([{ id: factorId, status: 'verified', friendly_name: 'Phone app' }])
	expect(JSON.stringify(factors)).not.toContain(data?.totp.secret)
	const row = await wire.deps.db.selectFrom('auth.mfa_factors').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow()
	expect(row.secret?.toString('latin1')).not.toContain(data?.totp.secret)
})

test('a new sign-in stays at aal1 until the code, and can’t change security settings before that', async () => {
	const wire = await startWire()
	const { email, factorId, secret } = await withApp(wire)
	const client = await inAnotherBrowser(wire, email)
	expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })

	const refusals = [
		[await client.auth.updateUser({ password: 'brand-new-password' }), 401],
		[await client.auth.updateUser({ email: 'someone.else@example.com' }), 401],
		[await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }), 403],
		[await client.auth.mfa.unenroll({ factorId }), 422],
		[await client.auth.mfa.recoveryCodes.generate(), 403],
		[await client.auth.passkey.startRegistration(), 403],
	] as const
	expect(refusals.map(([{ error }]) => [error?.code, error?.status])).toEqual(refusals.map(([, status]) => ['insufficient_aal', status]))
	expect((await client.auth.updateUser({ data: { name: 'Ana Test' } })).error).toMatchObject({ code: 'insufficient_aal', status: 401 })

	expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(wire, secret) })).error).toBeNull()
	expect((await client.auth.updateUser({ password: 'brand-new-password' })).error).toBeNull()
})

test('a code and a challenge work once, and a clock skew of one step is allowed', async () => {
	const wire = await startWire()
	const { email, factorId, secret } = await withApp(wire)
	const client = await inAnotherBrowser(wire, email)
	const code = codeOf(wire, secret)
	const { data: challenge } = await client.auth.mfa.challenge({ factorId })
	expect((await client.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code })).error).toBeNull()
	expect((await client.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code })).error?.code).toBe('mfa_factor_not_found')

	const second = await inAnotherBrowser(wire, email)
	const replay = await second.auth.mfa.challengeAndVerify({ factorId, code })
	expect(replay.error).toMatchObject({
		code: 'mfa_verification_failed',
		status: 422,
		message: expect.stringContaining('Invalid TOTP code'),
	})
	const older = await second.auth.mfa.challengeAndVerify({ factorId, code: codeOf(wire, secret, -1) })
	expect(older.error?.code).toBe('mfa_verification_failed')
	const far = await second.auth.mfa.challengeAndVerify({ factorId, code: codeOf(wire, secret, 3) })
	expect(far.error?.code).toBe('mfa_verification_failed')
	expect((await second.auth.mfa.challengeAndVerify({ factorId, code: codeOf(wire, secret, 1) })).error).toBeNull()
})

test('a code sent eight times in parallel opens one session', async () => {
	const wire = await startWire()
	const { email, factorId, secret } = await withApp(wire)
	const client = await inAnotherBrowser(wire, email)
	const challenges = await Promise.all(Array.from({ length: 4 }, () => client.auth.mfa.challenge({ factorId })))
	const code = codeOf(wire, secret)
	const answers = await Promise.all(
		[...challenges, ...challenges].map(({ data }) =>
			verifyRaw(wire, client, `/factors/${factorId}/verify`, { challenge_id: data?.id, code }),
		),
	)
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a challenge expires after five minutes and belongs to its factor and account', async () => {
	const wire = await startWire()
	const { email, factorId, secret } = await withApp(wire)
	const stranger = await withApp(wire)
	const client = await inAnotherBrowser(wire, email)
	const { data: challenge } = await client.auth.mfa.challenge({ factorId })
	const challengeId = challenge?.id ?? ''
	const foreign = await stranger.client.auth.mfa.verify({ factorId, challengeId, code: codeOf(wire, secret) })
	expect([foreign.error?.status, foreign.error?.code]).toEqual([404, 'mfa_factor_not_found'])
	const mixed = await stranger.client.auth.mfa.verify({
		factorId: stranger.factorId,
		challengeId,
		code: codeOf(wire, stranger.secret),
	})
	expect([mixed.error?.status, mixed.error?.code]).toEqual([422, 'mfa_factor_not_found'])
	expect(await verifyRaw(wire, client, '/factors/not-an-id/verify', { challenge_id: challengeId, code: '000000' })).toEqual({
		status: 404,
		code: 'mfa_factor_not_found',
	})
	wire.clock.advance(300_000)
	const late = await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(wire, secret) })
	expect(late.error?.code).toBe('mfa_challenge_expired')
})

test('only five of 64 parallel guesses are checked, across all challenges and recovery codes', async () => {
	const wire = await startWire()
	const { email, client: owner, factorId, secret } = await withApp(wire)
	await owner.auth.refreshSession()
	const client = await inAnotherBrowser(wire, email)
	const challenges = await Promise.all(Array.from({ length: 4 }, () => client.auth.mfa.challenge({ factorId })))
	const guesses = Array.from({ length: 64 }, (_unused, index) => {
		if (index % 8 === 7) return verifyRaw(wire, client, '/factors/recovery-codes/verify', { code: `aaaa-bbbb-cccc-${index}` })
		const challengeId = challenges[index % 4]?.data?.id
		const wrong = String((Number(codeOf(wire, secret)) + 7 + index) % 1_000_000).padStart(6, '0')
		return verifyRaw(wire, client, `/factors/${factorId}/verify`, { challenge_id: challengeId, code: wrong })
	})
	const answers = await Promise.all(guesses)
	expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
	expect(answers.filter(({ status }) => status === 429)).toHaveLength(59)

	const right = { challenge_id: challenges[0]?.data?.id, code: codeOf(wire, secret) }
	expect((await verifyRaw(wire, client, `/factors/${factorId}/verify`, right)).status).toBe(429)
	wire.clock.advance(31_000)
	expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(wire, secret) })).error).toBeNull()
})

test('verifying the second factor ends unverified sessions and invalidates the old refresh token', async () => {
	const wire = await startWire()
	const { email, client: owner, factorId, secret } = await withApp(wire)
	const low = await inAnotherBrowser(wire, email)
	const client = await inAnotherBrowser(wire, email)
	const before = (await client.auth.getSession()).data.session
	await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(wire, secret) })

	expect((await low.auth.getUser()).error?.code ?? (await low.auth.getUser()).error?.name).toMatch(/session/i)
	expect((await owner.auth.getUser()).error).toBeNull()
	const stale = await wire.post('/token?grant_type=refresh_token', { refresh_token: before?.refresh_token })
	expect(stale.headers.get('x-sb-error-code')).toBe('refresh_token_not_found')
	// The older access token still says aal1 and is treated that way.
	const old = await wire.request('/auth/v1/user', {
		method: 'PUT',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${before?.access_token}` },
		body: JSON.stringify({ password: 'brand-new-password' }),
	})
	expect([old.status, old.headers.get('x-sb-error-code')]).toEqual([401, 'insufficient_aal'])
})

test('removing a factor lowers its session to aal1', async () => {
	const wire = await startWire()
	const { client, factorId } = await withApp(wire)
	expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
	await client.auth.refreshSession()
	const claims = await claimsOf(client)
	expect([claims.aal, claims.amr.map(({ method }) => method)]).toEqual(['aal1', ['otp']])
	expect((await client.auth.getUser()).data.user?.factors).toBeUndefined()
})

test('factor names are unique, unfinished enrollments are replaced, and ten factors are the limit', async () => {
	const wire = await startWire()
	const { client } = await signedIn(wire)
	const enroll = async (friendlyName: string) => (await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })).error?.code ?? 'ok'
	expect(await enroll('One')).toBe('ok')
	expect(await enroll('One')).toBe('mfa_factor_name_conflict')
	for (let index = 2; index <= 10; index += 1) expect(await enroll(`Number ${index}`)).toBe('ok')
	expect(await enroll('Eleven')).toBe('too_many_enrolled_mfa_factors')
	wire.clock.advance(301_000)
	expect(await enroll('One')).toBe('ok')
	expect((await client.auth.mfa.enroll({ factorType: 'phone', phone: '+12025550123' })).error?.code).toBe('mfa_phone_enroll_not_enabled')
})

test('recovery codes are shown once, work once each, and are deleted with their factor', async () => {
	const wire = await startWire()
	const { email, client: owner, factorId } = await withApp(wire)
	const { data: tokens } = await owner.auth.getSession()
	const client = wire.connect({ experimental: { recoveryCodes: true } })
	await client.auth.setSession(tokens.session ?? { access_token: '', refresh_token: '' })
	const { data: made } = await client.auth.mfa.recoveryCodes.generate({ friendlyName: 'Paper' })
	expect(made).toMatchObject({ type: 'recovery_code', friendly_name: 'Paper', total: 10 })
	const [code = '', other = ''] = made?.codes ?? []
	expect((await client.auth.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists')
	const rows = await wire.deps.db.selectFrom('auth.mfa_recovery_codes').selectAll().execute()
	expect(JSON.stringify(rows)).not.toContain(code)

	const lost = await inAnotherBrowser(wire, email)
	const typed = code.toUpperCase().replace(/(.{4})(?=.)/g, '$1-')
	expect((await lost.auth.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull()
	expect((await claimsOf(lost)).amr.map(({ method }) => method)).toContain('mfa/recovery_code')
	expect((await lost.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
	const again = await inAnotherBrowser(wire, email)
	expect((await again.auth.mfa.recoveryCodes.verify({ code })).error?.code).toBe('mfa_verification_failed')

	const { data: renewed } = await lost.auth.mfa.recoveryCodes.regenerate()
	expect(renewed).toMatchObject({ id: made?.id, total: 10 })
	expect((await again.auth.mfa.recoveryCodes.verify({ code: other })).error?.code).toBe('mfa_verification_failed')
	expect((await lost.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Not verified yet' })).error).toBeNull()
	expect((await lost.auth.mfa.unenroll({ factorId })).error).toBeNull()
	expect(await wire.countRows('auth.mfa_factors')).toBe(1)
	expect(await wire.countRows('auth.mfa_recovery_codes')).toBe(0)
})

test('with a phone as second factor, the texted code works once, and the text names no account', async () => {
	const wire = await startWire({ env: { GOTRUE_MFA_PHONE_ENROLL_ENABLED: '1', GOTRUE_MFA_PHONE_VERIFY_ENABLED: '1' } })
	const { client, email } = await signedIn(wire)
	const { data: factor } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+1 202 555 0123', friendlyName: 'Mobile' })
	expect(factor).toMatchObject({ type: 'phone', phone: '12025550123' })
	const factorId = factor?.id ?? ''
	const { data: challenge } = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
	expect((await client.auth.mfa.challenge({ factorId, channel: 'sms' })).error?.code).toBe('over_sms_send_rate_limit')
	const jobs = await wire.deps.db.selectFrom('auth.mfa_challenges').selectAll().execute()
	await runDueJobs(wire.deps)
	const text = await wire.lastMail('+12025550123')
	expect(text.body).not.toContain(email)
	expect(JSON.stringify(jobs)).not.toContain(text.code)
	const { error } = await client.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code: text.code })
	expect(error).toBeNull()
	expect((await claimsOf(client)).amr.map(({ method }) => method)).toContain('mfa/phone')
	expect((await client.auth.mfa.enroll({ factorType: 'phone', phone: '+12025550123' })).error?.code).toBe('mfa_verified_factor_exists')
})

test('SMS as second factor in the settings protects the account like any other factor', async () => {
	const wire = await startWire()
	const { client, user } = await signedIn(wire)
	await wire.deps.db
		.insertInto('user_sms_settings')
		.values({ user_id: user.id, phone_number: '+12025550123', verified: true, two_factor_enabled: true })
		.execute()
	expect((await client.auth.updateUser({ password: 'brand-new-password' })).error).toMatchObject({ code: 'insufficient_aal', status: 401 })
	expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('insufficient_aal')
})

test('factor events are audited without the secret', async () => {
	const wire = await startWire()
	const { client, factorId, secret } = await withApp(wire)
	await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' })
	await client.auth.mfa.unenroll({ factorId })
	const rows = await wire.deps.db
		.selectFrom('auth.audit_log_entries')
		.selectAll()
		.where('action', 'like', 'factor%')
		.orderBy('id')
		.execute()
	expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
		'factor_enrolled success',
		'factor_challenged success',
		'factor_verified success',
		'factor_challenged success',
		'factor_verified failure',
		'factor_unenrolled success',
	])
	expect(JSON.stringify(rows)).not.toContain(secret)
})
