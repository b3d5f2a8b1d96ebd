// asvs V6.2.2 V7.3.2 V10.4.8
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import { readConfig } from '#server/process/environment.ts'
import { systemContext } from '#server/services/context.ts'
import { deleteExpiredSignInData } from '#server/services/identity/sign-in/delete-expired.ts'

import { GOOD_PASSWORD, signedIn, startWire, type Wire } from './test-client.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Person = Awaited<ReturnType<typeof signedIn>>
type Claims = { aal: string; exp: number; iat: number; amr: { method: string }[] }
const claimsOf = async ({ client }: Person) => {
	const { data } = await client.auth.getSession()
	return JSON.parse(Buffer.from(data.session?.access_token.split('.')[1] ?? '', 'base64url').toString()) as Claims
}
/** Refreshes the session like an open tab: shortly before each token expires. */
async function stayFor(wire: Wire, { client }: Person, ms: number, every = 50 * MINUTE) {
	for (let left = ms; left > 0; left -= every) {
		wire.clock.advance(Math.min(left, every))
		const { error } = await client.auth.refreshSession()
		if (error) throw error
	}
}
const refusalOf = async ({ client }: Person) => (await client.auth.refreshSession()).error?.code
async function raise(wire: Wire, { client }: Person, secret: string) {
	const { data } = await client.auth.mfa.listFactors()
	const [factor] = [...(data?.totp ?? []), ...(data?.all ?? [])]
	const code = new TOTP({ secret }).generate({ timestamp: wire.clock.now().getTime() })
	return client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code })
}
async function withSecondFactor(wire: Wire) {
	const person = await signedIn(wire)
	const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
	const secret = data?.totp.secret ?? ''
	expect((await raise(wire, person, secret)).error).toBeNull()
	return { ...person, secret }
}
const signInAgain = async (wire: Wire, email: string) => {
	const client = wire.connect()
	const { data, error } = await client.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	if (error) throw error
	return { client, email, session: data.session, user: data.user }
}

test('a session ends after 30 days regardless of activity, and its last token expires with it', async () => {
	const wire = await startWire()
	const person = await signedIn(wire)
	const row = await wire.deps.db.selectFrom('auth.sessions').select('created_at').executeTakeFirstOrThrow()
	const end = row.created_at.getTime() + 30 * DAY
	await stayFor(wire, person, end - wire.clock.now().getTime() - 20 * MINUTE, 10 * HOUR)
	const { data } = await person.client.auth.refreshSession()
	expect(data.session?.expires_in).toBe(20 * 60)
	expect((await claimsOf(person)).exp).toBe(Math.floor(end / 1000))
	wire.clock.advance(20 * MINUTE)
	expect(await refusalOf(person)).toBe('session_expired')
	expect((await person.client.from('sms_logs').select('*')).status).toBe(401)
})

test('a second factor lasts a day; then the session continues at aal1 until a new code', async () => {
	const wire = await startWire()
	const person = await withSecondFactor(wire)
	await stayFor(wire, person, DAY - MINUTE)
	expect(await claimsOf(person)).toMatchObject({ aal: 'aal2' })
	const { exp, iat } = await claimsOf(person)
	expect(exp - iat).toBe(60)
	const { id } = await wire.deps.db.selectFrom('auth.sessions').select('id').executeTakeFirstOrThrow()
	await wire.deps.db.insertInto('auth.mfa_amr_claims').values({ session_id: id, method: 'mfa/recovery_code' }).execute()
	wire.clock.advance(MINUTE)
	await stayFor(wire, person, MINUTE)
	const claims = await claimsOf(person)
	expect([claims.aal, claims.amr.map(({ method }) => method)]).toEqual(['aal1', ['otp']])
	expect((await person.client.auth.getUser()).error).toBeNull()
	expect((await person.client.auth.updateUser({ password: 'another-good-password' })).error?.code).toBe('insufficient_aal')

	expect((await raise(wire, person, person.secret)).error).toBeNull()
	expect(await claimsOf(person)).toMatchObject({ aal: 'aal2' })
	expect((await person.client.auth.updateUser({ password: 'another-good-password' })).error).toBeNull()
	const actions = await wire.deps.db
		.selectFrom('auth.audit_log_entries')
		.select('user_id')
		.where('action', '=', 'session_lowered')
		.execute()
	expect(actions).toEqual([{ user_id: person.user.id }])
})

test('a second factor expires after an hour without use', async () => {
	const wire = await startWire()
	const person = await withSecondFactor(wire)
	await stayFor(wire, person, HOUR - 1)
	expect(await claimsOf(person)).toMatchObject({ aal: 'aal2' })
	wire.clock.advance(HOUR)
	expect((await person.client.auth.refreshSession()).error).toBeNull()
	expect(await claimsOf(person)).toMatchObject({ aal: 'aal1' })
})

test('the operator can shorten session lifetime, idle timeout and the time allowed at aal1', async () => {
	const boxed = await startWire({ env: { GOTRUE_SESSIONS_TIMEBOX: '2h' } })
	const short = await signedIn(boxed)
	boxed.clock.advance(HOUR)
	expect(await refusalOf(short)).toBeUndefined()
	boxed.clock.advance(HOUR)
	expect(await refusalOf(short)).toBe('session_expired')

	const idle = await startWire({ env: { GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: '90m' } })
	const person = await signedIn(idle)
	await stayFor(idle, person, 5 * HOUR)
	idle.clock.advance(90 * MINUTE)
	expect(await refusalOf(person)).toBe('session_expired')

	const strict = await startWire({ env: { GOTRUE_SESSIONS_ALLOW_LOW_AAL: '10m' } })
	const owner = await withSecondFactor(strict)
	const low = await signInAgain(strict, owner.email)
	strict.clock.advance(10 * MINUTE - 1)
	expect(await refusalOf(low)).toBeUndefined()
	strict.clock.advance(1)
	expect(await refusalOf(low)).toBe('session_expired')
	expect(await refusalOf(owner)).toBeUndefined()
	const plain = await signedIn(strict)
	strict.clock.advance(HOUR)
	expect(await refusalOf(plain)).toBeUndefined()
})

test('with single sessions on, a new sign-in ends the account’s other sessions at once', async () => {
	const wire = await startWire({ env: { GOTRUE_SESSIONS_SINGLE_PER_USER: 'true' } })
	const stranger = await signedIn(wire)
	const first = await signedIn(wire)
	const second = await signInAgain(wire, first.email)
	const asked = await wire.request('/auth/v1/user', { headers: { authorization: `Bearer ${first.session.access_token}` } })
	expect([asked.status, asked.headers.get('x-sb-error-code')]).toEqual([403, 'session_not_found'])
	expect((await first.client.from('sms_logs').select('*')).status).toBe(401)
	expect(await refusalOf(first)).toBe('session_expired')
	for (const person of [second, stranger]) expect((await person.client.auth.getUser()).error).toBeNull()
})

test('the daily job deletes expired sessions a day later, and nothing else', async () => {
	const wire = await startWire({ env: { GOTRUE_SESSIONS_TIMEBOX: '100h', GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: '10h' } })
	const ctx = systemContext(wire.deps, 'test')
	const busy = await signedIn(wire)
	await signedIn(wire)
	const raised = await signedIn(wire)
	await stayFor(wire, busy, 10 * HOUR + DAY, HOUR)
	const sessions = wire.deps.db.updateTable('auth.sessions').where('user_id', '=', raised.user.id)
	await sessions.set({ aal_since: wire.clock.now() }).execute()
	expect(await deleteExpiredSignInData(ctx)).toMatchObject({ sessions: 1 })
	await stayFor(wire, busy, 64 * HOUR, 4 * HOUR)
	expect(await deleteExpiredSignInData(ctx)).toMatchObject({ sessions: 1 })
	wire.clock.advance(2 * HOUR + DAY)
	expect(await deleteExpiredSignInData(ctx)).toMatchObject({ sessions: 1 })
})

test.each([
	['GOTRUE_SESSIONS_TIMEBOX', '0'],
	['GOTRUE_SESSIONS_TIMEBOX', 'for ever'],
	['GOTRUE_SESSIONS_INACTIVITY_TIMEOUT', '59m59s'],
	['GOTRUE_SESSIONS_ALLOW_LOW_AAL', '-5m'],
	['GOTRUE_SESSIONS_SINGLE_PER_USER', 'perhaps'],
])('%s=%s stops the server with its name', (variable, value) => {
	expect(() => readConfig({ [variable]: value })).toThrow(new RegExp(`^${variable}: `))
})
