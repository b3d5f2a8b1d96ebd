// asvs V7.5.1 V7.5.2
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import type { SessionSummary } from '#contracts/account.ts'
import { OWN_PAGES_CLIENT_INFO, PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'

import { GOOD_PASSWORD, signedIn, startWire, type Wire } from './test-client.ts'

const MINUTE = 60_000
const ANOTHER_PASSWORD = 'green-harbor-candle'

/** Signs in like our own pages, whose client sends its name. */
async function onOurPages(wire: Wire, email: string) {
	const headers = { 'content-type': 'application/json', apikey: PUBLISHABLE_KEY, 'x-client-info': OWN_PAGES_CLIENT_INFO }
	const body = JSON.stringify({ email, password: GOOD_PASSWORD })
	const answer = await wire.request('/auth/v1/token?grant_type=password', { method: 'POST', headers, body })
	const { access_token: token } = (await answer.json()) as { access_token: string }
	// From here on without that header: a thief may use the token with any program.
	return async (method: string, path: string, sent?: unknown) => {
		const called = await wire.request(path, {
			method,
			headers: { 'content-type': 'application/json', apikey: PUBLISHABLE_KEY, authorization: `Bearer ${token}` },
			...(sent !== undefined && { body: JSON.stringify(sent) }),
		})
		const text = await called.text()
		const told = text === '' ? {} : (JSON.parse(text) as { error_code?: string; code?: unknown; error?: { code?: string } })
		return { status: called.status, code: told.error?.code ?? told.error_code ?? (typeof told.code === 'string' ? told.code : null) }
	}
}

type Call = Awaited<ReturnType<typeof onOurPages>>

async function otherSession(wire: Wire, call: Call, email: string): Promise<string> {
	await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	expect(await call('GET', '/api/sessions')).toMatchObject({ status: 200 })
	const [newest] = await wire.deps.db.selectFrom('auth.sessions').select('id').orderBy('created_at', 'desc').limit(1).execute()
	return newest?.id ?? ''
}

const CHANGES = [
	{ what: 'a new password', ask: ['PUT', '/auth/v1/user', { password: ANOTHER_PASSWORD }] },
	{ what: 'a new number', ask: ['PUT', '/auth/v1/user', { phone: '+14155552671' }] },
	{ what: 'an authenticator app', ask: ['POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'Phone' }] },
	{ what: 'a passkey', ask: ['POST', '/auth/v1/passkeys/registration/options', {}] },
	{
		what: 'a number for texts',
		ask: ['POST', '/functions/v1/send-verification-code', { phoneNumber: '+14155552671', purpose: 'phone_verification' }],
	},
	{ what: 'another way in', ask: ['GET', '/auth/v1/user/identities/authorize?provider=github&skip_http_redirect=true'] },
	{ what: 'the end of all other sessions', ask: ['POST', '/auth/v1/logout?scope=others'] },
	{ what: 'the end of all sessions', ask: ['POST', '/auth/v1/logout?scope=global'] },
] as const satisfies { what: string; ask: readonly [string, string, unknown?] }[]

const ENV = {
	GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
	GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
	GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true',
	GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: 'id',
	GOTRUE_EXTERNAL_GITHUB_SECRET: 'secret',
}

test.each(CHANGES)('on our pages, a session of 15 minutes needs a fresh proof before $what', async ({ ask }) => {
	const wire = await startWire({ env: ENV })
	const { email } = await signedIn(wire)
	const call = await onOurPages(wire, email)
	wire.clock.advance(15 * MINUTE)
	expect(await call(...(ask as [string, string]))).toEqual({ status: 400, code: 'reauthentication_needed' })

	expect(await call('GET', '/auth/v1/reauthenticate')).toMatchObject({ status: 200 })
	const { code } = await wire.lastMail(email)
	expect(await call('POST', '/api/sessions/proof', { nonce: code === '000000' ? '000001' : '000000' })).toEqual({
		status: 422,
		code: 'reauthentication_not_valid',
	})
	expect(await call('POST', '/api/sessions/proof', { nonce: code })).toEqual({ status: 204, code: null })
	expect((await call(...(ask as [string, string]))).status).toBeLessThan(300)
})

test.each(CHANGES)('a session of another client changes $what without a fresh proof', async ({ ask }) => {
	const wire = await startWire({ env: ENV })
	const { session } = await signedIn(wire)
	wire.clock.advance(15 * MINUTE)
	const [method, path, body] = ask as readonly [string, string, unknown?]
	const answer = await wire.request(path, {
		method,
		headers: {
			'content-type': 'application/json',
			apikey: PUBLISHABLE_KEY,
			authorization: `Bearer ${session.access_token}`,
			'x-client-info': OWN_PAGES_CLIENT_INFO,
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	})
	expect(answer.status).toBeLessThan(300)
})

test('ending another session needs a fresh proof, by any sign-in method; ending the own one doesn’t', async () => {
	const wire = await startWire()
	const { email, session } = await signedIn(wire)
	const call = await onOurPages(wire, email)
	const stranger = async (path: string, method = 'DELETE') =>
		(await wire.request(path, { method, headers: { authorization: `Bearer ${session.access_token}` } })).status
	wire.clock.advance(15 * MINUTE)
	const other = await otherSession(wire, call, email)
	expect(await call('DELETE', `/api/sessions/${other}`)).toEqual({ status: 403, code: 'reauthentication_needed' })
	expect(await stranger(`/api/sessions/${other}`)).toBe(403)

	await call('GET', '/auth/v1/reauthenticate')
	await call('POST', '/api/sessions/proof', { nonce: (await wire.lastMail(email)).code })
	expect((await call('DELETE', `/api/sessions/${other}`)).status).toBe(204)
	wire.clock.advance(15 * MINUTE)
	const sessions = (await (
		await wire.request('/api/sessions', { headers: { authorization: `Bearer ${session.access_token}` } })
	).json()) as SessionSummary[]
	const own = sessions.find((one) => one.isCurrent)?.id ?? ''
	expect(await stranger(`/api/sessions/${own}`)).toBe(204)
	expect((await call('POST', '/auth/v1/logout?scope=local')).status).toBe(204)
})

test('a session just under 15 minutes is fresh; a name or a confirmed new address never needs a fresh proof', async () => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	const call = await onOurPages(wire, email)
	wire.clock.advance(15 * MINUTE - 1)
	expect((await call('PUT', '/auth/v1/user', { password: ANOTHER_PASSWORD })).status).toBe(200)
	wire.clock.advance(1)
	expect((await call('PUT', '/auth/v1/user', { data: { name: 'Ada' } })).status).toBe(200)
	expect((await call('PUT', '/auth/v1/user', { email: 'ada.new@example.com' })).status).toBe(200)
})

test('the code can be sent together with the new password, as the client does', async () => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	const call = await onOurPages(wire, email)
	wire.clock.advance(15 * MINUTE)
	await call('GET', '/auth/v1/reauthenticate')
	const { code } = await wire.lastMail(email)
	expect((await call('PUT', '/auth/v1/user', { password: ANOTHER_PASSWORD, nonce: code })).status).toBe(200)
})

test('after five wrong codes, the emailed one stays invalid, also when the lock is over', async () => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	const call = await onOurPages(wire, email)
	await call('GET', '/auth/v1/reauthenticate')
	const { code } = await wire.lastMail(email)
	const prove = (nonce: string) => call('POST', '/api/sessions/proof', { nonce })
	for (let time = 0; time < 5; time += 1) await prove(code === '000000' ? '000001' : '000000')
	expect(await prove(code)).toMatchObject({ status: 429 })
	wire.clock.advance(MINUTE)
	expect(await prove(code)).toEqual({ status: 422, code: 'reauthentication_not_valid' })
})

test('an app enrolled while the session was fresh can’t be verified after it is no longer fresh', async () => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	const call = await onOurPages(wire, email)
	await call('POST', '/auth/v1/factors', { factor_type: 'webauthn', friendly_name: 'Key' })
	const begun = await wire.deps.db.selectFrom('auth.mfa_factors').select('id').executeTakeFirstOrThrow()
	wire.clock.advance(15 * MINUTE)
	await call('POST', `/auth/v1/factors/${begun.id}/challenge`, {})
	const challenge = await wire.deps.db.selectFrom('auth.mfa_challenges').select('id').executeTakeFirstOrThrow()
	const answer = { challenge_id: challenge.id, code: new TOTP().generate() }
	expect(await call('POST', `/auth/v1/factors/${begun.id}/verify`, answer)).toEqual({ status: 400, code: 'reauthentication_needed' })
})
