import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'

import { makeAuthenticator } from './software-authenticator.ts'
import { signedIn, startWire, type Wire } from './test-client.ts'

type Authenticator = ReturnType<typeof makeAuthenticator>

/** Does the browser's part with the software authenticator. */
async function register(client: SupabaseClient, authenticator: Authenticator) {
	const { data, error } = await client.auth.passkey.startRegistration()
	if (error) return { data: null, error }
	const credential = authenticator.create(data.options as never)
	return client.auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential: credential as never })
}

async function signIn(client: SupabaseClient, authenticator: Authenticator, claim: { count?: number } = {}) {
	const { data, error } = await client.auth.passkey.startAuthentication()
	if (error) return { data: null, error }
	const credential = authenticator.get(data.options as never, claim)
	return client.auth.passkey.verifyAuthentication({ challengeId: data.challenge_id, credential: credential as never })
}

async function withPasskey(wire: Wire) {
	const person = await signedIn(wire)
	const authenticator = makeAuthenticator()
	const { data, error } = await register(person.client, authenticator)
	if (error || !data) throw new Error(`no passkey: ${error?.code}`)
	return { ...person, authenticator, passkeyId: data.id }
}

test('a passkey is registered, signs in from a new browser, and is renamed and deleted', async () => {
	const wire = await startWire()
	const { client, user, authenticator, passkeyId } = await withPasskey(wire)
	const elsewhere = wire.connect()
	const { data, error } = await signIn(elsewhere, authenticator)
	expect(error).toBeNull()
	expect(data?.user?.id).toBe(user.id)
	const [, body = ''] = (data?.session?.access_token ?? '').split('.')
	expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })

	const longest = 'Laptop'.padEnd(120, '.')
	const named = await client.auth.passkey.update({ passkeyId, friendlyName: longest })
	expect(named.data).toMatchObject({ id: passkeyId, friendly_name: longest })
	expect((await client.auth.passkey.list()).data).toMatchObject([
		{ id: passkeyId, friendly_name: longest, last_used_at: expect.any(String) },
	])
	expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull()
	expect((await client.auth.passkey.list()).data).toEqual([])
	expect((await signIn(wire.connect(), authenticator)).error?.code).toBe('webauthn_verification_failed')
	const rows = await wire.deps.db
		.selectFrom('auth.audit_log_entries')
		.select('action')
		.where('action', 'like', 'passkey%')
		.orderBy('id')
		.execute()
	expect(rows.map(({ action }) => action)).toEqual(['passkey_created', 'passkey_updated', 'passkey_deleted'])
})

test('a passkey challenge works for one answer, right or wrong, for five minutes, and for its own user', async () => {
	const wire = await startWire()
	const { client, authenticator } = await withPasskey(wire)
	const { data: options } = await client.auth.passkey.startAuthentication()
	const answer = { challengeId: options?.challenge_id ?? '', credential: authenticator.get(options?.options as never) as never }
	const both = await Promise.all([wire.connect(), wire.connect()].map((browser) => browser.auth.passkey.verifyAuthentication(answer)))
	expect(both.map(({ error }) => error?.code ?? 'ok').toSorted()).toEqual(['ok', 'webauthn_challenge_not_found'])

	const { data: wrong } = await client.auth.passkey.startAuthentication()
	const other = { ...answer, challengeId: wrong?.challenge_id ?? '' }
	expect((await client.auth.passkey.verifyAuthentication(other)).error?.code).toBe('webauthn_verification_failed')
	expect((await client.auth.passkey.verifyAuthentication(other)).error?.code).toBe('webauthn_challenge_not_found')

	const { data: late } = await client.auth.passkey.startAuthentication()
	wire.clock.advance(300_000)
	const credential = authenticator.get(late?.options as never) as never
	const expired = await client.auth.passkey.verifyAuthentication({ challengeId: late?.challenge_id ?? '', credential })
	expect(expired.error?.code).toBe('webauthn_challenge_expired')

	const stranger = await signedIn(wire)
	const { data: mine } = await client.auth.passkey.startRegistration()
	const made = makeAuthenticator().create(mine?.options as never) as never
	const stolen = await stranger.client.auth.passkey.verifyRegistration({ challengeId: mine?.challenge_id ?? '', credential: made })
	expect(stolen.error?.code).toBe('webauthn_challenge_not_found')
})

test('another origin, a cloned authenticator and another account’s user handle can’t sign in', async () => {
	const wire = await startWire()
	const { authenticator } = await withPasskey(wire)
	expect((await signIn(wire.connect(), authenticator, { count: 7 })).error).toBeNull()
	expect((await signIn(wire.connect(), authenticator, { count: 3 })).error?.code).toBe('webauthn_verification_failed')

	const person = await signedIn(wire)
	const phished = await register(person.client, makeAuthenticator({ origin: 'https://launchway.example.net' }))
	expect(phished.error?.code).toBe('webauthn_verification_failed')

	const { data } = await wire.connect().auth.passkey.startAuthentication()
	const answer = authenticator.get(data?.options as never)
	answer.response.userHandle = Buffer.from(person.user.id.replaceAll('-', ''), 'hex').toString('base64url')
	const swapped = await wire
		.connect()
		.auth.passkey.verifyAuthentication({ challengeId: data?.challenge_id ?? '', credential: answer as never })
	expect(swapped.error?.code).toBe('webauthn_verification_failed')
})

test('a passkey is registered once, ten are the limit, and other accounts’ passkeys are out of reach', async () => {
	const wire = await startWire()
	const { client, authenticator, passkeyId } = await withPasskey(wire)
	expect((await register(client, authenticator)).error?.code).toBe('webauthn_credential_exists')
	for (let index = 2; index <= 9; index += 1) expect((await register(client, makeAuthenticator())).error).toBeNull()
	// Two registrations that began while one place was free: only the first gets it.
	const begun = [await client.auth.passkey.startRegistration(), await client.auth.passkey.startRegistration()]
	const finish = async ({ data }: (typeof begun)[number]) =>
		client.auth.passkey.verifyRegistration({
			challengeId: data?.challenge_id ?? '',
			credential: makeAuthenticator().create(data?.options as never) as never,
		})
	const ends = [await finish(begun[0]!), await finish(begun[1]!)]
	expect(ends.map(({ error }) => error?.code ?? 'registered')).toEqual(['registered', 'too_many_passkeys'])
	expect((await register(client, makeAuthenticator())).error?.code).toBe('too_many_passkeys')

	const stranger = await signedIn(wire)
	expect((await stranger.client.auth.passkey.update({ passkeyId, friendlyName: 'Mine' })).error?.status).toBe(404)
	expect((await stranger.client.auth.passkey.delete({ passkeyId })).error?.status).toBe(404)
	for (const friendlyName of ['', ' ', 'x'.repeat(121)])
		expect((await client.auth.passkey.update({ passkeyId, friendlyName })).error?.code).toBe('validation_failed')
})

test('disabled passkeys answer with their error code', async () => {
	const wire = await startWire({ env: { GOTRUE_PASSKEY_ENABLED: 'false' } })
	const { client } = await signedIn(wire)
	const refusals = [
		await client.auth.passkey.startAuthentication(),
		await client.auth.passkey.startRegistration(),
		await client.auth.passkey.list(),
	]
	expect(refusals.map(({ error }) => [error?.code, error?.status])).toEqual(Array.from({ length: 3 }, () => ['passkey_disabled', 404]))
})

test('a security key is enrolled as second factor and then verified by its signature', async () => {
	const wire = await startWire()
	const { client, session } = await signedIn(wire)
	const authenticator = makeAuthenticator()
	const { data: factor } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
	expect(factor).toMatchObject({ type: 'webauthn', friendly_name: 'Key' })
	const ask = async (accessToken: string) => {
		const headers = { authorization: `Bearer ${accessToken}` }
		const response = await wire.post(`/factors/${factor?.id}/challenge`, { webauthn: { rpId: 'localhost' } }, headers)
		return (await response.json()) as { id: string; webauthn: { type: string; credential_options: { publicKey: never } } }
	}
	const answer = async (accessToken: string, body: object) => {
		const response = await wire.post(`/factors/${factor?.id}/verify`, body, { authorization: `Bearer ${accessToken}` })
		return { status: response.status, body: (await response.json()) as { access_token: string; error_code?: string } }
	}

	const first = await ask(session.access_token)
	expect(first.webauthn.type).toBe('create')
	const made = authenticator.create(first.webauthn.credential_options.publicKey)
	const enrolled = await answer(session.access_token, { challenge_id: first.id, webauthn: { type: 'create', credential_response: made } })
	expect(enrolled.status).toBe(200)

	const second = await ask(enrolled.body.access_token)
	expect(second.webauthn.type).toBe('request')
	const signed = authenticator.get(second.webauthn.credential_options.publicKey)
	const request = { challenge_id: second.id, webauthn: { type: 'request', credential_response: signed } }
	expect((await answer(enrolled.body.access_token, request)).status).toBe(200)

	const third = await ask(enrolled.body.access_token).catch(() => null)
	expect(third).not.toBeNull()
	const foreign = makeAuthenticator().create(first.webauthn.credential_options.publicKey)
	const refused = await answer(enrolled.body.access_token, {
		challenge_id: third?.id,
		webauthn: { type: 'request', credential_response: foreign },
	})
	expect([refused.status, refused.body.error_code]).toEqual([422, 'mfa_verification_failed'])
})
