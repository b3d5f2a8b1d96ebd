// asvs V6.2.2
import { expect, test } from 'vitest'

import { currentAgeRule } from '#domain/consents/age-rule.ts'

import { GOOD_PASSWORD, signedIn, SITE, someAddress, startWire } from './test-client.ts'

test('a sign-up waits for the mailed code, and the code signs in', async () => {
	const wire = await startWire()
	const client = wire.connect()
	const email = someAddress()
	const signUp = await client.auth.signUp({ email, password: GOOD_PASSWORD, options: { data: { name: 'Ada' } } })
	expect([signUp.error, signUp.data.session, signUp.data.user?.email]).toEqual([null, null, email])
	expect(signUp.data.user).not.toHaveProperty('email_confirmed_at')

	const tooEarly = await client.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	expect([tooEarly.error?.status, tooEarly.error?.code]).toEqual([400, 'email_not_confirmed'])

	const { code, template } = await wire.lastMail(email)
	expect(template).toBe('auth.confirmation')
	const verified = await client.auth.verifyOtp({ email, token: code, type: 'signup' })
	expect(verified.error).toBeNull()
	expect(verified.data.user).toMatchObject({
		id: signUp.data.user?.id,
		role: 'authenticated',
		app_metadata: { provider: 'email', providers: ['email'] },
		user_metadata: { name: 'Ada', email, email_verified: true, sub: signUp.data.user?.id },
		identities: [{ provider: 'email', email, identity_data: { email_verified: true } }],
	})
	expect((await client.auth.getUser()).data.user?.id).toBe(signUp.data.user?.id)
})

test('an account stores the version of the age rule shown at sign-up', async () => {
	const wire = await startWire()
	const email = someAddress()
	await wire.connect().auth.signInWithOtp({ email })
	const account = await wire.deps.db.selectFrom('auth.users').select('age_rule_version').where('email', '=', email).executeTakeFirst()
	expect(account).toEqual({ age_rule_version: currentAgeRule.version })
})

test('a confirmed account signs in with its password and with no other', async () => {
	const wire = await startWire()
	const { email, user } = await signedIn(wire)
	const client = wire.connect()

	const wrong = await client.auth.signInWithPassword({ email, password: 'orange-lamp-rivers' })
	expect([wrong.error?.status, wrong.error?.code, wrong.error?.message]).toEqual([400, 'invalid_credentials', 'Invalid login credentials'])
	const unknown = await client.auth.signInWithPassword({ email: someAddress(), password: GOOD_PASSWORD })
	expect([unknown.error?.status, unknown.error?.code, unknown.error?.message]).toEqual([
		400,
		'invalid_credentials',
		'Invalid login credentials',
	])

	const right = await client.auth.signInWithPassword({ email: email.toUpperCase(), password: GOOD_PASSWORD })
	expect([right.error, right.data.user?.id]).toEqual([null, user.id])
})

test('with autoconfirm, a sign-up returns a session, and a second one is refused', async () => {
	const wire = await startWire({ env: { GOTRUE_MAILER_AUTOCONFIRM: 'true' } })
	const email = someAddress()
	const first = await wire.connect().auth.signUp({ email, password: GOOD_PASSWORD })
	expect(first.data.session?.access_token).toMatch(/^ey/)
	const second = await wire.connect().auth.signUp({ email, password: 'another-password' })
	expect([second.error?.status, second.error?.code]).toEqual([422, 'user_already_exists'])
	expect(second.error?.message).toMatch(/^User already registered/)
	expect(await wire.mails(email)).toEqual([])
})

test('the access token verifies against the public keys and has the documented claims', async () => {
	const wire = await startWire()
	const { client, session, user, email } = await signedIn(wire)
	const { data, error } = await client.auth.getClaims()
	expect(error).toBeNull()
	expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
	expect(data?.claims).toMatchObject({
		iss: `${SITE}/auth/v1`,
		sub: user.id,
		aud: 'authenticated',
		role: 'authenticated',
		email,
		phone: '',
		aal: 'aal1',
		is_anonymous: false,
		amr: [{ method: 'otp', timestamp: expect.any(Number) }],
	})
	expect(session.expires_in).toBe(3600)

	const jwks = await wire.request('/auth/v1/.well-known/jwks.json')
	expect(jwks.headers.get('cache-control')).toBe('public, max-age=600')
	const { keys } = (await jwks.json()) as { keys: Record<string, unknown>[] }
	expect(keys).toHaveLength(1)
	expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'])
})

test('user metadata is merged, and null deletes a key', async () => {
	const wire = await startWire()
	const { client } = await signedIn(wire)
	await client.auth.updateUser({ data: { name: 'Ada', city: 'London' } })
	const { data, error } = await client.auth.updateUser({ data: { city: null, plan: 'slow' } })
	expect(error).toBeNull()
	expect(data.user?.user_metadata).toMatchObject({ name: 'Ada', plan: 'slow' })
	expect(data.user?.user_metadata).not.toHaveProperty('city')
})

test('a passwordless sign-up gets a code and a link in one mail, and keeps its name', async () => {
	const wire = await startWire()
	const client = wire.connect()
	const email = someAddress()
	expect((await client.auth.signInWithOtp({ email, options: { data: { name: 'Grace' } } })).error).toBeNull()
	const mail = await wire.lastMail(email)
	expect(mail.code).toMatch(/^\d{6}$/)
	expect(mail.html).toContain(mail.code)
	const { data } = await client.auth.verifyOtp({ email, token: mail.code, type: 'email' })
	expect(data.user?.user_metadata).toMatchObject({ name: 'Grace' })
})

test('a known account signs in with the mailed link, once', async () => {
	const wire = await startWire()
	const { email, user } = await signedIn(wire)
	const client = wire.connect()
	await client.auth.signInWithOtp({ email, options: { emailRedirectTo: `${SITE}/dashboard` } })
	const mail = await wire.lastMail(email)
	expect(mail.template).toBe('auth.magic-link')
	const link = new URL(mail.link)
	expect([link.origin, link.pathname, link.searchParams.get('type'), link.searchParams.get('redirect_to')]).toEqual([
		SITE,
		'/auth/callback',
		'magiclink',
		'/dashboard',
	])
	const first = await client.auth.verifyOtp({ token_hash: mail.linkToken, type: 'magiclink' })
	expect(first.data.user?.id).toBe(user.id)
	const second = await wire.connect().auth.verifyOtp({ token_hash: mail.linkToken, type: 'magiclink' })
	expect([second.error?.status, second.error?.code]).toEqual([403, 'otp_expired'])
	const code = await wire.connect().auth.verifyOtp({ email, token: mail.code, type: 'email' })
	expect(code.error?.code).toBe('otp_expired')
})

test('a recovery mail resets the password, and all other sessions end', async () => {
	const wire = await startWire()
	const { client: old, email } = await signedIn(wire)
	const client = wire.connect()
	expect((await client.auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/reset-password` })).error).toBeNull()
	const mail = await wire.lastMail(email)
	expect([mail.template, new URL(mail.link).searchParams.get('redirect_to')]).toEqual(['auth.recovery', '/reset-password'])
	await client.auth.verifyOtp({ token_hash: mail.linkToken, type: 'recovery' })

	const same = await client.auth.updateUser({ password: GOOD_PASSWORD })
	expect([same.error?.status, same.error?.code]).toEqual([422, 'same_password'])
	expect((await client.auth.updateUser({ password: 'brand-new-password' })).error).toBeNull()
	expect((await client.auth.getUser()).error).toBeNull()
	expect((await old.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
	expect((await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error?.code).toBe('invalid_credentials')
	expect((await wire.connect().auth.signInWithPassword({ email, password: 'brand-new-password' })).error).toBeNull()
})

test('signing out ends the current session, the others, or all', async () => {
	const wire = await startWire()
	const { client: first, email } = await signedIn(wire)
	const [second, third] = [wire.connect(), wire.connect()]
	for (const client of [second, third]) await client.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	const tokenOf = async (client: typeof first) => (await client.auth.getSession()).data.session?.access_token ?? ''
	const tokens = { first: await tokenOf(first), second: await tokenOf(second), third: await tokenOf(third) }
	const isAlive = async (token: string) => (await wire.connect().auth.getUser(token)).error === null

	await first.auth.signOut({ scope: 'others' })
	expect([await isAlive(tokens.first), await isAlive(tokens.second), await isAlive(tokens.third)]).toEqual([true, false, false])

	await second.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	const again = await tokenOf(second)
	await first.auth.signOut({ scope: 'local' })
	expect([await isAlive(tokens.first), await isAlive(again)]).toEqual([false, true])

	await third.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	await third.auth.signOut()
	expect(await isAlive(again)).toBe(false)
	const refused = await wire.request('/auth/v1/user', { headers: { authorization: `Bearer ${again}` } })
	expect([refused.status, refused.headers.get('x-sb-error-code')]).toEqual([403, 'session_not_found'])
})

test('signing out of an ended session is no error', async () => {
	const wire = await startWire()
	const { client, session } = await signedIn(wire)
	await wire.deps.db.deleteFrom('auth.sessions').execute()
	expect((await client.auth.signOut()).error).toBeNull()
	const raw = await wire.post('/logout', {}, { authorization: `Bearer ${session.access_token}` })
	expect(raw.status).toBe(403)
})
