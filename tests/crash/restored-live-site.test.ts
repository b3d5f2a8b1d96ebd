import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { readCurrentNumber } from '#server/services/operations/releases/read-releases.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

const LIVE = {
	NODE_ENV: 'production',
	GOTRUE_SITE_URL: 'https://academy.io',
	STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef',
	STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789abcdef',
	// No server listens there.
	STRIPE_API_BASE: 'http://127.0.0.1:9',
	GOTRUE_SMTP_HOST: '127.0.0.1',
	GOTRUE_SMTP_PORT: '9',
	GOTRUE_SMTP_ADMIN_EMAIL: 'hello@academy.io',
}
const site = readFileSync('content/site.json', 'utf8').replace('support@launchway.example', 'support@academy.io')

test('a restored live site starts with the address set in the console; without it the start names the variable', async () => {
	const { connection, drop } = await cloneDatabase()
	onTestFinished(drop)
	const pools = openPools(
		connection,
		createLogger('error', () => {}),
		1,
	)
	onTestFinished(pools.close)
	const { host, port, user, database } = connection
	const own = { DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`, PORT: String(await findFreePort()) }
	const start = () => spawnServer({ ...LIVE, ...own, DATA_DIR: mkdtempSync(path.join(tmpdir(), 'restored-')) })

	expect(await start().ended).toMatchObject({ code: 1, stderr: expect.stringContaining('support@launchway.example is a placeholder') })
	const release = { base: await readCurrentNumber(pools.db), edits: { 'site.json': site }, note: '', authorId: null, versions: [] }
	await publishRelease({ db: pools.db, now: () => new Date() }, release)
	const server = start()
	await server.ready
	expect((await server.end('SIGTERM')).code).toBe(0)
}, 120_000)
