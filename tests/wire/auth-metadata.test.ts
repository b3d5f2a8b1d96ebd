import { expect, test } from 'vitest'

import { startAdminWire } from './admin-client.ts'
import { startOidcProvider } from './oidc-provider.ts'
import { GOOD_PASSWORD, signedIn, someAddress, startWire, type Wire } from './test-client.ts'

/** Common proxy limit for a header line, minus the rest of the line. */
const MAX_TOKEN_LENGTH = 6144
const POISON = { junk: '€'.repeat(8000) }

/** Verifies the mailbox as its owner, with the newest code. */
async function proveMailbox(wire: Wire, email: string) {
	const client = wire.connect()
	const { code } = await wire.lastMail(email)
	const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
	expect(error).toBeNull()
	return { client, metadata: data.user?.user_metadata ?? {}, token: data.session?.access_token ?? '' }
}

test('metadata of 8,000 euro signs is refused by every endpoint', async () => {
	const wire = await startWire({ env: { GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' } })
	const { client } = await signedIn(wire)
	const refusals = [
		await wire.post('/otp', { email: someAddress(), create_user: true, data: POISON }),
		await wire.post('/magiclink', { email: someAddress(), data: POISON }),
		await wire.post('/signup', { email: someAddress(), password: GOOD_PASSWORD, data: POISON }),
		await wire.post('/signup', { data: POISON }),
	]
	for (const answer of refusals) expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('at most 2048 bytes')])
	const { error } = await client.auth.updateUser({ data: POISON })
	expect([error?.status, error?.message]).toEqual([400, expect.stringContaining('at most 2048 bytes')])
	// 2,048 characters that take three times as many bytes.
	expect((await wire.post('/otp', { email: someAddress(), data: { a: '€'.repeat(2040) } })).status).toBe(400)
})

test('parallel metadata changes can’t exceed the account’s limit', async () => {
	const wire = await startWire()
	const { client } = await signedIn(wire)
	await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => client.auth.updateUser({ data: { [key]: 'x'.repeat(1000) } })))
	const { data } = await client.auth.getUser()
	expect(JSON.stringify(data.user?.user_metadata).length).toBeLessThanOrEqual(2560)
})

test('metadata set before the mailbox is verified is dropped; metadata sent with the owner’s code request stays', async () => {
	const wire = await startWire()
	const email = someAddress()
	await wire.connect().auth.signInWithOtp({ email, options: { data: { name: 'Rude Word', junk: 'x'.repeat(2000) } } })
	wire.clock.advance(61_000)
	await wire.connect().auth.signInWithOtp({ email, options: { data: { name: 'Ada' } } })
	const owner = await proveMailbox(wire, email)
	expect(owner.metadata).toMatchObject({ name: 'Ada', email, email_verified: true })
	expect(owner.metadata).not.toHaveProperty('junk')
})

test.each<[string, (wire: Wire, email: string) => Promise<unknown>]>([
	['signs in by code', (wire, email) => wire.connect().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })],
	['recovers the password', (wire, email) => wire.connect().auth.resetPasswordForEmail(email)],
])('an owner who %s doesn’t get a stranger’s sign-up metadata', async (_name, ask) => {
	const wire = await startWire()
	const email = someAddress()
	await wire.connect().auth.signUp({ email, password: GOOD_PASSWORD, options: { data: { name: 'Rude Word', role: 'admin' } } })
	wire.clock.advance(61_000)
	await ask(wire, email)
	const client = wire.connect()
	const { code } = await wire.lastMail(email)
	const { data: byEmail } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
	const user = byEmail.user ?? (await client.auth.verifyOtp({ email, token: code, type: 'recovery' })).data.user
	expect(user?.user_metadata).toEqual({ sub: user?.id, email, email_verified: true, phone_verified: false })
	// The stranger's password was removed, too.
	expect((await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error?.code).toBe('invalid_credentials')
})

test('a sign-up keeps its name and metadata when confirmed by its code, a resent code or its link', async () => {
	const wire = await startWire()
	const data = { name: 'Ada', plan: { weekly: true } }
	const signUp = async () => {
		const email = someAddress()
		await wire.connect().auth.signUp({ email, password: GOOD_PASSWORD, options: { data } })
		return email
	}
	expect((await proveMailbox(wire, await signUp())).metadata).toMatchObject(data)

	const again = await signUp()
	wire.clock.advance(61_000)
	await wire.connect().auth.resend({ type: 'signup', email: again })
	expect((await proveMailbox(wire, again)).metadata).toMatchObject(data)

	const { linkToken } = await wire.lastMail(await signUp())
	const byLink = await wire.connect().auth.verifyOtp({ token_hash: linkToken, type: 'email' })
	expect(byLink.data.user?.user_metadata).toMatchObject(data)
})

test('metadata from the operator stays, whatever a stranger adds before the invitation is accepted', async () => {
	const wire = await startAdminWire()
	const email = someAddress()
	await wire.connect().auth.signInWithOtp({ email, options: { data: { team: 'stranger', junk: 'x'.repeat(1900) } } })
	wire.clock.advance(61_000)
	const { error } = await wire.service.auth.admin.inviteUserByEmail(email, { data: { team: 'blue' } })
	expect(error).toBeNull()
	const { linkToken } = await wire.lastMail(email)
	const { data } = await wire.connect().auth.verifyOtp({ token_hash: linkToken, type: 'invite' })
	expect(data.user?.user_metadata).toMatchObject({ team: 'blue' })
	expect(data.user?.user_metadata).not.toHaveProperty('junk')
})

test('tokens always fit into a header, and an account with oversized metadata recovers', async () => {
	const wire = await startWire()
	const { client, user, session } = await signedIn(wire)
	const store = (column: 'raw_user_meta_data' | 'raw_app_meta_data', value: object) =>
		wire.deps.db
			.updateTable('auth.users')
			.set({ [column]: JSON.stringify(value) })
			.where('id', '=', user.id)
			.execute()
	await store('raw_user_meta_data', { ...user.user_metadata, ...POISON })
	const { data } = await client.auth.refreshSession({ refresh_token: session.refresh_token })
	const token = data.session?.access_token ?? ''
	expect(token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH)
	expect((await client.auth.getUser()).data.user?.user_metadata).toMatchObject(POISON)
	// An account with too much data can be cleaned up, and one with the maximum data keeps it in its token.
	expect((await client.auth.updateUser({ data: { junk: null, full: 'x'.repeat(1800), euro: '€'.repeat(40) } })).error).toBeNull()
	const tidy = await client.auth.refreshSession()
	expect((await client.auth.getClaims()).data?.claims.user_metadata).toMatchObject({ euro: '€'.repeat(40) })
	expect(tidy.data.session?.access_token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH)

	await store('raw_app_meta_data', { ...user.app_metadata, junk: 'x'.repeat(20_000) })
	const large = await client.auth.refreshSession()
	expect(large.data.session?.access_token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH)
	expect((await client.auth.getClaims()).data?.claims).toMatchObject({ app_metadata: { provider: 'email' }, user_metadata: {} })
})

test('too much profile data from a provider is cut, and sign-in works', async () => {
	const provider = await startOidcProvider()
	const wire = await startWire({ env: provider.env })
	const email = someAddress()
	const long = '€'.repeat(400)
	const claims = { sub: 'native-1', email, email_verified: true, name: 'Ada', picture: long, preferred_username: long }
	const client = wire.connect()
	const { data, error } = await client.auth.signInWithIdToken({ provider: 'custom:acme', token: await provider.sign(claims) })
	expect([error, data.user?.user_metadata.name, data.user?.user_metadata.email]).toEqual([null, 'Ada', email])
	expect(Buffer.byteLength(JSON.stringify(data.user?.user_metadata))).toBeLessThanOrEqual(2560)
	expect(data.session?.access_token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH)
})
