import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'

import { openConsoleAs } from '#tests/console/open-console.ts'
import { openStripe } from '#tests/setup/open-stripe.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'
import { SITE } from '#tests/wire/test-client.ts'

const PAYMENTS = '/admin/settings/payments'
const FIRST = 'sk_test_firstfirstfirst1111'
const SECOND = 'sk_test_secondsecond2222'

/** Creates a database whose servers the test starts the way `npm start` does. */
async function openServers() {
	const { deps, clock } = await makeTestDeps()
	const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(deps.db)
	const { host, port: databasePort, user } = inject('databaseServer')
	const port = await findFreePort()
	const env = {
		PORT: String(port),
		GOTRUE_SITE_URL: SITE,
		DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}:${databasePort}/${rows[0]?.name}`,
		STRIPE_API_BASE: await openStripe(),
		RESTARTED_BY: 'supervise',
	}
	const request = (asked: Request) => {
		const { pathname, search } = new URL(asked.url)
		return fetch(new Request(`http://127.0.0.1:${port}${pathname}${search}`, new Request(asked, { redirect: 'manual' })))
	}
	const start = async () => {
		const server = spawnServer(env)
		await server.ready
		return server
	}
	return {
		deps,
		start,
		openConsole: () => openConsoleAs({ app: { request } as never, clock: { ...clock, now: () => new Date() }, deps }, 'operator'),
	}
}

test('new settings restart the server, and settings that fail to start are rolled back', async () => {
	const { deps, start, openConsole } = await openServers()
	const first = await start()
	const operator = await openConsole()
	const isDue = async () => (await operator.get(`${PAYMENTS}/restart`)).text
	const connect = async (key: string) => {
		const version = /name="version" value="(\w+)"/.exec((await operator.get(PAYMENTS)).text)?.[1] ?? ''
		return operator.post(`${PAYMENTS}/connect`, { secret_stripe_secret_key: key, version })
	}
	expect((await operator.get(PAYMENTS)).text).toContain('run in a sandbox')

	expect((await connect(FIRST)).to).toBe(`${PAYMENTS}?notice=connection-saved`)
	expect(await isDue()).toBe('{"isDue":true}')
	expect((await first.ended).code).toBe(75)
	const second = await start()
	expect(await isDue()).toBe('{"isDue":false}')
	expect((await operator.get(PAYMENTS)).text).toMatch(/Stripe is connected in test mode[^]*Set, ends in …1111/)

	expect((await connect(SECOND)).status).toBe(303)
	expect((await second.ended).code).toBe(75)
	// The state that a start leaves if it ends before it responds.
	await deps.db.updateTable('service_settings').set({ tried_at: new Date() }).where('is_pending', '=', true).execute()
	const third = await start()
	const { text } = await operator.get(PAYMENTS)
	expect(text).toMatch(/The last change was undone[^]*Set, ends in …1111/)
	expect(await isDue()).toBe('{"isDue":false}')
	expect((await third.end('SIGTERM')).code).toBe(0)
})
