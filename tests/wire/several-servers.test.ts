import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { leadingZeroBits } from '#domain/auth/proof-of-work.ts'
import { inTransaction } from '#server/db/database.ts'
import { issueChallenge, spendProof } from '#server/http/proof-of-work.ts'
import { createApp } from '#server/process/app.ts'
import { createDeps } from '#server/process/deps.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { countRequests } from '#server/services/platform/network/count-requests.ts'

import { signedIn, someAddress, startWire } from './test-client.ts'

const LIMIT = 12

/** Starts two servers on one database, each with its own memory. */
async function startTwo(env: Record<string, string> = {}) {
	const wire = await startWire({ env: { TRUSTED_PROXY_HOPS: '1', ...env } })
	const { config, db, callerDb, jobs, log, now, pages } = wire.deps
	const other: Deps = createDeps(config, { db, callerDb, jobs, log, now, pages })
	return { wire, servers: [wire.deps, other], apps: [createApp(wire.deps), createApp(other)] }
}

test('two servers share one rate limit per network', async () => {
	const { apps } = await startTwo({ GOTRUE_RATE_LIMIT_VERIFY: String(LIMIT) })
	const ask = async (server: number, from: string) => {
		const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
		const body = JSON.stringify({ type: 'email', email: someAddress(), token: '123456' })
		return (await apps[server % 2]?.request('http://localhost:3000/auth/v1/verify', { method: 'POST', headers, body }))?.status
	}
	const statuses: (number | undefined)[] = []
	for (let count = 0; count < 2 * LIMIT; count += 1) statuses.push(await ask(count, '203.0.113.7'))
	expect(statuses.filter((status) => status !== 429)).toHaveLength(LIMIT)
	expect(statuses.slice(LIMIT)).toEqual(Array.from({ length: LIMIT }, () => 429))
	expect(await ask(0, '198.51.100.7')).not.toBe(429)
})

test('a rate limit window written by a server with a fast clock ends on time on another', async () => {
	const { servers } = await startTwo()
	const ctx = systemContext(servers[0] as Deps, 'test')
	const minute = { name: 'trial', network: '203.0.113.7', windowMs: 60_000 }
	await countRequests(ctx, { ...minute, points: 2, forMs: 50_000 })
	expect(await countRequests(ctx, { ...minute, points: 3, forMs: 60_000 })).toMatchObject({ points: 5 })
	await countRequests(ctx, { ...minute, network: '203.0.113.8', points: 99, forMs: 400 * 86_400_000 })
	expect(await countRequests(ctx, { ...minute, network: '203.0.113.8', points: 1, forMs: 60_000 })).toMatchObject({ points: 1 })
})

test('all servers share the hourly message budget', async () => {
	const { servers } = await startTwo({ GOTRUE_RATE_LIMIT_EMAIL_SENT: '20' })
	const take = (count: number) => {
		const { db, messageBudget } = servers[count % 2] as Deps
		return inTransaction(db, (tx) => messageBudget.spend(tx, 'mails', 'stranger'))
	}
	const taken = await Promise.all(Array.from({ length: 40 }, (_each, count) => take(count)))
	const [one, two] = await Promise.all(servers.map(({ db, messageBudget }) => messageBudget.read(db, 'mails')))
	expect(taken.filter(({ isAllowed }) => isAllowed)).toHaveLength(one?.spent ?? 0)
	expect(one).toEqual(two)
	expect(one?.spent).toBe(9)
	expect(taken.filter(({ isNearlyOver }) => isNearlyOver)).toHaveLength(1)
})

test('a proof of work is accepted by any server, once', async () => {
	const { servers } = await startTwo()
	const [one, two] = servers.map((deps) => systemContext(deps, 'test'))
	if (!one || !two) throw new Error('two servers')
	const { challenge, bits } = await issueChallenge(one, 8)
	let nonce = 0
	while (leadingZeroBits(createHash('sha256').update(`${challenge}.${nonce}`).digest()) < bits) nonce += 1
	const spent = await Promise.all([two, one, two].map((ctx) => spendProof(ctx, `${challenge}.${nonce}`, 8)))
	expect(spent.filter(Boolean)).toHaveLength(1)
})

test('a session ended on one server is ended on the other', async () => {
	const { wire, apps } = await startTwo()
	const { client, session } = await signedIn(wire)
	const headers = { authorization: `Bearer ${session.access_token}` }
	const statuses = () => Promise.all(apps.map(async (app) => (await app.request('http://localhost:3000/auth/v1/user', { headers })).status))
	expect(await statuses()).toEqual([200, 200])
	await client.auth.signOut()
	expect(await statuses()).toEqual([403, 403])
})
