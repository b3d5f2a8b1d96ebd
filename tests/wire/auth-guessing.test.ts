// asvs V2.4.1 V4.1.3 V6.3.1 V6.4.1 V6.5.1 V6.5.4 V6.6.2 V6.6.3 V15.3.4
// regression #1489 code-guessing forwarded-address CVE-2026-53516
import { expect, test } from 'vitest'

import { GOOD_PASSWORD, signedIn, someAddress, startWire, type Wire } from './test-client.ts'

const verify = async (wire: Wire, email: string, token: string) => {
	const response = await wire.post('/verify', { type: 'email', email, token })
	return { status: response.status, code: response.headers.get('x-sb-error-code'), wait: Number(response.headers.get('retry-after')) }
}
/** Returns codes that differ from the valid one. */
const wrongCodes = (right: string, count: number) =>
	Array.from({ length: count + 1 }, (_unused, index) => String(index).padStart(6, '0'))
		.filter((code) => code !== right)
		.slice(0, count)

test('exactly five of 200 parallel wrong codes are checked, and the right one no longer works', async () => {
	const wire = await startWire()
	const email = someAddress()
	await wire.post('/otp', { email })
	const { code } = await wire.lastMail(email)
	const answers = await Promise.all(wrongCodes(code, 200).map((guess) => verify(wire, email, guess)))
	expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
	expect(answers.filter(({ status }) => status === 429)).toHaveLength(195)
	const row = await wire.deps.db.selectFrom('auth.one_time_tokens').select('wrong_codes').executeTakeFirstOrThrow()
	expect(row.wrong_codes).toBe(5)

	wire.clock.advance(31_000)
	expect(await verify(wire, email, code)).toMatchObject({ status: 403, code: 'otp_expired' })
})

test('a new code works after the wait, but doesn’t reset the guess limit', async () => {
	const wire = await startWire()
	const email = someAddress()
	await wire.post('/otp', { email })
	for (const guess of wrongCodes((await wire.lastMail(email)).code, 4)) await verify(wire, email, guess)
	wire.clock.advance(61_000)
	await wire.post('/otp', { email })
	const [first = '', second = ''] = wrongCodes((await wire.lastMail(email)).code, 2)
	expect((await verify(wire, email, first)).status).toBe(403)
	expect(await verify(wire, email, second)).toMatchObject({ status: 429, code: 'over_request_rate_limit', wait: 30 })
	wire.clock.advance(30_000)
	expect((await verify(wire, email, second)).status).toBe(403)
	expect((await verify(wire, email, second)).wait).toBe(60)
	wire.clock.advance(60_000)
	expect((await verify(wire, email, (await wire.lastMail(email)).code)).status).toBe(200)
})

test('a code expires after ten minutes, works for its own purpose and address, and is replaced by the next one', async () => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	const other = await signedIn(wire)
	await wire.post('/recover', { email })
	const first = await wire.lastMail(email)
	expect((await wire.post('/verify', { type: 'signup', email, token: first.code })).status).toBe(403)
	expect((await verify(wire, other.email, first.code)).status).toBe(403)
	wire.clock.advance(61_000)
	await wire.post('/recover', { email })
	const second = await wire.lastMail(email)
	expect((await wire.post('/verify', { type: 'recovery', token_hash: first.linkToken })).status).toBe(403)
	wire.clock.advance(600_000)
	expect((await wire.post('/verify', { type: 'recovery', email, token: second.code })).status).toBe(403)
	expect((await wire.post('/verify', { type: 'recovery', token_hash: second.linkToken })).status).toBe(403)
})

test('codes and links are not stored in plain text', async () => {
	const wire = await startWire()
	const email = someAddress()
	await wire.post('/otp', { email })
	const mail = await wire.lastMail(email)
	const row = await wire.deps.db.selectFrom('auth.one_time_tokens').selectAll().executeTakeFirstOrThrow()
	const stored = JSON.stringify(row, (_key, value: unknown) => (value instanceof Buffer ? value.toString('hex') : value))
	expect(stored).not.toContain(mail.code)
	expect(stored).not.toContain(mail.linkToken)
})

test('ten wrong passwords, parallel or in a row, lock the account for a growing time', async () => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	const signIn = async (address: string, password: string) => {
		const response = await wire.post('/token?grant_type=password', { email: address, password })
		return { status: response.status, wait: Number(response.headers.get('retry-after')) }
	}
	const answers = await Promise.all(Array.from({ length: 40 }, (_unused, index) => signIn(email, `wrong-password-${index}`)))
	expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
	expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
	expect(await signIn(email, GOOD_PASSWORD)).toEqual({ status: 429, wait: 30 })

	const stranger = someAddress()
	for (let index = 0; index < 10; index += 1) expect((await signIn(stranger, 'wrong-password')).status).toBe(400)
	expect(await signIn(stranger, 'wrong-password')).toEqual({ status: 429, wait: 30 })

	wire.clock.advance(30_000)
	expect((await signIn(email, 'wrong-again')).status).toBe(400)
	expect((await signIn(email, GOOD_PASSWORD)).wait).toBe(60)
	wire.clock.advance(60_000)
	expect((await signIn(email, GOOD_PASSWORD)).status).toBe(200)
	expect((await signIn(email, 'wrong-again')).status).toBe(400)
})

test('a lock caused by a stranger’s guesses doesn’t lock out the owner at a trusted origin', async () => {
	const wire = await startWire({ env: { TRUSTED_PROXY_HOPS: '1' } })
	const email = someAddress()
	const at = (place: string) => ({ 'x-forwarded-for': place })
	await wire.post('/otp', { email })
	await wire.post('/verify', { type: 'email', email, token: (await wire.lastMail(email)).code }, at('203.0.113.7'))
	const signIn = async (password: string, place: string) => {
		const response = await wire.post('/token?grant_type=password', { email, password }, at(place))
		return response.status
	}
	for (let index = 0; index < 11; index += 1) await signIn(`wrong-password-${index}`, '198.51.100.66')
	expect(await signIn('wrong-password', '198.51.100.67')).toBe(429)
	// The owner's network still has its own ten attempts. They fail only because this account has no password.
	const own: number[] = []
	for (let index = 0; index < 11; index += 1) own.push(await signIn('wrong-password', '203.0.113.7'))
	expect(own).toEqual([...Array.from({ length: 10 }, () => 400), 429])
})

test('sign-ins are limited to 30 per address in five minutes, counted by the address from the trusted proxy', async () => {
	const wire = await startWire({ env: { TRUSTED_PROXY_HOPS: '1' } })
	const from = async (forwardedFor: string) =>
		(
			await wire.post(
				'/token?grant_type=password',
				{ email: someAddress(), password: 'x' },
				{ 'x-forwarded-for': forwardedFor, 'x-supabase-api-version': '2024-01-01' },
			)
		).status
	const statuses: number[] = []
	// The caller forges a new leftmost address each time; only the entry added by the proxy counts.
	for (let index = 0; index < 31; index += 1) statuses.push(await from(`198.51.100.${index}, 203.0.113.7`))
	expect(statuses.filter((status) => status === 400)).toHaveLength(30)
	expect(statuses.at(-1)).toBe(429)
	expect(await from('203.0.113.8')).toBe(400)
})

test('verifying the mailbox removes a stranger’s password', async () => {
	const wire = await startWire()
	const email = someAddress()
	await wire.post('/signup', { email, password: 'the-password-of-mallory' })
	wire.clock.advance(61_000)
	const owner = wire.connect()
	await owner.auth.signInWithOtp({ email })
	const { error } = await owner.auth.verifyOtp({ email, token: (await wire.lastMail(email)).code, type: 'email' })
	expect(error).toBeNull()
	const mallory = await wire.connect().auth.signInWithPassword({ email, password: 'the-password-of-mallory' })
	expect(mallory.error?.code).toBe('invalid_credentials')
})

test('two sign-ups for one address with different passwords keep neither password', async () => {
	const wire = await startWire()
	const email = someAddress()
	const passwords = ['the-password-of-mallory', GOOD_PASSWORD]
	for (const password of passwords) {
		await wire.post('/signup', { email, password })
		wire.clock.advance(61_000)
	}
	await wire.connect().auth.verifyOtp({ email, token: (await wire.lastMail(email)).code, type: 'signup' })
	for (const password of passwords)
		expect((await wire.connect().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
})

test('a new password invalidates pending recovery codes', async () => {
	const wire = await startWire()
	const { client, email } = await signedIn(wire)
	await wire.post('/recover', { email })
	const mail = await wire.lastMail(email)
	await client.auth.updateUser({ password: 'brand-new-password' })
	expect((await wire.post('/verify', { type: 'recovery', token_hash: mail.linkToken })).status).toBe(403)
	expect((await wire.post('/verify', { type: 'recovery', email, token: mail.code })).status).toBe(403)
})
