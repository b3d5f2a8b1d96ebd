// asvs V7.2.2
// regression b6878c2f refresh-token-theft
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'

import { signedIn, startWire, type Wire } from './test-client.ts'

type Tokens = { access_token: string; refresh_token: string }

async function refresh(wire: Wire, refreshToken: string) {
	const response = await wire.post(
		'/token?grant_type=refresh_token',
		{ refresh_token: refreshToken },
		{ 'x-supabase-api-version': '2024-01-01' },
	)
	const body = (await response.json()) as Tokens & { code?: string; message?: string }
	return { status: response.status, ...body }
}

test('two tabs that refresh at the same time get the same token, which keeps working', async () => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	const tabs = [wire.connect(), wire.connect()]
	const results = await Promise.all(tabs.map((tab) => tab.auth.refreshSession({ refresh_token: session.refresh_token })))
	expect(results.map(({ error }) => error)).toEqual([null, null])
	const [one, two] = results.map(({ data }) => data.session?.refresh_token)
	expect(one).toBe(two)
	expect(one).not.toBe(session.refresh_token)
	expect((await refresh(wire, one ?? '')).status).toBe(200)
})

test('64 parallel refreshes of one token advance the session once', async () => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	const answers = await Promise.all(Array.from({ length: 64 }, () => refresh(wire, session.refresh_token)))
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
	expect(new Set(answers.map(({ refresh_token: token }) => token)).size).toBe(1)
	const row = await wire.deps.db.selectFrom('auth.sessions').select('refresh_counter').executeTakeFirstOrThrow()
	expect(row.refresh_counter).toBe(1)
})

test('the previous refresh token returns the current one, however late', async () => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	const current = await refresh(wire, session.refresh_token)
	wire.clock.advance(3_600_000)
	expect((await refresh(wire, session.refresh_token)).refresh_token).toBe(current.refresh_token)
})

test('reuse of an older refresh token is allowed for ten seconds; after that it ends the session', async () => {
	const wire = await startWire()
	const { session, user } = await signedIn(wire)
	const second = await refresh(wire, session.refresh_token)
	const third = await refresh(wire, second.refresh_token)
	wire.clock.advance(10_000)
	expect((await refresh(wire, session.refresh_token)).refresh_token).toBe(third.refresh_token)
	wire.clock.advance(1)
	expect(await refresh(wire, session.refresh_token)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
	expect(await refresh(wire, third.refresh_token)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
	expect((await wire.connect().auth.getUser(third.access_token)).error?.name).toBe('AuthSessionMissingError')
	const audit = await wire.deps.db.selectFrom('auth.audit_log_entries').selectAll().where('action', '=', 'token_reuse').execute()
	expect(audit).toMatchObject([{ outcome: 'failure', user_id: user.id }])
})

test('the client gets the error code for a reused refresh token', async () => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	await refresh(wire, (await refresh(wire, session.refresh_token)).refresh_token)
	wire.clock.advance(11_000)
	const { error } = await wire.connect().auth.refreshSession({ refresh_token: session.refresh_token })
	expect([error?.status, error?.code]).toEqual([400, 'refresh_token_already_used'])
})

test('malformed, foreign and forged refresh tokens are refused', async () => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	const other = await signedIn(wire)
	const bytes = Buffer.from(session.refresh_token, 'base64url')
	const foreign = Buffer.from(other.session.refresh_token, 'base64url')
	const sealed = (body: Buffer) => {
		const checksum = Buffer.alloc(4)
		checksum.writeUInt32BE(crc32(body))
		return Buffer.concat([body, checksum]).toString('base64url')
	}
	// This session's ID with the signature from another session's token.
	const forged = sealed(Buffer.concat([bytes.subarray(0, 21), foreign.subarray(21, 37)]))
	const ahead = Buffer.from(bytes.subarray(0, 37))
	ahead.writeUInt32BE(9, 17)
	const answers = {
		empty: await refresh(wire, ''),
		short: await refresh(wire, 'short'),
		classic: await refresh(wire, 'abcdefghij12'),
		torn: await refresh(wire, session.refresh_token.slice(0, -2)),
		flipped: await refresh(wire, `${session.refresh_token.slice(0, -1)}${session.refresh_token.endsWith('A') ? 'B' : 'A'}`),
		forged: await refresh(wire, forged),
		ahead: await refresh(wire, sealed(ahead)),
	}
	expect(Object.entries(answers).map(([name, { status, code }]) => [name, status, code])).toEqual([
		['empty', 400, 'validation_failed'],
		['short', 400, 'validation_failed'],
		['classic', 400, 'refresh_token_not_found'],
		['torn', 400, 'validation_failed'],
		['flipped', 400, 'validation_failed'],
		['forged', 400, 'refresh_token_not_found'],
		['ahead', 400, 'refresh_token_not_found'],
	])
	expect(answers.short.message).toBe('Refresh token is not valid')
	expect((await refresh(wire, session.refresh_token)).status).toBe(200)
})

test('a banned account can’t refresh, and its access token is refused at once', async () => {
	const wire = await startWire()
	const { session, user } = await signedIn(wire)
	await wire.deps.db
		.updateTable('auth.users')
		.set({ banned_until: new Date(wire.clock.now().getTime() + 60_000) })
		.where('id', '=', user.id)
		.execute()
	expect(await refresh(wire, session.refresh_token)).toMatchObject({ status: 400, code: 'user_banned' })
	expect((await wire.connect().auth.getUser(session.access_token)).error?.code).toBe('user_banned')
})

test('a refresh keeps the authentication methods of the session', async () => {
	const wire = await startWire()
	const { client } = await signedIn(wire)
	const before = (await client.auth.getClaims()).data?.claims
	wire.clock.advance(5000)
	await client.auth.refreshSession()
	const after = (await client.auth.getClaims()).data?.claims
	expect([after?.amr, after?.session_id]).toEqual([before?.amr, before?.session_id])
	expect(after?.iat).toBeGreaterThan(before?.iat ?? 0)
})
