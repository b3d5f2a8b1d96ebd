// asvs V3.5.1 V14.2.2 V14.3.2
// regression GHSA-3529-5m8x-rpv3 cf74a14f #1489 70446cc1 cb7894e1 d1cf8d90 account-enumeration CVE-2024-56734 GHSA-x732-6j76-qmhm GHSA-569q-mpph-wgww CVE-2025-48947
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { runDueJobs } from '#tests/setup/run-due-jobs.ts'

import { SECRET_KEY, startAdminWire } from './admin-client.ts'
import { GOOD_PASSWORD, signedIn, SITE, someAddress, startWire } from './test-client.ts'

// Vulnerabilities of other authentication servers (docs/reference/security-regressions.md) that no other file tests.

const FORGED = {
	host: 'evil.example',
	'x-forwarded-host': 'evil.example',
	'x-forwarded-proto': 'https',
	'x-forwarded-port': '444',
	forwarded: 'host=evil.example;proto=https',
	origin: 'https://evil.example',
	referer: 'https://evil.example/',
}

test('links in every mail use the configured address, whatever Host the request has', async () => {
	const wire = await startAdminWire()
	const { session, email } = await signedIn(wire)
	const bearer = { authorization: `Bearer ${session.access_token}` }
	const operator = { authorization: `Bearer ${SECRET_KEY}` }
	const fresh = someAddress()
	const calls: [string, string, string, object, object][] = [
		['POST', fresh, '/auth/v1/signup', { email: fresh, password: GOOD_PASSWORD }, {}],
		['POST', fresh, '/auth/v1/resend', { type: 'signup', email: fresh }, {}],
		['POST', fresh, '/auth/v1/magiclink', { email: fresh }, {}],
		['POST', email, '/auth/v1/recover', { email }, {}],
		['PUT', email, '/auth/v1/user', { email: someAddress() }, bearer],
		['POST', 'invited@example.com', '/auth/v1/invite', { email: 'invited@example.com' }, operator],
		['POST', 'reader@example.com', '/api/leads/newsletter', { email: 'reader@example.com' }, {}],
	]
	for (const [method, to, path, body, headers] of calls) {
		const before = (await wire.mails(to)).length
		const init = { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...FORGED, ...headers } }
		const answer = await wire.request(`${path}?redirect_to=${encodeURIComponent('https://evil.example/steal')}`, init)
		expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)])
		const mails = (await wire.mails(to)).slice(before)
		expect([path, mails.length]).toEqual([path, 1])
		for (const mail of mails) {
			const links = [...`${mail.body} ${mail.html}`.matchAll(/https?:\/\/[^\s"'<>)]+/g)].map(([link]) => new URL(link).origin)
			expect([path, [...new Set(links)]]).toEqual([path, [SITE]])
		}
		wire.clock.advance(61_000)
	}
})

test('a new password or mailbox cancels a phone number change begun by someone else', async () => {
	const wire = await startWire({ env: { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' } })
	const { client, email } = await signedIn(wire)
	const begin = async (phone: string) => {
		expect((await client.auth.updateUser({ phone })).error).toBeNull()
		await runDueJobs(wire.deps)
		wire.clock.advance(61_000)
		return (await wire.lastMail(phone)).code
	}
	const finish = async (phone: string, token: string) =>
		(await wire.connect().auth.verifyOtp({ phone, token, type: 'phone_change' })).error?.code

	const first = await begin('+12025550161')
	expect((await client.auth.updateUser({ password: 'another-lamp-river' })).error).toBeNull()
	expect(await finish('+12025550161', first)).toBe('otp_expired')

	const second = await begin('+12025550162')
	const mailbox = someAddress()
	await client.auth.updateUser({ email: mailbox })
	for (const to of [email, mailbox])
		await wire.connect().auth.verifyOtp({ email: to, token: (await wire.lastMail(to)).code, type: 'email_change' })
	expect((await client.auth.getUser()).data.user?.email).toBe(mailbox)
	expect(await finish('+12025550162', second)).toBe('otp_expired')
	expect((await client.auth.getUser()).data.user?.phone).toBe('')
})

test('a ban is shown only with the account’s password', async () => {
	const wire = await startAdminWire()
	const { user, email } = await signedIn(wire)
	await wire.service.auth.admin.updateUserById(user.id, { ban_duration: '24h' })
	const tell = async (password: string) => (await wire.connect().auth.signInWithPassword({ email, password })).error?.code
	expect([await tell('not-the-password'), await tell(GOOD_PASSWORD)]).toEqual(['invalid_credentials', 'user_banned'])
})

test('a phone number can be only one second factor', async () => {
	const wire = await startWire({
		env: { GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true', GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true', GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' },
	})
	const { client, user } = await signedIn(wire)
	const phone = '+12025550163'
	const enroll = (friendlyName: string) => client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName })
	const { data } = await enroll('first')
	const { data: challenge } = await client.auth.mfa.challenge({ factorId: data?.id ?? '' })
	await runDueJobs(wire.deps)
	const { code } = await wire.lastMail(phone)
	expect((await client.auth.mfa.verify({ factorId: data?.id ?? '', challengeId: challenge?.id ?? '', code })).error).toBeNull()
	expect((await enroll('second')).error?.code).toBe('mfa_verified_factor_exists')
	const factors = await wire.deps.db.selectFrom('auth.mfa_factors').select('status').where('user_id', '=', user.id).execute()
	expect(factors).toEqual([{ status: 'verified' }])
})

test.each([
	'//auth/v1/token',
	'/auth//v1/token',
	'/auth/v1//token',
	'/AUTH/v1/token',
	'/auth/v1/token/',
	'/auth/v1/%74oken%2f',
	'/auth/v1;a/token',
])('%s doesn’t bypass the rate limits', async (path) => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	const answer = await wire.app.request(`${SITE}${path}?grant_type=password`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email, password: GOOD_PASSWORD }),
	})
	expect([404, 405]).toContain(answer.status)
	expect(await answer.text()).not.toContain('access_token')
})

test.each(['GOTRUE_RATE_LIMIT_EMAIL_SENT', 'GOTRUE_RATE_LIMIT_SMS_SENT', 'GOTRUE_RATE_LIMIT_ANONYMOUS_USERS', 'SMS_DAILY_CAP'])(
	'%s=0 doesn’t mean unlimited: the server refuses to start',
	async (name) => {
		await expect(startWire({ env: { [name]: '0' } })).rejects.toThrow(name)
	},
)

test('every lookup during sign-in uses an index', async () => {
	const wire = await startWire()
	const { rows } = await sql<{ at: string }>`
		select distinct format('%s.%s', t.relname, a.attname) as at from pg_index i
		join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'auth'
		join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]`.execute(wire.deps.db)
	const indexed = new Set(rows.map(({ at }) => at))
	const lookups = `
		users.id users.email users.phone identities.provider identities.user_id sessions.id sessions.user_id
		one_time_tokens.link_hash one_time_tokens.user_id flow_states.auth_code_hash external_flows.state_hash
		mfa_factors.user_id mfa_challenges.id passkeys.credential_id passkeys.user_id webauthn_challenges.id address_limits.address_hash`
		.trim()
		.split(/\s+/)
	expect(lookups.filter((at) => !indexed.has(at))).toEqual([])
})

test('auth answers are no-store, and a cookie alone doesn’t authenticate', async () => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	for (const path of ['/user', '/settings', '/authorize?provider=none', '/verify?token=x&type=email', '/callback', '/nowhere', '/health']) {
		const answer = await wire.request(`/auth/v1${path}`, { headers: { authorization: `Bearer ${session.access_token}` } })
		expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store'])
	}
	const cookieOnly = await wire.request('/auth/v1/user', { headers: { cookie: `sb-access-token=${session.access_token}` } })
	expect(cookieOnly.status).toBe(401)
})
