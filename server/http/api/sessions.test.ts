// asvs V7.5.2
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import type { SecondFactorState, SessionSummary } from '#contracts/account.ts'
import { GOOD_PASSWORD, signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

async function inAnotherBrowser(wire: Wire, email: string) {
	const body = JSON.stringify({ email, password: GOOD_PASSWORD })
	const headers = { 'content-type': 'application/json', 'user-agent': FIREFOX }
	const response = await wire.request('/auth/v1/token?grant_type=password', { method: 'POST', headers, body })
	const { access_token: token } = (await response.json()) as { access_token: string }
	return { authorization: `Bearer ${token}` }
}

const read = async <T>(wire: Wire, path: string, headers: Record<string, string>) => {
	const response = await wire.request(path, { headers })
	expect(response.headers.get('cache-control')).toBe('no-store')
	return (await response.json()) as T
}

const bearerOf = async (client: Awaited<ReturnType<typeof signedIn>>['client']) => {
	const { data } = await client.auth.getSession()
	return { authorization: `Bearer ${data.session?.access_token}` }
}

test('sessions are listed with device and network, last used first, and the current one is marked', async () => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	wire.clock.advance(60_000)
	const headers = await inAnotherBrowser(wire, email)
	const sessions = await read<SessionSummary[]>(wire, '/api/sessions', headers)
	expect(sessions).toMatchObject([
		{ device: 'Firefox on Linux', place: '127.0.0.…', isCurrent: true },
		{ place: '127.0.0.…', isCurrent: false },
	])
	expect(JSON.stringify(sessions)).not.toContain('127.0.0.1')
})

test('a session ended from another one stops at once; foreign, ended and invalid IDs get the same answer', async () => {
	const wire = await startWire()
	const { client, email } = await signedIn(wire)
	const headers = await inAnotherBrowser(wire, email)
	const stranger = await bearerOf((await signedIn(wire)).client)
	const [mine] = (await read<SessionSummary[]>(wire, '/api/sessions', headers)).filter((session) => !session.isCurrent)
	const end = async (id: string, by: Record<string, string>) =>
		(await wire.request(`/api/sessions/${id}`, { method: 'DELETE', headers: by })).status

	expect(await end(mine?.id ?? '', stranger)).toBe(404)
	expect((await client.auth.getUser()).error).toBeNull()
	expect(await end(mine?.id ?? '', headers)).toBe(204)
	expect((await client.auth.getUser()).error).not.toBeNull()
	expect([await end(mine?.id ?? '', headers), await end('no-id', headers), await end(mine?.id ?? '', {})]).toEqual([404, 404, 401])
	expect(await read<SessionSummary[]>(wire, '/api/sessions', headers)).toHaveLength(1)
})

test('a session of an account with an authenticator app needs its code first', async () => {
	const wire = await startWire()
	const { client, email } = await signedIn(wire)
	const state = async (headers: Record<string, string>) => read<SecondFactorState>(wire, '/api/second-factor', headers)
	expect(await state(await bearerOf(client))).toEqual({ isNeeded: false, ways: [] })

	const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone app' })
	if (!data) throw new Error('could not enrol')
	expect(await state(await bearerOf(client))).toEqual({ isNeeded: false, ways: [] })
	const code = new TOTP({ secret: data.totp.secret }).generate({ timestamp: wire.clock.now().getTime() })
	await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
	const way = { type: 'totp', factorId: data.id, name: 'Phone app' }
	expect(await state(await bearerOf(client))).toEqual({ isNeeded: false, ways: [way] })
	expect(await state(await inAnotherBrowser(wire, email))).toEqual({ isNeeded: true, ways: [way] })
	expect((await wire.request('/api/second-factor')).status).toBe(401)
})
