// asvs V7.4.1 V14.2.2
// regression GHSA-xg6x-h9c9-2m83
import { sql } from 'kysely'
import { inject, onTestFinished, expect, test } from 'vitest'

import { openPools } from '#server/db/pools.ts'
import { createApp } from '#server/process/app.ts'
import { createProcessState } from '#server/process/deps.ts'
import { systemContext } from '#server/services/context.ts'
import { replaceSigningKeys } from '#server/services/platform/keys/rotate-signing-keys.ts'

import { signedIn, startWire, type Wire } from './test-client.ts'

/** Starts a second process on the first one's database. */
async function openNeighbour({ deps }: Wire) {
	const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(deps.db)
	const pools = openPools({ ...inject('databaseServer'), database: rows[0]?.name ?? '' }, deps.log, 2)
	onTestFinished(() => pools.close())
	return { ...deps, db: pools.db, state: createProcessState(pools.db) }
}

const QUESTIONS = {
	'own API': ['/api/progress'],
	'account surface': ['/auth/v1/user'],
	tables: ['/rest/v1/user_sms_settings?select=verified'],
} as const

/** Sends this token to each surface that caches tokens. @returns the statuses */
async function askAll(app: ReturnType<typeof createApp>, token: string): Promise<number[]> {
	const headers = { authorization: `Bearer ${token}` }
	return Promise.all(Object.values(QUESTIONS).map(async ([path]) => (await app.request(path, { headers })).status))
}

const GOOD = [200, 200, 200]
const REFUSED = [403, 403, 401]

const changes: Record<string, (wire: Wire, userId: string) => Promise<unknown>> = {
	'a session that was ended': ({ deps }, userId) => deps.db.deleteFrom('auth.sessions').where('user_id', '=', userId).execute(),
	'a session whose end has come': ({ deps, clock }, userId) =>
		deps.db.updateTable('auth.sessions').set({ not_after: clock.now() }).where('user_id', '=', userId).execute(),
	'an account that was banned': ({ deps, clock }, userId) =>
		deps.db
			.updateTable('auth.users')
			.set({ banned_until: new Date(clock.now().getTime() + 60_000) })
			.where('id', '=', userId)
			.execute(),
	'an account that was deleted': ({ deps }, userId) => deps.db.deleteFrom('auth.users').where('id', '=', userId).execute(),
}

for (const [what, change] of Object.entries(changes))
	test(`${what} is refused on the next request, even if the token was cached`, async () => {
		const wire = await startWire()
		const { session, user } = await signedIn(wire)
		const app = createApp(wire.deps)
		expect(await askAll(app, session.access_token)).toEqual(GOOD)
		await change(wire, user.id)
		expect(await askAll(app, session.access_token)).toEqual(REFUSED)
	})

test('a key revoked by another process is refused within a second, including cached tokens', async () => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	const app = createApp(wire.deps)
	expect(await askAll(app, session.access_token)).toEqual(GOOD)
	await replaceSigningKeys(systemContext(await openNeighbour(wire), 'test'), { isLeaked: true })
	wire.clock.advance(1000)
	expect(await askAll(app, session.access_token)).toEqual(REFUSED)
})

test('a token signed by another process with a brand-new key is accepted at once', async () => {
	const wire = await startWire()
	const { session, client } = await signedIn(wire)
	const app = createApp(wire.deps)
	expect(await askAll(app, session.access_token)).toEqual(GOOD)
	const neighbour = await openNeighbour(wire)
	await replaceSigningKeys(systemContext(neighbour, 'test'), { isLeaked: false })
	wire.clock.advance(100)
	const answer = await createApp(neighbour).request('/auth/v1/token?grant_type=refresh_token', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ refresh_token: (await client.auth.getSession()).data.session?.refresh_token }),
	})
	const { access_token: token } = (await answer.json()) as { access_token: string }
	expect(await askAll(app, token)).toEqual(GOOD)
})
