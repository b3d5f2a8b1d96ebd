// asvs V8.2.1 V8.2.2 V8.3.1 V15.3.1
// regression CVE-2025-48757 9d419b40 CVE-2025-61928 CVE-2026-5502 CVE-2026-30884
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import { samples } from '#tests/plugins/samples.ts'

import { SECRET_KEY } from './admin-client.ts'
import { bodiesOf, FITTED_ENDPOINTS } from './strangers-bodies.ts'
import { addressOf, makeOwner, MARK, type Owner, SILENT } from './strangers-owner.ts'
import { DETAILED_ENDPOINTS, type Route, ROUTES } from './strangers-routes.ts'
import { signedIn, startWire, type Wire } from './test-client.ts'

test('every route with IDs is tested with someone else’s IDs', () => {
	for (const [endpoint, { ids = {} }] of Object.entries(ROUTES))
		expect([endpoint, Object.keys(ids)]).toEqual([endpoint, [...endpoint.matchAll(/:(\w+)/g)].map(([, name]) => name)])
	expect([...DETAILED_ENDPOINTS, ...FITTED_ENDPOINTS].filter((endpoint) => !Object.hasOwn(ROUTES, endpoint))).toEqual([])
})

/** Returns all rows that contain the owner's ID, by table. */
async function dumpRows(wire: Wire, userId: string): Promise<Record<string, unknown>> {
	const tables = await sql<{ name: string; key: string }>`
		select format('%I.%I', table_schema, table_name) as name, 'user_id' as key from information_schema.columns
		where column_name = 'user_id' and table_schema in ('public', 'auth')
		union select 'auth.users', 'id'`.execute(wire.deps.db)
	const dump: Record<string, unknown> = {}
	for (const { name, key } of tables.rows) {
		const { rows } = await sql<{
			row: unknown
		}>`select to_jsonb(t) as row from ${sql.raw(name)} t where ${sql.ref(key)} = ${userId} order by 1`.execute(wire.deps.db)
		dump[name] = rows
	}
	return dump
}

type Call = { endpoint: string; route: Route; owner: Owner; body: unknown }

async function call(wire: Wire, { endpoint, route, owner, body }: Call, headers: Record<string, string>) {
	const { method, path } = addressOf(endpoint, route, owner)
	const sent = method === 'GET' ? null : JSON.stringify(body)
	const answer = await wire.request(path, { method, body: sent, headers: { 'content-type': 'application/json', ...headers } })
	return { sent: path + (sent ?? ''), status: answer.status, text: `${await answer.text()} ${answer.headers.get('location') ?? ''}` }
}

const isOwn = (endpoint: string, { ids = {} }: Route) =>
	endpoint.startsWith('GET ') &&
	!endpoint.includes('/admin') &&
	// The order page is part of the built site, which this app doesn't have.
	endpoint !== 'GET /orders/:orderId' &&
	Object.values(ids).some((kind) => ['order', 'session', 'factor', 'passkey', 'authorization'].includes(kind))

/** True for endpoints that the secret key may use for any account: the admin API, and tables without row-level security (docs/adr/0325). */
const isOperators = (endpoint: string) => /\/auth\/v1\/(admin|invite)|\/rest\/v1\//.test(endpoint)

/** Creates the callers. Headers are rebuilt for each call, because some calls end the session. */
async function makeStrangers(wire: Wire): Promise<Record<string, () => Promise<Record<string, string>>>> {
	const ctx = systemContext(wire.deps, 'test')
	const learner = await signedIn(wire)
	const { data } = await wire.connect().auth.signInAnonymously()
	const bearerOf = (userId: string, method: 'password' | 'anonymous') => async () => {
		const session = await wire.deps.db.transaction().execute((tx) => issueSession(ctx, tx, { userId, method }))
		return { authorization: `Bearer ${session.accessToken}` }
	}
	return {
		visitor: async () => ({}),
		learner: bearerOf(learner.user.id, 'password'),
		'anonymous account': bearerOf(data.user?.id ?? '', 'anonymous'),
		operator: async () => ({ authorization: `Bearer ${SECRET_KEY}`, apikey: SECRET_KEY }),
	}
}

test('the owner’s own requests return the marked data, so the test below would notice a leak', async () => {
	const wire = await startWire(SILENT)
	const owner = await makeOwner(wire)
	for (const [endpoint, route] of Object.entries(ROUTES).filter(([name, each]) => isOwn(name, each)))
		expect([endpoint, (await call(wire, { endpoint, route, owner, body: null }, owner.headers)).status]).toEqual([endpoint, 200])
	for (const endpoint of ['GET /auth/v1/user', 'GET /api/planner', ...samples.flatMap(({ shows = [] }) => shows)])
		expect((await call(wire, { endpoint, route: ROUTES[endpoint] ?? {}, owner, body: null }, owner.headers)).text).toContain(MARK)
	const operator = { authorization: `Bearer ${SECRET_KEY}` }
	for (const endpoint of ['GET /auth/v1/admin/users/:id', 'GET /auth/v1/admin/users/:id/factors'])
		expect((await call(wire, { endpoint, route: ROUTES[endpoint] ?? {}, owner, body: null }, operator)).text).toContain(MARK)
})

test.each(['visitor', 'learner', 'anonymous account', 'operator'])(
	'a stranger (%s) who knows all IDs of a learner can’t read or write anything of hers',
	async (who) => {
		const wire = await startWire(SILENT)
		const owner = await makeOwner(wire)
		const headersOf = (await makeStrangers(wire))[who] ?? (async () => ({}))
		const before = await dumpRows(wire, owner.ids.user)
		// The stranger deletes their own account last.
		const order = Object.entries(ROUTES).toSorted(([a], [b]) => Number(a.includes('erasure')) - Number(b.includes('erasure')))
		for (const [endpoint, route] of order) {
			if (who === 'operator' && isOperators(endpoint)) continue
			for (const body of bodiesOf(endpoint, owner.owned)) {
				const { sent, status, text } = await call(wire, { endpoint, route, owner, body }, await headersOf())
				expect([endpoint, status < 500 || status === 503]).toEqual([endpoint, true])
				const leaked = route.open ? [] : owner.secrets.filter((secret) => !sent.includes(secret) && text.includes(secret))
				expect([endpoint, leaked]).toEqual([endpoint, []])
				if (endpoint.includes('/auth/v1/admin/')) expect([endpoint, [401, 403].includes(status)]).toEqual([endpoint, true])
				if (isOwn(endpoint, route)) expect([endpoint, status >= 400]).toEqual([endpoint, true])
			}
		}
		expect(await dumpRows(wire, owner.ids.user)).toEqual(before)
	},
)
