// asvs V2.4.1 V6.3.1
import { expect, test } from 'vitest'

import { solveProof } from './solve-proof.ts'
import { GOOD_PASSWORD, signedIn, someAddress, startWire, type Wire } from './test-client.ts'

/** Behind a proxy, as in production: every caller has its own address, and production limits apply. */
const BEHIND_PROXY = { TRUSTED_PROXY_HOPS: '1' }
const HOME = '203.0.113.7'
const from = (address: string) => ({ 'x-forwarded-for': address })
let strangers = 0
const somewhere = () => `198.18.${Math.floor((strangers += 1) / 250)}.${(strangers % 250) + 1}`

const otp = async (wire: Wire, email: string, headers: Record<string, string>, captcha_token?: string) => {
	const body = { email, ...(captcha_token && { gotrue_meta_security: { captcha_token } }) }
	const answer = await wire.post('/otp', body, headers)
	return { status: answer.status, code: answer.headers.get('x-sb-error-code'), text: await answer.text(), headers: answer.headers }
}

const verify = (wire: Wire, email: string, token: string, headers: Record<string, string>) =>
	wire.post('/verify', { type: 'email', email, token }, headers)

/** Signs a learner in at home. @returns the browser's cookie and the address */
async function ownerAtHome(wire: Wire) {
	const email = someAddress()
	await otp(wire, email, from(HOME))
	const answer = await verify(wire, email, (await wire.lastMail(email)).code, from(HOME))
	expect(answer.status).toBe(200)
	const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
	wire.clock.advance(61_000)
	return { email, cookie }
}

const wrongCodes = (right: string, count: number) =>
	Array.from({ length: count + 1 }, (_unused, index) => String(index).padStart(6, '0'))
		.filter((code) => code !== right)
		.slice(0, count)

test('300 anonymous requests don’t block sign-in: strangers need a proof of work, and the owner can sign in', async () => {
	const wire = await startWire({ env: BEHIND_PROXY })
	const { email, cookie } = await ownerAtHome(wire)
	const codes: (string | null)[] = []
	for (let index = 0; index < 300; index += 1) codes.push((await otp(wire, `nobody${index}@example.com`, from(somewhere()))).code)
	expect(codes.filter((code) => code === null).length).toBeLessThan(130)
	expect(new Set(codes)).toEqual(new Set([null, 'captcha_failed']))

	expect((await otp(wire, email, from(HOME))).status).toBe(200)
	expect((await verify(wire, email, (await wire.lastMail(email)).code, from(HOME))).status).toBe(200)
	wire.clock.advance(61_000)
	// The same browser on another network is trusted; a new phone has to solve the challenge.
	expect((await otp(wire, email, { ...from(somewhere()), cookie })).status).toBe(200)
	wire.clock.advance(61_000)
	const away = somewhere()
	expect((await otp(wire, email, from(away))).code).toBe('captcha_failed')
	expect((await otp(wire, email, from(away), await solveProof(wire))).status).toBe(200)
	expect((await verify(wire, email, (await wire.lastMail(email)).code, from(away))).status).toBe(200)
})

test('a caller who solves proofs of work uses up only the strangers’ budget; known addresses still get mail', async () => {
	const wire = await startWire({ env: { ...BEHIND_PROXY, GOTRUE_RATE_LIMIT_EMAIL_SENT: '24' } })
	const { email } = await ownerAtHome(wire)
	const unknown = someAddress()
	let answer = await otp(wire, someAddress(), from(somewhere()))
	for (let index = 0; index < 40 && answer.status !== 429; index += 1) {
		const needed = answer.code === 'captcha_failed' ? await solveProof(wire) : undefined
		answer = await otp(wire, someAddress(), from(somewhere()), needed)
		if (answer.status === 200) answer = await otp(wire, someAddress(), from(somewhere()))
	}
	const before = (await wire.mails(email)).length
	const told = [
		await otp(wire, unknown, from(somewhere()), await solveProof(wire)),
		await otp(wire, email, from(somewhere()), await solveProof(wire)),
	]
	expect(told.map(({ status, code }) => [status, code])).toEqual([
		[429, 'over_email_send_rate_limit'],
		[429, 'over_email_send_rate_limit'],
	])
	expect(told[0]?.text.replace(/\d+/g, 'n')).toBe(told[1]?.text.replace(/\d+/g, 'n'))
	expect(await wire.mails(unknown)).toEqual([])
	expect((await wire.mails(email)).length).toBe(before + 1)
	const account = await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', unknown).executeTakeFirst()
	expect(account).toBeUndefined()
	wire.clock.advance(61_000)
	expect((await otp(wire, email, from(HOME))).status).toBe(200)
	expect(wire.logLines.filter((line) => line.includes('almost reached'))).toHaveLength(1)
})

test('twenty mails requested by a stranger don’t use up the owner’s limit at home or in a trusted browser', async () => {
	const wire = await startWire({ env: BEHIND_PROXY })
	const { email, cookie } = await ownerAtHome(wire)
	// The first email already counted as a stranger's, because it created the account.
	for (let index = 1; index < 20; index += 1) {
		expect((await otp(wire, email, from(somewhere()))).status).toBe(200)
		wire.clock.advance(61_000)
	}
	expect((await otp(wire, email, from(somewhere()))).code).toBe('over_email_send_rate_limit')
	expect((await otp(wire, email, from(HOME))).status).toBe(200)
	wire.clock.advance(61_000)
	expect((await otp(wire, email, { ...from(somewhere()), cookie })).status).toBe(200)
	// A cookie of another account, or a forged one, does not count.
	const other = await ownerAtHome(wire)
	for (const foreign of [
		other.cookie,
		`${cookie.slice(0, -10)}${cookie.at(-10) === 'x' ? 'y' : 'x'}${cookie.slice(-9)}`,
		`launchway_browser=${'A'.repeat(22)}.${'A'.repeat(22)}`,
		'launchway_browser=x',
	])
		expect((await otp(wire, email, { ...from(somewhere()), cookie: foreign })).code).toBe('over_email_send_rate_limit')
})

test('five wrong codes by a stranger lock the code for the stranger only', async () => {
	const wire = await startWire({ env: BEHIND_PROXY })
	const email = someAddress()
	await otp(wire, email, from(HOME))
	const { code } = await wire.lastMail(email)
	const stranger = from('198.51.100.66')
	for (const guess of wrongCodes(code, 5)) expect((await verify(wire, email, guess, stranger)).status).toBe(403)
	expect((await verify(wire, email, code, stranger)).status).toBe(429)
	wire.clock.advance(31_000)
	// The wait is over, but the stranger has used up the five attempts for this code.
	expect((await verify(wire, email, code, stranger)).status).toBe(403)
	expect((await verify(wire, email, code, from(HOME))).status).toBe(200)
})

test('an IPv6 network shares five tries, and all untrusted networks together get fifty a day', async () => {
	const wire = await startWire({ env: BEHIND_PROXY })
	const { email, cookie } = await ownerAtHome(wire)
	await otp(wire, email, from(HOME))
	const { code, linkToken } = await wire.lastMail(email)
	const guesses = wrongCodes(code, 60)
	const within = (index: number) => from(`2001:db8:1:2:${index.toString(16)}::${index + 1}`)
	for (const [index, guess] of guesses.slice(0, 5).entries()) expect((await verify(wire, email, guess, within(index))).status).toBe(403)
	expect((await verify(wire, email, guesses[5] ?? '', within(5))).status).toBe(429)

	const statuses = await Promise.all(guesses.slice(5).map(async (guess) => (await verify(wire, email, guess, from(somewhere()))).status))
	expect(statuses.filter((status) => status === 403)).toHaveLength(45)
	expect(statuses.filter((status) => status === 429)).toHaveLength(10)
	const late = await verify(wire, email, code, from(somewhere()))
	expect([late.status, Number(late.headers.get('retry-after')) > 80_000]).toEqual([429, true])

	// The owner can still sign in: at home, elsewhere in the known browser, and anywhere through the emailed link.
	expect((await verify(wire, email, code, from(HOME))).status).toBe(200)
	wire.clock.advance(61_000)
	await otp(wire, email, { ...from(somewhere()), cookie })
	const next = await wire.lastMail(email)
	expect((await verify(wire, email, next.code, { ...from(somewhere()), cookie })).status).toBe(200)
	expect((await wire.post('/verify', { type: 'email', token_hash: linkToken }, from(somewhere()))).status).toBe(403)
	wire.clock.advance(61_000)
	await otp(wire, email, from(HOME))
	const { linkToken: fresh } = await wire.lastMail(email)
	expect((await wire.post('/verify', { type: 'email', token_hash: fresh }, from(somewhere()))).status).toBe(200)
})

test('a proof of work is valid once, in time, for its own purpose, and only for our challenge', async () => {
	const wire = await startWire({ env: { ...BEHIND_PROXY, GOTRUE_RATE_LIMIT_EMAIL_SENT: '400' } })
	expect(await (await wire.request('/auth/v1/settings')).json()).not.toHaveProperty('proof_of_work')
	for (let index = 0; index < 50; index += 1) await otp(wire, someAddress(), from(somewhere()))
	const refused = await otp(wire, someAddress(), from(somewhere()))
	expect([refused.status, refused.code]).toEqual([400, 'captcha_failed'])
	expect(refused.text).toContain('proof_of_work')
	// The real client sends the proof as its captcha token.
	const options = { captchaToken: await solveProof(wire) }
	const client = wire.connect()
	expect((await client.auth.signInWithOtp({ email: someAddress(), options })).error).toBeNull()
	expect((await client.auth.signInWithOtp({ email: someAddress(), options })).error?.code).toBe('captcha_failed')

	const good = await solveProof(wire)
	const [salt = '', bits = '', time = '', mac = '', nonce = ''] = good.split('.')
	for (const forged of [
		[salt, '1', time, mac, nonce],
		[salt, bits, String(Number(time) + 60_000), mac, nonce],
		[salt, bits, time, 'A'.repeat(43), nonce],
		[salt, bits, time, mac, `${nonce}0000`],
		[salt, bits, time, mac],
	])
		expect((await otp(wire, someAddress(), from(somewhere()), forged.join('.'))).code).toBe('captcha_failed')
	wire.clock.advance(300_001)
	expect((await otp(wire, someAddress(), from(somewhere()), good)).code).toBe('captcha_failed')
	for (const path of ['/signup', '/recover', '/resend']) {
		const body = { type: 'signup', email: someAddress(), password: GOOD_PASSWORD }
		expect((await wire.post(path, body, from(somewhere()))).headers.get('x-sb-error-code')).toBe('captcha_failed')
	}
	const form = await wire.request('/login', {
		method: 'POST',
		body: new URLSearchParams({ email: someAddress() }),
		headers: from(somewhere()),
	})
	expect(form.status).toBe(403)
})

test('a password locked by strangers still works in a trusted browser on any network', async () => {
	const wire = await startWire({ env: BEHIND_PROXY })
	const { email } = await signedIn(wire)
	const signIn = (headers: Record<string, string>, password = GOOD_PASSWORD) =>
		wire.post('/token?grant_type=password', { email, password }, headers)
	const [cookie = ''] = ((await signIn(from('192.0.2.1'))).headers.get('set-cookie') ?? '').split(';')
	for (let index = 0; index < 11; index += 1) await signIn(from(somewhere()), 'wrong-password')
	expect((await signIn(from(somewhere()))).status).toBe(429)
	expect((await signIn({ ...from(somewhere()), cookie })).status).toBe(200)
})
