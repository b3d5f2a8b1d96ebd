import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import { runDueJobs } from '#tests/setup/run-due-jobs.ts'

import { signedIn, startWire } from './test-client.ts'

test.each(['app', 'list'])('a right code of the %s forgets the wrong ones before it', async (kind) => {
	const wire = await startWire()
	const { client: owner } = await signedIn(wire)
	const { data: tokens } = await owner.auth.getSession()
	const client = wire.connect({ experimental: { recoveryCodes: true } })
	await client.auth.setSession(tokens.session ?? { access_token: '', refresh_token: '' })
	const { data: app } = await client.auth.mfa.enroll({ factorType: 'totp' })
	const codeOfApp = () => new TOTP({ secret: app?.totp.secret ?? '' }).generate({ timestamp: wire.clock.now().getTime() })
	const typeCode = () => client.auth.mfa.challengeAndVerify({ factorId: app?.id ?? '', code: codeOfApp() })
	expect((await typeCode()).error).toBeNull()
	wire.clock.advance(31_000)
	const { data: made } = await client.auth.mfa.recoveryCodes.generate()
	const typeWrong = async () => {
		for (let count = 0; count < 4; count += 1)
			expect((await client.auth.mfa.recoveryCodes.verify({ code: 'wrong' })).error?.code).toBe('mfa_verification_failed')
	}
	const typeRight = async (code: string) => (kind === 'app' ? await typeCode() : await client.auth.mfa.recoveryCodes.verify({ code }))
	const codes = made?.codes.slice(0, 2) ?? []
	expect(codes).toHaveLength(2)
	for (const code of codes) {
		await typeWrong()
		expect((await typeRight(code)).error).toBeNull()
		wire.clock.advance(31_000)
	}
})

test('five wrong codes use up a texted code, also after the lock has ended', async () => {
	const wire = await startWire({
		env: {
			GOTRUE_MFA_PHONE_ENROLL_ENABLED: '1',
			GOTRUE_MFA_PHONE_VERIFY_ENABLED: '1',
			GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION: '600',
		},
	})
	const { client } = await signedIn(wire)
	const { data: factor } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+1 202 555 0123' })
	const factorId = factor?.id ?? ''
	const { data: challenge } = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
	await runDueJobs(wire.deps)
	const { code } = await wire.lastMail('+12025550123')
	const challengeId = challenge?.id ?? ''
	const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
	const answer = async (typed: string) => (await client.auth.mfa.verify({ factorId, challengeId, code: typed })).error?.code
	for (let count = 0; count < 5; count += 1) expect(await answer(wrong)).toBe('mfa_verification_failed')
	expect(await answer(code)).toBe('over_request_rate_limit')
	// The lock is forgotten, but the code isn't valid again.
	await wire.deps.db.deleteFrom('auth.address_limits').execute()
	expect(await answer(code)).toBe('mfa_verification_failed')
})
