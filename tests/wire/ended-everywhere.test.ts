// asvs V7.4.1 V7.4.2 V7.4.3 V10.3.3
// regression b6878c2f
import { expect, test } from 'vitest'

import { SECRET_KEY, startAdminWire } from './admin-client.ts'
import { ROUTES } from './strangers-routes.ts'
import { GOOD_PASSWORD, signedIn, type Wire } from './test-client.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'

/** Calls every endpoint with an empty body and nonexistent IDs. */
async function askAll(wire: Wire, authorization: string | null, endpoints = Object.keys(ROUTES)): Promise<Record<string, number>> {
	const statuses: Record<string, number> = {}
	for (const endpoint of endpoints) {
		const [method = '', pattern = ''] = endpoint.split(' ')
		const path = pattern.replace(':table', 'user_sms_settings').replace(/:\w+/g, NOWHERE)
		const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
		statuses[endpoint] = (await wire.request(path, { method, headers, body: method === 'GET' ? null : '{}' })).status
	}
	return statuses
}

type Ender = (wire: Awaited<ReturnType<typeof startAdminWire>>, learner: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>
const ENDS: Record<string, Ender> = {
	'signing out': (_wire, { client }) => client.auth.signOut(),
	'signing out everywhere, elsewhere': async (wire, { email }) => {
		const other = wire.connect()
		await other.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
		return other.auth.signOut({ scope: 'global' })
	},
	'a new password, set elsewhere': async (wire, { email }) => {
		const other = wire.connect()
		await other.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
		return other.auth.updateUser({ password: 'another-lamp-river' })
	},
	'a ban': (wire, { user }) => wire.service.auth.admin.updateUserById(user.id, { ban_duration: '24h' }),
	'a deletion': (wire, { user }) => wire.service.auth.admin.deleteUser(user.id),
	'a soft deletion': (wire, { user }) => wire.service.auth.admin.deleteUser(user.id, true),
}

test.each(Object.keys(ENDS))('after %s neither token of the session works on any endpoint', async (name) => {
	const wire = await startAdminWire()
	const learner = await signedIn(wire)
	const visitor = await askAll(wire, null)
	const guarded = Object.keys(visitor).filter((endpoint) => visitor[endpoint] === 401)
	expect(guarded.length).toBeGreaterThan(45)

	await ENDS[name]?.(wire, learner)
	const ended = await askAll(wire, `Bearer ${learner.session.access_token}`, guarded)
	const open = Object.entries(ended).filter(([, status]) => status !== 401 && status !== 403)
	expect(open).toEqual([])
	const { error } = await wire.connect().auth.refreshSession({ refresh_token: learner.session.refresh_token })
	expect(error?.status).toBe(400)
	// The operator's key still works, so the refusals above are due to the ended session.
	const operator = await wire.request('/auth/v1/admin/users', { headers: { authorization: `Bearer ${SECRET_KEY}` } })
	expect(operator.status).toBe(200)
})
