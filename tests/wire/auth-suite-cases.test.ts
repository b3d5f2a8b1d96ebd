import { expect, test } from 'vitest'

import { startAdminWire } from './admin-client.ts'
import { GOOD_PASSWORD, signedIn, someAddress, startWire } from './test-client.ts'

// Cases that the client's own test suite touches but doesn't test fully.

type Told = { error: { status?: number | undefined; code?: string | undefined } | null }
const told = ({ error }: Told) => (error ? [error.status, error.code] : null)

test('a step-up code is mailed only to accounts with a mailbox', async () => {
	const wire = await startWire({ env: { GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' } })
	const visitor = wire.connect()
	await visitor.auth.signInAnonymously()
	const refused = await visitor.auth.reauthenticate()
	expect([told(refused), refused.error?.message]).toEqual([
		[400, 'validation_failed'],
		expect.stringContaining('Reauthentication requires the user to have an email or a phone number'),
	])
	const { client, email } = await signedIn(wire)
	const before = (await wire.mails(email)).length
	const { data, error } = await client.auth.reauthenticate()
	expect([error, data]).toEqual([null, { user: null, session: null }])
	expect(await wire.mails(email)).toHaveLength(before + 1)
	expect((await wire.request('/auth/v1/reauthenticate')).status).toBe(401)
})

test('security keys can be unnamed; an unverified one can’t sign in and can be removed', async () => {
	const wire = await startWire()
	const { client } = await signedIn(wire)
	const enroll = (friendlyName: string) => client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName })
	const nameless = await enroll('')
	expect([nameless.error, nameless.data?.type]).toEqual([null, 'webauthn'])
	expect((await enroll('Desk')).data).toMatchObject({ type: 'webauthn', friendly_name: 'Desk' })
	expect(told(await enroll('Desk'))).toEqual([422, 'mfa_factor_name_conflict'])

	const standing = await client.auth.mfa.getAuthenticatorAssuranceLevel()
	expect(standing.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
	const { data } = await client.auth.mfa.listFactors()
	expect(data?.all.map(({ status }) => status)).toEqual(data?.all.map(() => 'unverified'))
	for (const { id } of data?.all ?? []) expect(told(await client.auth.mfa.unenroll({ factorId: id }))).toBeNull()
	expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
	expect(told(await client.auth.mfa.unenroll({ factorId: 'no-such-factor' }))).toEqual([404, 'mfa_factor_not_found'])
})

test('with autoconfirm an anonymous account becomes permanent at once, but not with a taken address', async () => {
	const wire = await startWire({ env: { GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true', GOTRUE_MAILER_AUTOCONFIRM: 'true' } })
	const [email, taken] = [someAddress(), someAddress()]
	await wire.connect().auth.signUp({ email: taken, password: GOOD_PASSWORD })
	const visitor = wire.connect()
	const { data } = await visitor.auth.signInAnonymously()
	expect(told(await visitor.auth.updateUser({ email: taken, password: GOOD_PASSWORD }))).toEqual([422, 'email_exists'])
	const { data: named } = await visitor.auth.updateUser({ email, password: GOOD_PASSWORD })
	expect(named.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false, identities: [{ provider: 'email' }] })
	expect(named.user).not.toHaveProperty('new_email')
	expect((await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })).data.user?.id).toBe(data.user?.id)
	expect(await wire.mails(email)).toEqual([])

	const moved = await visitor.auth.updateUser({ email: someAddress() })
	expect(moved.data.user).toMatchObject({ email, new_email: expect.any(String) })
})

test('a deleted account signs out without an error, and its token is unknown', async () => {
	const wire = await startAdminWire()
	const { client, user, session } = await signedIn(wire)
	await wire.service.auth.admin.deleteUser(user.id)
	expect(told(await client.auth.getUser(session.access_token))).toEqual([403, 'user_not_found'])
	const refreshed = await wire.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
	expect([refreshed.status, refreshed.headers.get('x-sb-error-code')]).toEqual([400, 'refresh_token_not_found'])
	expect((await client.auth.signOut()).error).toBeNull()
	expect((await client.auth.getSession()).data.session).toBeNull()
})

test('a provider whose host doesn’t resolve gives a distinct error, and the server keeps running', async () => {
	const wire = await startWire({
		env: {
			GOTRUE_EXTERNAL_CUSTOM_ENABLED: 'true',
			GOTRUE_EXTERNAL_CUSTOM_CLIENT_ID: 'launchway',
			GOTRUE_EXTERNAL_CUSTOM_SECRET: 'secret',
			GOTRUE_EXTERNAL_CUSTOM_URL: 'https://provider.invalid',
		},
	})
	const answer = await wire.request('/auth/v1/authorize?provider=custom:oidc')
	expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([502, 'unexpected_failure'])
	expect((await wire.connect().auth.signUp({ email: someAddress(), password: GOOD_PASSWORD })).error).toBeNull()
	expect(await wire.countRows('auth.sessions')).toBe(0)
})
