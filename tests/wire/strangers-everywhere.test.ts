import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import { payAtProvider, PRODUCT, sessionIdOf } from '#tests/factories/checkout.ts'

import { SECRET_KEY } from './admin-client.ts'
import { bodiesOf, FITTED_ENDPOINTS, type OwnedIds } from './strangers-bodies.ts'
import { type IdKind, type Route, ROUTES } from './strangers-routes.ts'
import { signedIn, startWire, type Wire } from './test-client.ts'

const SILENT = {
	env: {
		PORT: '1',
		GOTRUE_SITE_URL: 'http://localhost:3000',
		GOTRUE_OAUTH_SERVER_ENABLED: 'true',
		SUPABASE_SECRET_KEY: SECRET_KEY,
		GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
		GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
	},
}
const MARK = 'only-the-owner-reads-this'
const PHONE = '+12025550173'

const documented = () =>
	[...readFileSync('docs/wire.md', 'utf8').matchAll(/^\| (GET|POST|PUT|PATCH|DELETE) \| `([^`]+)`/gm)].map(
		([, method, path]) => `${method} ${path}`,
	)

test('every endpoint of docs/wire.md has been asked whose ids it takes', () => {
	expect(Object.keys(ROUTES).toSorted()).toEqual([...new Set(documented())].toSorted())
	for (const [endpoint, { ids = {} }] of Object.entries(ROUTES))
		expect([endpoint, Object.keys(ids)]).toEqual([endpoint, [...endpoint.matchAll(/:(\w+)/g)].map(([, name]) => name)])
	expect(FITTED_ENDPOINTS.filter((endpoint) => !Object.hasOwn(ROUTES, endpoint))).toEqual([])
})

type Owner = Awaited<ReturnType<typeof makeOwner>>

/** An application's question opened by the owner; its return address contains the owner's mark. */
async function openQuestion({ deps: { db, now } }: Wire, userId: string): Promise<string> {
	const { id: client_id } = await db
		.insertInto('auth.oauth_clients')
		.values({
			client_name: MARK,
			client_type: 'public',
			token_endpoint_auth_method: 'none',
			registration_type: 'manual',
			redirect_uris: ['https://app.example/'],
			grant_types: ['authorization_code'],
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	const question = { user_id: userId, client_id, redirect_uri: 'https://app.example/', scope: 'email', code_challenge: 'x' }
	const { id } = await db
		.insertInto('auth.oauth_authorizations')
		.values({ ...question, id: 'q'.repeat(43), expires_at: new Date(now().getTime() + 600_000) })
		.returning('id')
		.executeTakeFirstOrThrow()
	return id
}

/** A learner with one record of each kind that has an id or text. */
async function makeOwner(wire: Wire) {
	const { client, email, session, user } = await signedIn(wire)
	const { db } = wire.deps
	const { data } = await client.functions.invoke<{ url: string }>('create-payment', { body: { productName: PRODUCT } })
	const order = sessionIdOf(data?.url ?? '')
	await payAtProvider(wire.deps, order, { email })
	await wire.request(`/api/orders/by-session/${order}`)
	const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: MARK })
	const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor?.id ?? '' })
	const { data: ceremony } = await client.auth.passkey.startRegistration()
	const passkey = await db
		.insertInto('auth.passkeys')
		.values({ user_id: user.id, credential_id: 'c', public_key: Buffer.from('k'), friendly_name: MARK })
		.returning('id')
		.executeTakeFirstOrThrow()
	await client.auth.updateUser({ data: { note: MARK } })
	await db.insertInto('user_sms_settings').values({ user_id: user.id, phone_number: PHONE }).execute()
	const { session_id: sessionId } = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString()) as {
		session_id: string
	}
	const ids: Record<Exclude<IdKind, 'public' | 'certificate'>, string> = {
		user: user.id,
		order,
		checkout: order,
		session: sessionId,
		factor: factor?.id ?? '',
		passkey: passkey.id,
		identity: user.identities?.[0]?.identity_id ?? '',
		question: await openQuestion(wire, user.id),
	}
	const owned: OwnedIds = { ...ids, email, challenge: challenge?.id ?? '', ceremony: ceremony?.challenge_id ?? '' }
	expect(Object.values(owned).every(Boolean)).toBe(true)
	const week = { week: '2026-01-05', focusArea: { text: MARK, changedAt: 1 }, rows: [] }
	const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
	expect((await wire.request('/api/planner/merge', { method: 'POST', headers, body: JSON.stringify(week) })).status).toBe(200)
	return {
		ids: { ...ids, certificate: user.id, public: 'user_sms_settings' },
		owned,
		headers,
		secrets: [MARK, PHONE, ...Object.values(owned)],
	}
}

/** Every row of every table that names the owner. */
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

function addressOf(endpoint: string, { ids = {}, query }: Route, owner: Owner) {
	const [method = '', pattern = ''] = endpoint.split(' ')
	const path = pattern.replace(/:(\w+)/g, (_all, name: string) => owner.ids[ids[name] ?? 'public'])
	return { method, path: query ? `${path}?${query.replace('{user}', owner.ids.user)}` : path }
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
	!endpoint.includes('/admin/') &&
	Object.values(ids).some((kind) => ['order', 'session', 'factor', 'passkey', 'question'].includes(kind))

/** What the secret key gives access to: the admin surface, and the tables without row-level security (docs/decisions/0120). */
const isOperators = (endpoint: string) => /\/auth\/v1\/(admin|invite)|\/rest\/v1\//.test(endpoint)

/** The callers: headers are made anew for each call, since some calls end the session. */
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

test('what the owner gets herself proves that the ids are right and the marks would be seen', async () => {
	const wire = await startWire(SILENT)
	const owner = await makeOwner(wire)
	for (const [endpoint, route] of Object.entries(ROUTES).filter(([name, each]) => isOwn(name, each)))
		expect([endpoint, (await call(wire, { endpoint, route, owner, body: null }, owner.headers)).status]).toEqual([endpoint, 200])
	for (const endpoint of ['GET /auth/v1/user', 'GET /api/planner'])
		expect((await call(wire, { endpoint, route: {}, owner, body: null }, owner.headers)).text).toContain(MARK)
	const operator = { authorization: `Bearer ${SECRET_KEY}` }
	for (const endpoint of ['GET /auth/v1/admin/users/:id', 'GET /auth/v1/admin/users/:id/factors'])
		expect((await call(wire, { endpoint, route: ROUTES[endpoint] ?? {}, owner, body: null }, operator)).text).toContain(MARK)
})

test.each(['visitor', 'learner', 'anonymous account', 'operator'])(
	'of a learner’s things a stranger (%s) reads and writes nothing, with every id of hers in hand',
	async (who) => {
		const wire = await startWire(SILENT)
		const owner = await makeOwner(wire)
		const headersOf = (await makeStrangers(wire))[who] ?? (async () => ({}))
		const before = await dumpRows(wire, owner.ids.user)
		// A deletion of the stranger's own account comes last.
		const order = Object.entries(ROUTES).toSorted(([a], [b]) => Number(a.includes('erasure')) - Number(b.includes('erasure')))
		for (const [endpoint, route] of order) {
			if (who === 'operator' && isOperators(endpoint)) continue
			for (const body of bodiesOf(endpoint, owner.owned)) {
				const { sent, status, text } = await call(wire, { endpoint, route, owner, body }, await headersOf())
				expect([endpoint, status < 500 || status === 503]).toEqual([endpoint, true])
				const leaked = route.open ? [] : owner.secrets.filter((secret) => !sent.includes(secret) && text.includes(secret))
				expect([endpoint, leaked]).toEqual([endpoint, []])
				if (endpoint.includes('/admin/')) expect([endpoint, [401, 403].includes(status)]).toEqual([endpoint, true])
				if (isOwn(endpoint, route)) expect([endpoint, status >= 400]).toEqual([endpoint, true])
			}
		}
		expect(await dumpRows(wire, owner.ids.user)).toEqual(before)
	},
)
