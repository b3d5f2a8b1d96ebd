import { expect, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { makeCluster, query, start } from '#tests/setup/embedded-dir.ts'
import { readStatements } from '#tests/setup/owner-server.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

const EMAIL = 'olga.owner@example.test'

test('the server works with a role that only owns its database, created as documented', async () => {
	const cluster = await start(await makeCluster())
	for (const statement of readStatements()) await query(cluster, statement)
	const right = 'rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls'
	expect(await query(cluster, `select ${right} as has_right from pg_roles where rolname = 'academy'`)).toEqual([{ has_right: false }])
	const port = await findFreePort()
	const server = spawnServer({ PORT: String(port), DATABASE_URL: `postgres://academy@localhost/academy?host=${cluster.host}` })
	await server.ready

	const call = async (where: string, body?: object, headers: Record<string, string> = {}) => {
		const response = await fetch(`http://127.0.0.1:${port}${where}`, {
			headers: { 'content-type': 'application/json', apikey: PUBLISHABLE_KEY, ...headers },
			...(body && { method: 'POST', body: JSON.stringify(body) }),
		})
		return { status: response.status, body: (await response.json()) as Record<string, unknown> }
	}
	expect(await call('/auth/v1/otp', { email: EMAIL, create_user: true })).toMatchObject({ status: 200 })
	const academy = { ...cluster, database: 'academy' }
	const [mail] = (await query(academy, `select body from outbox_messages where to_address = '${EMAIL}'`)) as { body: string }[]
	const token = /\b\d{6}\b/.exec(mail?.body ?? '')?.[0]
	const session = await call('/auth/v1/verify', { type: 'email', email: EMAIL, token })
	const own = { authorization: `Bearer ${String(session.body['access_token'])}` }
	const entries = [{ kind: 'module', key: '1', done: true, changedAt: Date.now() }]
	expect(await call('/api/progress/merge', { entries }, own)).toMatchObject({ status: 200 })
	expect(await call('/rest/v1/progress_entries?select=key', undefined, own)).toEqual({ status: 200, body: [{ key: '1' }] })
	expect(await call('/rest/v1/progress_entries?select=key')).toMatchObject({ status: 401, body: { code: '42501' } })
	expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
	await cluster.stop()
})
