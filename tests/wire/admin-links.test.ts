import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import { SECRET_KEY, startAdminWire } from './admin-client.ts'
import { GOOD_PASSWORD, SITE, signedIn, someAddress } from './test-client.ts'

type Answer = { status: number; code?: string; action_link?: string; email_otp?: string; hashed_token?: string; verification_type?: string }

const told = ({ error }: { error: { status?: number | undefined; code?: string | undefined } | null }) =>
	error ? [error.status, error.code] : null

test('generated links of every kind sign in by token and by code, and send no mail', async () => {
	const wire = await startAdminWire()
	const { admin } = wire.service.auth
	const known = await signedIn(wire)
	const mailsBefore = await wire.countRows('outbox_messages')
	const address = someAddress()
	const asked = [
		await admin.generateLink({ type: 'signup', email: address, password: GOOD_PASSWORD, options: { data: { city: 'Rome' } } }),
		await admin.generateLink({ type: 'invite', email: someAddress() }),
		await admin.generateLink({ type: 'magiclink', email: known.email }),
		await admin.generateLink({ type: 'magiclink', email: someAddress() }),
		await admin.generateLink({ type: 'recovery', email: known.email, options: { redirectTo: `${SITE}/settings` } }),
	]
	expect(asked.map(({ data }) => data.properties?.verification_type)).toEqual(['signup', 'invite', 'magiclink', 'signup', 'recovery'])
	expect(asked[4]?.data.properties?.redirect_to).toBe(`${SITE}/settings`)
	expect(asked[0]?.data.user?.user_metadata).toMatchObject({ city: 'Rome' })
	for (const [index, byCode] of [true, false, false, true, true].entries()) {
		const { properties, user } = asked[index]?.data ?? {}
		if (!properties || !user?.email) throw new Error('no link')
		// The recovery link replaced the magic link: an account has at most one such link.
		if (index === 2) continue
		const type = properties.verification_type as 'signup'
		const result = byCode
			? await wire.connect().auth.verifyOtp({ email: user.email, token: properties.email_otp, type })
			: await wire.connect().auth.verifyOtp({ token_hash: properties.hashed_token, type })
		expect([index, told(result)]).toEqual([index, null])
	}
	expect(told(await wire.connect().auth.signInWithPassword({ email: address, password: GOOD_PASSWORD }))).toBeNull()
	expect(await wire.countRows('outbox_messages')).toBe(mailsBefore)
})

test('a generated link redirects with a session, and only to allowed URLs', async () => {
	const wire = await startAdminWire()
	const { email } = await signedIn(wire)
	const { data } = await wire.service.auth.admin.generateLink({
		type: 'magiclink',
		email,
		options: { redirectTo: 'https://elsewhere.example/steal' },
	})
	const link = data.properties?.action_link ?? ''
	expect(link).toMatch(/^http:\/\/localhost:3000\/auth\/v1\/verify\?/)
	const answer = await wire.request(link)
	expect([answer.status, answer.headers.get('location')?.startsWith(SITE)]).toEqual([303, true])
	expect(answer.headers.get('location')).toContain('access_token=')
})

test('an email change needs both links, and both name the same new address', async () => {
	const wire = await startAdminWire()
	const { admin } = wire.service.auth
	const { email, user } = await signedIn(wire)
	const current = await admin.generateLink({ type: 'email_change_current', email, newEmail: 'moved@example.com' })
	const next = await admin.generateLink({ type: 'email_change_new', email, newEmail: 'moved@example.com' })
	const verify = (token: string) => wire.post('/verify', { type: 'email_change', token_hash: token })
	expect(await (await verify(current.data.properties?.hashed_token ?? '')).json()).toMatchObject({ code: '200' })
	expect((await admin.getUserById(user.id)).data.user?.email).toBe(email)
	expect((await verify(next.data.properties?.hashed_token ?? '')).status).toBe(200)
	expect((await admin.getUserById(user.id)).data.user?.email).toBe('moved@example.com')
})

test('invalid link requests are refused', async () => {
	const wire = await startAdminWire()
	const { email } = await signedIn(wire)
	const other = await signedIn(wire)
	const table: [Record<string, unknown>, number, string][] = [
		[{ type: 'recovery', email: someAddress() }, 404, 'user_not_found'],
		[{ type: 'email_change_new', email: someAddress(), new_email: someAddress() }, 404, 'user_not_found'],
		[{ type: 'email_change_new', email, new_email: other.email }, 422, 'email_exists'],
		[{ type: 'email_change_new', email }, 400, 'validation_failed'],
		[{ type: 'signup', email: someAddress() }, 400, 'validation_failed'],
		[{ type: 'signup', email: someAddress(), password: 'short' }, 422, 'weak_password'],
		[{ type: 'signup', email, password: GOOD_PASSWORD }, 422, 'email_exists'],
		[{ type: 'invite', email }, 422, 'email_exists'],
		[{ type: 'phone', email }, 400, 'validation_failed'],
		[{ type: 'toString', email }, 400, 'validation_failed'],
		[{ type: 'magiclink' }, 400, 'validation_failed'],
		[{ type: 'magiclink', email: 'nobody' }, 400, 'validation_failed'],
	]
	for (const [body, status, code] of table) {
		const headers = { authorization: `Bearer ${SECRET_KEY}`, 'x-supabase-api-version': '2024-01-01' }
		const answer = await wire.post('/admin/generate_link', body, headers)
		const { code: said } = (await answer.json()) as Answer
		expect([body, answer.status, said]).toEqual([body, status, code])
	}
})

test('an invitation link works a day later, and a stranger’s earlier password is removed', async () => {
	const wire = await startAdminWire()
	const email = someAddress()
	await wire.connect().auth.signUp({ email, password: 'set-by-a-stranger' })
	const { data, error } = await wire.service.auth.admin.inviteUserByEmail(email, { data: { team: 'blue' }, redirectTo: `${SITE}/settings` })
	expect(error).toBeNull()
	expect(data.user).toHaveProperty('invited_at')
	const mail = await wire.lastMail(email)
	expect([mail.template, new URL(mail.link).searchParams.get('type'), mail.body.includes('24 hours')]).toEqual([
		'auth.invite',
		'invite',
		true,
	])
	wire.clock.advance(86_000_000)
	const joined = await wire.connect().auth.verifyOtp({ token_hash: mail.linkToken, type: 'invite' })
	expect(joined.data.user).toMatchObject({ email, user_metadata: { team: 'blue', email_verified: true } })
	expect(told(await wire.connect().auth.signInWithPassword({ email, password: 'set-by-a-stranger' }))).toEqual([400, 'invalid_credentials'])
	expect(told(await wire.service.auth.admin.inviteUserByEmail(email))).toEqual([422, 'email_exists'])
	expect(told(await wire.service.auth.admin.inviteUserByEmail('nobody'))).toEqual([400, 'validation_failed'])
})

test('the operator deletes a lost authenticator app, and the account’s sessions drop to aal1', async () => {
	const wire = await startAdminWire()
	const { client, user } = await signedIn(wire)
	const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
	if (!factor) throw new Error('no factor')
	const code = new TOTP({ secret: factor.totp.secret }).generate({ timestamp: wire.clock.now().getTime() })
	expect((await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull()
	const { mfa } = wire.service.auth.admin
	expect((await mfa.listFactors({ userId: user.id })).data?.factors).toMatchObject([{ id: factor.id, status: 'verified' }])
	expect(JSON.stringify((await mfa.listFactors({ userId: user.id })).data)).not.toContain(factor.totp.secret)
	const stranger = await signedIn(wire)
	expect(told(await mfa.deleteFactor({ userId: stranger.user.id, id: factor.id }))).toEqual([404, 'mfa_factor_not_found'])
	expect(told(await mfa.deleteFactor({ userId: user.id, id: factor.id }))).toBeNull()
	expect((await mfa.listFactors({ userId: user.id })).data?.factors).toEqual([])
	const row = await wire.deps.db.selectFrom('auth.sessions').select('aal').where('user_id', '=', user.id).executeTakeFirstOrThrow()
	expect(row.aal).toBe('aal1')
})

test('the operator deletes a lost passkey from its own account only', async () => {
	const wire = await startAdminWire()
	const [{ user }, stranger] = [await signedIn(wire), await signedIn(wire)]
	const { id } = await wire.deps.db
		.insertInto('auth.passkeys')
		.values({ user_id: user.id, credential_id: 'c', public_key: Buffer.from('k'), friendly_name: 'laptop' })
		.returning('id')
		.executeTakeFirstOrThrow()
	const { passkey } = wire.service.auth.admin
	expect((await passkey.listPasskeys({ userId: user.id })).data).toMatchObject([{ id, friendly_name: 'laptop' }])
	expect(told(await passkey.deletePasskey({ userId: stranger.user.id, passkeyId: id }))?.[0]).toBe(404)
	expect(told(await passkey.deletePasskey({ userId: user.id, passkeyId: id }))).toBeNull()
	expect((await passkey.listPasskeys({ userId: user.id })).data).toEqual([])
})

test('the audit log is paginated and contains no email address', async () => {
	const wire = await startAdminWire()
	const { user, email } = await signedIn(wire)
	await wire.service.auth.admin.updateUserById(user.id, { ban_duration: '1h' })
	const ask = (query: string) => wire.request(`/auth/v1/admin/audit?${query}`, { headers: { authorization: `Bearer ${SECRET_KEY}` } })
	const answer = await ask('page=1&per_page=2')
	const entries = (await answer.json()) as { payload: Record<string, unknown> }[]
	expect(entries.map(({ payload }) => [payload.action, payload.actor_id, payload.by])).toEqual([
		['user_modified', user.id, 'service_role'],
		['login', user.id, undefined],
	])
	expect([answer.headers.get('x-total-count'), answer.headers.get('link')]).toEqual([
		'4',
		'</admin/audit?page=2&per_page=2>; rel="next", </admin/audit?page=2&per_page=2>; rel="last"',
	])
	expect(await (await ask('page=1')).text()).not.toContain(email)
})
