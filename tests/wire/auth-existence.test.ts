// regression GHSA-3529-5m8x-rpv3 311cde8d 8ce9d3f7 9d419b40 account-enumeration
import { expect, test } from 'vitest'

import { GOOD_PASSWORD, signedIn, SITE, someAddress, startWire, type Wire } from './test-client.ts'

/** Values that differ between any two requests, whether or not the account exists. */
const SHAPE = { address: /learner\d+@example\.com/g, uuid: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, time: /\d{4}-\d\d-\d\dT[\d:.]+Z/g }

async function shapeOf(response: Response) {
	const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
	const text = await response.text()
	const body = text.replace(SHAPE.address, 'ADDRESS').replace(SHAPE.uuid, 'UUID').replace(SHAPE.time, 'TIME')
	return { status: response.status, headers, body }
}

const CALLS: Record<string, (wire: Wire, email: string) => Promise<Response>> = {
	signup: (wire, email) => wire.post('/signup', { email, password: 'another-fine-password', data: { name: 'Ada' } }),
	'signup with PKCE': (wire, email) =>
		wire.post('/signup', { email, password: 'another-fine-password', code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }),
	'wrong password': (wire, email) => wire.post('/token?grant_type=password', { email, password: 'not-the-password' }),
	otp: (wire, email) => wire.post('/otp', { email, data: { name: 'Eve' } }),
	'otp for members only': (wire, email) => wire.post('/otp', { email, create_user: false }),
	magiclink: (wire, email) => wire.post('/magiclink', { email }),
	recover: (wire, email) => wire.post('/recover', { email }),
	'resend signup': (wire, email) => wire.post('/resend', { type: 'signup', email }),
	'resend email change': (wire, email) => wire.post('/resend', { type: 'email_change', email }),
	'verify code': (wire, email) => wire.post('/verify', { type: 'email', email, token: '000000' }),
	'verify signup code': (wire, email) => wire.post('/verify', { type: 'signup', email, token: '000000' }),
	'verify recovery code': (wire, email) => wire.post('/verify', { type: 'recovery', email, token: '000000' }),
}

test.each(Object.keys(CALLS))('%s answers the same for known, unconfirmed and unknown addresses, also the second time', async (name) => {
	const wire = await startWire()
	const call = CALLS[name]
	if (!call) throw new Error(name)
	const { email: known } = await signedIn(wire)
	const unconfirmed = someAddress()
	await wire.post('/signup', { email: unconfirmed, password: GOOD_PASSWORD })
	wire.clock.advance(61_000)
	const addresses = [known, unconfirmed, someAddress()]

	for (const _round of ['first', 'at once', 'later']) {
		if (_round === 'later') wire.clock.advance(61_000)
		const shapes = []
		for (const email of addresses) shapes.push(await shapeOf(await call(wire, email)))
		expect(shapes[0]).toEqual(shapes[2])
		expect(shapes[1]).toEqual(shapes[2])
	}
})

test('a change to another account’s address gets the usual answer, and its owner is notified', async () => {
	const wire = await startWire()
	const owner = await signedIn(wire)
	const unconfirmed = someAddress()
	await wire.post('/signup', { email: unconfirmed, password: GOOD_PASSWORD })
	wire.clock.advance(61_000)

	const outcomes = []
	for (const wanted of [owner.email, unconfirmed, someAddress()]) {
		const { email, session } = await signedIn(wire)
		const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
		const requestChange = () => wire.request('/auth/v1/user', { method: 'PUT', headers, body: JSON.stringify({ email: wanted }) })
		const answers = [await shapeOf(await requestChange()), await shapeOf(await requestChange())]
		wire.clock.advance(61_000)
		answers.push(await shapeOf(await wire.post('/resend', { type: 'email_change', email })))
		answers.push(await shapeOf(await wire.request('/auth/v1/user', { headers })))
		// The stranger confirms from their own mailbox.
		const own = await wire.mails(email)
		answers.push(await shapeOf(await wire.post('/verify', { type: 'email_change', token_hash: own.at(-1)?.linkToken })))
		const actions = await wire.deps.db
			.selectFrom('auth.audit_log_entries')
			.select(['action', 'outcome'])
			.orderBy('created_at', 'desc')
			.limit(3)
			.execute()
		const toWanted = (await wire.mails(wanted)).map(({ template }) => template).slice(-2)
		outcomes.push({ answers, templates: own.map(({ template }) => template), actions, toWanted })
		wire.clock.advance(61_000)
	}
	const [known, half, unknown] = outcomes.map(({ toWanted, ...seen }) => seen)
	expect(known).toEqual(unknown)
	expect(half).toEqual(unknown)
	const taken = 'auth.email-change-taken'
	expect(outcomes.map(({ toWanted }) => toWanted)).toEqual([[taken, taken], [taken, taken], Array(2).fill('auth.email-change-new')])

	// The mail only informs and has no link; the owner's account is unchanged.
	const told = await wire.lastMail(owner.email)
	expect([told.code, told.link]).toEqual(['', ''])
	expect((await owner.client.auth.getUser()).data.user?.email).toBe(owner.email)
})

test('repeated sign-ups return the same ID, so a made-up account can’t be recognized', async () => {
	const wire = await startWire()
	const { email: known, user } = await signedIn(wire)
	const idOf = async (email: string) => {
		const response = await wire.post('/signup', { email, password: GOOD_PASSWORD })
		wire.clock.advance(61_000)
		return ((await response.json()) as { id: string }).id
	}
	const [first, second] = [await idOf(known), await idOf(known)]
	expect(first).toBe(second)
	expect(first).not.toBe(user.id)
	expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
	const unknown = someAddress()
	expect(await idOf(unknown)).toBe(await idOf(unknown))
})

test('recovery for an unknown address sends no mail and stores nothing', async () => {
	const wire = await startWire()
	const tables = ['auth.users', 'auth.identities', 'auth.one_time_tokens', 'auth.flow_states', 'outbox_messages', 'pgboss.job']
	const counts = () => Promise.all(tables.map((table) => wire.countRows(table)))
	const before = await counts()
	await wire.post('/recover', { email: someAddress() })
	await wire.post('/resend', { type: 'signup', email: someAddress() })
	await wire.post('/otp', { email: someAddress(), create_user: false })
	expect(await counts()).toEqual(before)
})

test('the minimum interval between mails applies to every address alike, and Retry-After names it', async () => {
	const wire = await startWire()
	const email = someAddress()
	const client = wire.connect()
	expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
	wire.clock.advance(20_000)
	const { error } = await client.auth.signInWithOtp({ email })
	expect([error?.status, error?.code, error?.message]).toEqual([
		429,
		'over_email_send_rate_limit',
		'For security purposes, you can only request this after 40 seconds.',
	])
	const raw = await wire.post('/otp', { email })
	expect(raw.headers.get('retry-after')).toBe('40')
})

test.each(['evil.example', 'localhost:3000.evil.example'])('links in mails ignore the Host of the request: %s', async (host) => {
	const wire = await startWire()
	const email = someAddress()
	await wire.post(
		`/otp?redirect_to=${encodeURIComponent(`https://${host}/steal`)}`,
		{ email },
		{
			host,
			'x-forwarded-host': host,
			'x-forwarded-proto': 'https',
			'x-forwarded-port': '444',
			forwarded: `host=${host};proto=https`,
			origin: `https://${host}`,
			referer: `https://${host}/`,
		},
	)
	const mail = await wire.lastMail(email)
	const addresses = [...`${mail.body} ${mail.html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(
		([address]) => new URL(address.replaceAll('&amp;', '&')),
	)
	expect(new Set(addresses.map(({ origin }) => origin))).toEqual(new Set([SITE]))
	expect(new URL(mail.link).searchParams.get('redirect_to')).toBe('/')
})
