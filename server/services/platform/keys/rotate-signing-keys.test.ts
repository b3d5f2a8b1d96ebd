import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'

import { openPools } from '#server/db/pools.ts'
import { createProcessState } from '#server/process/deps.ts'
import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { type AccessClaims, signAccessToken, verifyAccessToken } from './access-token.ts'
import { replaceSigningKeys, rotateSigningKeys, SIGNING_MS, STANDBY_MS } from './rotate-signing-keys.ts'
import { readRecentKeys } from './signing-keys.ts'

const HOUR_MS = 3_600_000

async function start() {
	const { deps, clock } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	// Creates the first key with this clock, not with the machine's.
	await readRecentKeys(ctx)
	const makeToken = async (keeper = ctx) => {
		const exp = Math.floor(clock.now().getTime() / 1000) + 3600
		return signAccessToken(await readRecentKeys(keeper), { sub: 'somebody', exp } as AccessClaims)
	}
	const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(deps.db)
	const pools = openPools({ ...inject('databaseServer'), database: rows[0]?.name ?? '' }, deps.log, 2)
	onTestFinished(() => pools.close())
	/** Another process on the same database. */
	const other = { ...ctx, db: pools.db, state: createProcessState(pools.db) }
	return { deps, clock, ctx, other, makeToken }
}

test('a key is published a day before it signs, and removed once its last tokens have expired', async () => {
	const { clock, ctx, makeToken } = await start()
	const published = async () => (await readRecentKeys(ctx)).jwks.keys.map(({ kid }) => kid)
	const [first] = await published()
	expect(await rotateSigningKeys(ctx)).toEqual({ published: 0, promoted: 0, removed: 0 })

	clock.advance(SIGNING_MS - STANDBY_MS)
	expect(await rotateSigningKeys(ctx)).toEqual({ published: 1, promoted: 0, removed: 0 })
	expect(await published()).toHaveLength(2)
	expect((await readRecentKeys(ctx)).current.kid).toBe(first)

	clock.advance(STANDBY_MS)
	const old = await makeToken()
	expect(await rotateSigningKeys(ctx)).toEqual({ published: 0, promoted: 1, removed: 0 })
	expect((await readRecentKeys(ctx)).current.kid).not.toBe(first)
	expect(await verifyAccessToken(ctx, old)).toMatchObject({ sub: 'somebody' })
	expect(await rotateSigningKeys(ctx)).toEqual({ published: 0, promoted: 0, removed: 0 })

	clock.advance(2 * HOUR_MS + 1000)
	expect(await rotateSigningKeys(ctx)).toEqual({ published: 0, promoted: 0, removed: 1 })
	expect(await published()).not.toContain(first)
	await expect(verifyAccessToken(ctx, old)).rejects.toMatchObject({ code: 'bad_jwt' })
})

test('parallel rotations create one standby key and rotate once', async () => {
	const { clock, ctx, other, deps } = await start()
	await readRecentKeys(other)
	clock.advance(SIGNING_MS)
	await Promise.all([ctx, other, ctx, other].map(rotateSigningKeys))
	const count = async () =>
		(await deps.db.selectFrom('auth.signing_keys').select('status').orderBy('status').execute()).map(({ status }) => status)
	expect(await count()).toEqual(['current', 'standby'])
	clock.advance(STANDBY_MS)
	await Promise.all([ctx, other, ctx, other].map(rotateSigningKeys))
	expect(await count()).toEqual(['current', 'previous'])
})

test('another process signs with the new key within a second, and its older tokens stay valid', async () => {
	const { clock, ctx, other, makeToken } = await start()
	const before = await makeToken(other)
	const kid = await replaceSigningKeys(ctx, { isLeaked: false })
	expect(await verifyAccessToken(ctx, before)).toMatchObject({ sub: 'somebody' })
	expect((await readRecentKeys(other)).current.kid).not.toBe(kid)
	clock.advance(1000)
	expect((await readRecentKeys(other)).current.kid).toBe(kid)
	expect(await verifyAccessToken(ctx, before)).toMatchObject({ sub: 'somebody' })
})

test('a leaked key is refused at once here and within a second elsewhere, including cached tokens', async () => {
	const { clock, ctx, other, makeToken } = await start()
	const token = await makeToken()
	expect(await verifyAccessToken(other, token)).toMatchObject({ sub: 'somebody' })
	await replaceSigningKeys(ctx, { isLeaked: true })
	await expect(verifyAccessToken(ctx, token)).rejects.toMatchObject({ code: 'bad_jwt' })
	clock.advance(1000)
	await expect(verifyAccessToken(other, token)).rejects.toMatchObject({ code: 'bad_jwt' })
	expect((await readRecentKeys(ctx)).jwks.keys).toHaveLength(1)
	expect(await verifyAccessToken(other, await makeToken())).toMatchObject({ sub: 'somebody' })
	clock.advance(2 * HOUR_MS + 1000)
	expect(await rotateSigningKeys(ctx)).toEqual({ published: 0, promoted: 0, removed: 1 })
})

test('setting the clock back doesn’t keep a leaked key valid', async () => {
	const { clock, ctx, other, makeToken } = await start()
	const token = await makeToken()
	expect(await verifyAccessToken(other, token)).toMatchObject({ sub: 'somebody' })
	await replaceSigningKeys(ctx, { isLeaked: true })
	clock.advance(-HOUR_MS)
	await expect(verifyAccessToken(other, token)).rejects.toMatchObject({ code: 'bad_jwt' })
})
