import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import { GOOD_PASSWORD, signedIn, someAddress, startWire, type Wire } from './test-client.ts'

const DAY = 86_400_000

/** Runs `work` while the clock is a day ahead, so that its times are in the future once the clock is right again. */
async function whileClockIsAhead<T>(wire: Wire, work: () => Promise<T>): Promise<T> {
	wire.clock.advance(DAY)
	const result = await work()
	wire.clock.advance(-DAY)
	return result
}

test('an address mailed while the clock was ahead gets mail again once the clock is right', async () => {
	const wire = await startWire()
	const email = someAddress()
	await whileClockIsAhead(wire, async () => {
		for (let count = 0; count < 20; count += 1) {
			expect((await wire.post('/otp', { email })).status).toBe(200)
			wire.clock.advance(61_000)
		}
		wire.clock.advance(-20 * 61_000)
		expect((await wire.post('/otp', { email })).status).toBe(429)
	})
	expect((await wire.post('/otp', { email })).status).toBe(200)
	// The limits apply again from here on.
	expect((await wire.post('/otp', { email })).status).toBe(429)
})

test('an address locked while the clock was ahead can sign in by password and code once the clock is right', async () => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	const stranger = wire.connect()
	await whileClockIsAhead(wire, async () => {
		for (let count = 0; count < 12; count += 1) await stranger.auth.signInWithPassword({ email, password: 'not-the-password' })
		for (let count = 0; count < 6; count += 1) await stranger.auth.verifyOtp({ email, token: '000000', type: 'email' })
		expect((await stranger.auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error?.status).toBe(429)
		expect((await stranger.auth.verifyOtp({ email, token: '000000', type: 'email' })).error?.status).toBe(429)
	})
	expect((await stranger.auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error).toBeNull()
	await stranger.auth.signInWithOtp({ email })
	const { code } = await wire.lastMail(email)
	expect((await stranger.auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
})

test('authenticator codes used while the clock was ahead work again once it is right, each once', async () => {
	const wire = await startWire()
	const { client } = await signedIn(wire)
	const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
	const { id: factorId = '', totp } = data ?? {}
	const code = () => new TOTP({ secret: totp?.secret ?? '' }).generate({ timestamp: wire.clock.now().getTime() })
	await whileClockIsAhead(wire, async () => {
		await client.auth.refreshSession()
		expect((await client.auth.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull()
	})
	expect((await client.auth.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull()
	expect((await client.auth.mfa.challengeAndVerify({ factorId, code: code() })).error?.code).toBe('mfa_verification_failed')
})

test('forms answer an address again that they answered while the clock was ahead', async () => {
	const wire = await startWire()
	const email = someAddress()
	const subscribe = () =>
		wire.request('/api/leads/newsletter', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ email, source: 'blog' }),
		})
	await whileClockIsAhead(wire, async () => expect((await subscribe()).status).toBeLessThan(300))
	const before = (await wire.mails(email)).length
	expect(before).toBe(1)
	await subscribe()
	expect(await wire.mails(email)).toHaveLength(2)
	await subscribe()
	expect(await wire.mails(email)).toHaveLength(2)
})

const postJson = (body: unknown, headers: Record<string, string> = {}) => ({
	method: 'POST',
	headers: { 'content-type': 'application/json', ...headers },
	body: JSON.stringify(body),
})

/**
 * Limits that count rows of the last day or minute. `fill` reaches the limit, `stamp` sets the rows' time, and `isLimited` makes
 * one more attempt.
 */
const COUNTED = {
	'mails that acknowledge a form': async (wire: Wire) => {
		const email = someAddress()
		const write = () =>
			wire.request('/api/support/contact', postJson({ name: 'Ada', email, subject: 'Hello', message: 'A question of mine' }))
		const countMails = async () => (await wire.mails(email)).length
		return {
			fill: async () => {
				for (let count = 0; count < 3; count += 1) expect((await write()).status).toBeLessThan(300)
				expect(await countMails()).toBe(3)
			},
			stamp: (at: Date) => wire.deps.db.updateTable('outbox_messages').set({ created_at: at }).where('to_address', '=', email).execute(),
			isLimited: async () => {
				const before = await countMails()
				expect((await write()).status).toBeLessThan(300)
				return (await countMails()) === before
			},
		}
	},
	'copies of the own data': async (wire: Wire) => {
		const { session } = await signedIn(wire)
		const take = async () => {
			const asked = postJson({ format: 'json' }, { authorization: `Bearer ${session.access_token}` })
			const answer = await wire.request('/api/privacy/export', asked)
			// Exports run one at a time, so read this one completely.
			await answer.text()
			return answer.status
		}
		return {
			fill: async () => {
				for (let count = 0; count < 5; count += 1) expect(await take()).toBe(200)
			},
			stamp: (at: Date) => wire.deps.db.updateTable('privacy_requests').set({ asked_at: at }).execute(),
			isLimited: async () => (await take()) === 429,
		}
	},
	'texted codes': async (wire: Wire) => {
		const { client } = await signedIn(wire)
		const body = { phoneNumber: '+14155552671', purpose: 'phone_verification' }
		const text = async () => (await client.functions.invoke<{ success: boolean }>('send-verification-code', { body })).data?.success
		return {
			fill: async () => expect(await text()).toBe(true),
			stamp: (at: Date) => wire.deps.db.updateTable('sms_sends').set({ sent_at: at }).execute(),
			isLimited: async () => !(await text()),
		}
	},
}

test.each(Object.entries(COUNTED))('%s dated up to five minutes ahead are counted, later ones not', async (_name, open) => {
	const wire = await startWire()
	const { fill, stamp, isLimited } = await open(wire)
	await fill()
	const ahead = (ms: number) => new Date(wire.clock.now().getTime() + ms)
	await stamp(ahead(5 * 60_000))
	expect(await isLimited()).toBe(true)
	await stamp(ahead(5 * 60_000 + 1))
	expect(await isLimited()).toBe(false)
})
