// asvs V11.6.1
import { expect, test } from 'vitest'

import { openPools } from '#server/db/pools.ts'
import { createProcessState } from '#server/process/deps.ts'
import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { type AccessClaims, signAccessToken, verifyAccessToken } from './access-token.ts'
import { keyedHash } from './server-secret.ts'
import { readRecentKeys, readSigningKeys } from './signing-keys.ts'

const claimsUntil = (exp: number): AccessClaims => ({
	iss: 'http://localhost/auth/v1',
	sub: 'somebody',
	aud: 'authenticated',
	exp,
	iat: 0,
	role: 'authenticated',
	email: '',
	phone: '',
	app_metadata: {},
	user_metadata: {},
	session_id: 'one',
	aal: 'aal1',
	amr: [],
	is_anonymous: false,
})

/** Another process on the same database, with its own pool and empty caches. */
async function anotherProcess(test: Awaited<ReturnType<typeof makeTestDeps>>, connections = 2) {
	const { inject, onTestFinished } = await import('vitest')
	const { rows } = await (await import('kysely')).sql<{ name: string }>`select current_database() as name`.execute(test.deps.db)
	const pools = openPools({ ...inject('databaseServer'), database: rows[0]?.name ?? '' }, test.deps.log, connections)
	onTestFinished(() => pools.close())
	return { ...test.deps, db: pools.db, state: createProcessState(pools.db) }
}

test('a token verifies until the second it expires', async () => {
	const { deps, clock } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const exp = Math.floor(clock.now().getTime() / 1000) + 60
	const token = signAccessToken(await readSigningKeys(deps), claimsUntil(exp))
	for (const _again of [1, 2]) expect(await verifyAccessToken(ctx, token)).toMatchObject({ sub: 'somebody', exp })
	clock.advance(60_000)
	await expect(verifyAccessToken(ctx, token)).rejects.toMatchObject({ code: 'bad_jwt', kind: 'forbidden' })
})

test('two processes that start at once share one key, and verify each other’s tokens', async () => {
	const here = await makeTestDeps()
	const there = await anotherProcess(here)
	const now = here.clock.now()
	const [ours, theirs] = await Promise.all([readSigningKeys(here.deps), readSigningKeys(there)])
	expect(ours.current.kid).toBe(theirs.current.kid)
	const token = signAccessToken(theirs, claimsUntil(Math.floor(now.getTime() / 1000) + 60))
	expect(await verifyAccessToken(systemContext(here.deps, 'test'), token)).toMatchObject({ sub: 'somebody' })
	expect(await keyedHash(here.deps, 'addresses', ['x'])).toEqual(await keyedHash(there, 'addresses', ['x']))
})

test('a key created elsewhere is loaded when a token names it, a revoked one isn’t', async () => {
	const here = await makeTestDeps()
	const ctx = systemContext(here.deps, 'test')
	const exp = Math.floor(here.clock.now().getTime() / 1000) + 3600
	await readSigningKeys(here.deps)
	await here.deps.db.updateTable('auth.signing_keys').set({ status: 'previous' }).execute()
	const rotated = await readSigningKeys(await anotherProcess(here))
	const token = signAccessToken(rotated, claimsUntil(exp))
	await expect(verifyAccessToken(ctx, token)).rejects.toMatchObject({ code: 'bad_jwt' })
	here.clock.advance(30_000)
	expect(await verifyAccessToken(ctx, token)).toMatchObject({ sub: 'somebody' })

	await here.deps.db
		.updateTable('auth.signing_keys')
		.set({ status: 'revoked' })
		.where('kid', '=', rotated.current.kid ?? '')
		.execute()
	const later = systemContext(await anotherProcess(here), 'test')
	await expect(verifyAccessToken(later, token)).rejects.toMatchObject({ code: 'bad_jwt' })
})

test('inside a transaction known keys are available without another connection', async () => {
	const here = await makeTestDeps()
	const keeper = await anotherProcess(here, 1)
	const { current } = await readRecentKeys(keeper)
	here.clock.advance(60_000)
	const renewal = await keeper.db.transaction().execute(async () => {
		const newer = readRecentKeys(keeper)
		expect((await readSigningKeys(keeper)).current.kid).toBe(current.kid)
		return { newer }
	})
	expect((await renewal.newer).current.kid).toBe(current.kid)
})

test('moving text between parts of a keyed hash changes the hash', async () => {
	const { deps } = await makeTestDeps()
	const hash = (...parts: string[]) => keyedHash(deps, 'addresses', parts)
	expect(await hash('ab', 'c')).not.toEqual(await hash('a', 'bc'))
	expect(await hash('a')).not.toEqual(await keyedHash(deps, 'verification-codes', ['a']))
})
