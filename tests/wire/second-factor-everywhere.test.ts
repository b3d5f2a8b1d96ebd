// asvs V6.3.4 V8.2.1 V10.3.4
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import type { RouteLine } from '#scripts/reference/route-lines.ts'
import { CHECKS_FACTOR_ITSELF, OPEN_WITHOUT_FACTOR as OPEN_IN_TRUNK } from '#server/http/access.ts'
import { plugins } from '#server/process/plugins.ts'

import { signedIn, startWire, type Wire } from './test-client.ts'
import { ROWS } from './wire-rows.ts'

const OPEN_WITHOUT_FACTOR = [...OPEN_IN_TRUNK, ...plugins.flatMap(({ openWithoutFactor = [] }) => openWithoutFactor)]

/** Endpoints of an account, which need a signed-in caller. */
const isPersonal = ({ who }: RouteLine) => /^(access token|learner|owner)/.test(who)
/** Database functions are called by name, and none is served. */
const isServed = ({ endpoint }: RouteLine) => !endpoint.includes('/rpc/') && !endpoint.includes('/dev/') && !endpoint.includes('/sandbox/')

/** Signs in with only the first factor, to an account with an authenticator app. */
async function startHalfSignedIn() {
	const wire = await startWire({ env: { GOTRUE_OAUTH_SERVER_ENABLED: 'true', GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true' } })
	const person = await signedIn(wire)
	await wire.deps.db.insertInto('auth.mfa_factors').values({ user_id: person.user.id, factor_type: 'totp', status: 'verified' }).execute()
	return { wire, ...person }
}

async function codeOf(answer: Response): Promise<string | null> {
	const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null
	const inner = body?.error as Record<string, unknown> | string | undefined
	const codes = [
		answer.headers.get('x-sb-error-code'),
		body?.error_code,
		body?.code,
		body?.hint,
		typeof inner === 'object' ? inner.code : null,
	]
	return codes.includes('insufficient_aal') ? 'insufficient_aal' : `${answer.status} ${codes.join(' ')}`
}

function ask(wire: Wire, endpoint: string, token: string): Promise<Response> {
	const [method = '', path = ''] = endpoint.split(' ')
	const isTable = path.endsWith('/:table')
	const address = path.replace(':table', `user_sms_settings?user_id=eq.${randomUUID()}`).replaceAll(/:\w+/g, randomUUID())
	return wire.request(address, {
		method,
		headers: { authorization: `Bearer ${token}`, apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
		...(method !== 'GET' &&
			method !== 'DELETE' && { body: JSON.stringify(isTable ? { payment_notifications: false } : { data: { name: 'Eve' } }) }),
	})
}

test('every endpoint listed as open without the second factor or checking it itself exists', () => {
	const known = new Set(ROWS.map(({ endpoint }) => endpoint))
	expect([...OPEN_WITHOUT_FACTOR, ...CHECKS_FACTOR_ITSELF].filter((endpoint) => !known.has(endpoint))).toEqual([])
})

test('every personal endpoint requires the second factor, except the listed ones', async () => {
	const { wire, session } = await startHalfSignedIn()
	const personal = ROWS.filter((row) => isPersonal(row) && isServed(row))
	expect(personal.length).toBeGreaterThan(50)
	const answers = new Map<string, string | null>()
	// Signing out ends the caller's session, so it comes last.
	const isEnd = ({ endpoint }: RouteLine) => endpoint === 'POST /auth/v1/logout'
	for (const { endpoint } of personal.toSorted((one, other) => Number(isEnd(one)) - Number(isEnd(other))))
		answers.set(endpoint, await codeOf(await ask(wire, endpoint, session.access_token)))
	const open = [...answers].filter(([, code]) => code !== 'insufficient_aal').map(([endpoint]) => endpoint)
	// An unverified factor may be removed; an invalid ID is refused before that check.
	const mayPass = new Set([...OPEN_WITHOUT_FACTOR, 'DELETE /auth/v1/factors/:id'])
	expect(open.filter((endpoint) => !mayPass.has(endpoint))).toEqual([])
	// No endpoint on the list requires the second factor.
	expect([...answers].filter(([endpoint, code]) => OPEN_WITHOUT_FACTOR.includes(endpoint) && code === 'insufficient_aal')).toEqual([])
})

test('public endpoints stay open to a session without its second factor', async () => {
	const { wire, session } = await startHalfSignedIn()
	const anybody = ROWS.filter((row) => row.who.startsWith('anyone') && isServed(row) && row.endpoint !== 'GET /rest/v1/:table')
	expect(anybody.length).toBeGreaterThan(40)
	const closed = []
	for (const { endpoint } of anybody) {
		const code = await codeOf(await ask(wire, endpoint, session.access_token))
		if (code === 'insufficient_aal') closed.push(endpoint)
	}
	expect(closed).toEqual([])
})

test('with the second factor everything opens; a lowered session or an older token needs it again', async () => {
	const { wire, client, user, session } = await startHalfSignedIn()
	const settings = () => client.from('user_sms_settings').select('*')
	expect((await settings()).error).toMatchObject({ code: '42501', hint: 'insufficient_aal' })
	await wire.deps.db.updateTable('auth.sessions').set({ aal: 'aal2' }).where('user_id', '=', user.id).execute()
	expect(await codeOf(await ask(wire, 'GET /api/orders', session.access_token))).toBe('insufficient_aal')
	expect((await settings()).error).toMatchObject({ hint: 'insufficient_aal' })
	const { data } = await client.auth.refreshSession()
	const raised = data.session?.access_token ?? ''
	expect((await ask(wire, 'GET /api/orders', raised)).status).toBe(200)
	expect((await settings()).error).toBeNull()
	await wire.deps.db.updateTable('auth.sessions').set({ aal: 'aal1' }).where('user_id', '=', user.id).execute()
	expect(await codeOf(await ask(wire, 'GET /api/orders', raised))).toBe('insufficient_aal')
	expect((await settings()).error).toMatchObject({ hint: 'insufficient_aal' })
})
