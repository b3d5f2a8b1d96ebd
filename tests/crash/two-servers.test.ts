import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { readCurrent } from '#server/services/operations/releases/read-releases.ts'
import { PRODUCT } from '#tests/factories/checkout.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

const OFFERS = 'offers.json'
const SLOW = { timeout: 20_000, interval: 200 }
const priced = (cents: number) => readFileSync(`content/${OFFERS}`, 'utf8').replace('"amountCents": 4700', `"amountCents": ${cents}`)

/** Starts a server with its own folder on a shared database. */
async function startOn(database: string) {
	const [port, dataDir] = [await findFreePort(), mkdtempSync(path.join(tmpdir(), 'two-servers-'))]
	const env = { DATABASE_URL: database, PORT: String(port), DATA_DIR: dataDir }
	const spawned = () => spawnServer(env)
	const server = spawned()
	await server.ready
	const headers = { 'content-type': 'application/json', apikey: PUBLISHABLE_KEY, authorization: `Bearer ${PUBLISHABLE_KEY}` }
	/** Returns the price of a new checkout. */
	async function price(): Promise<string | undefined> {
		const init = { method: 'POST', headers, body: JSON.stringify({ productName: PRODUCT }) }
		const { url } = (await (await fetch(`http://127.0.0.1:${port}/functions/v1/create-payment`, init)).json()) as { url: string }
		const { pathname, search } = new URL(url)
		return /\$\d+/.exec(await (await fetch(`http://127.0.0.1:${port}${pathname}${search}`)).text())?.[0]
	}
	return { server, price, spawned }
}

test('two servers on one database serve each release, even if one is killed and restarted', async () => {
	const { connection, drop } = await cloneDatabase()
	onTestFinished(drop)
	const pools = openPools(
		connection,
		createLogger('error', () => {}),
		1,
	)
	onTestFinished(pools.close)
	const { host, port, user, database } = connection
	const url = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`
	async function publish(cents: number) {
		const { number: base = null } = (await readCurrent(pools.db)) ?? {}
		const release = { base, edits: { [OFFERS]: priced(cents) }, note: '', authorId: null, versions: [] }
		await publishRelease({ db: pools.db, now: () => new Date() }, release)
	}
	const [one, other] = await Promise.all([startOn(url), startOn(url)])
	expect([await one.price(), await other.price()]).toEqual(['$47', '$47'])
	await publish(5900)
	for (const { price } of [one, other]) await expect.poll(price, SLOW).toBe('$59')

	await one.server.end('SIGKILL')
	await publish(6100)
	await expect.poll(other.price, SLOW).toBe('$61')
	const again = one.spawned()
	await again.ready
	expect(await one.price()).toBe('$61')
}, 240_000)
