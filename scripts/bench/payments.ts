import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'

import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { readWebhookSecrets } from '#server/sandbox/stripe/objects.ts'

import { type BenchConnection, cloneDatabase, mapConcurrently, openCheckout, type Purchase, withShop } from './payments/bench-shop.ts'
import { type DeliveryCounts, deliverWebhooksDuringCrashes } from './payments/deliver-through-kills.ts'
import { compareStates, copyProvider, countReceiptFaults, doubleAndShuffle, readFinalState } from './payments/final-state.ts'
import { type PaymentEvent, playInOrder, PURCHASE_STORIES } from './payments/stories.ts'
import type { BenchOptions, Measurement } from './rig/measurement.ts'
import { runServer } from './rig/run-server.ts'

/** Number of purchases, with 10,032 events in all. */
const ORDERS = 1520
const DOUBLED = 0.3
const KILLS = 5
const SEED = 20_261_120
const BUYERS_AT_ONCE = 8

type Prepared = { events: PaymentEvent[]; secret: string; reference: BenchConnection; seconds: number }

/** Starts the database server for `work`, then stops it, because the server under test starts the database server itself. */
async function withDatabase<T>(dir: string, work: (connection: BenchConnection) => Promise<T>): Promise<T> {
	const server = await ensureEmbedded({ dir, lifeline: true })
	const { host, port, user, database } = server
	try {
		return await work({ host, port, user, database })
	} finally {
		await server.stop()
	}
}

/**
 * Plays the purchases in a copy of the shop, which gets every webhook in time. After that, the shop under test has received
 * nothing, but its provider has the same state as the copy's.
 */
async function prepare(shop: BenchConnection, orders: number): Promise<Prepared> {
	await migrate(shop)
	const started = performance.now()
	const purchases = await withShop(shop, async (deps) => {
		await readWebhookSecrets(deps) // create it now, so that both databases share it
		const first = await openCheckout(deps, 0) // also creates product, price and coupon at the provider
		const others = Array.from({ length: orders - 1 }, (_each, index) => index + 1)
		return [first, ...(await mapConcurrently(others, BUYERS_AT_ONCE, (n) => openCheckout(deps, n)))]
	})
	const reference = await cloneDatabase(shop, 'reference')
	return withShop(reference, async (told) => {
		const play = (purchase: Purchase, index: number) => playInOrder(told, purchase, PURCHASE_STORIES[index % PURCHASE_STORIES.length] ?? [])
		const events = (await mapConcurrently(purchases, BUYERS_AT_ONCE, play)).flat()
		await withShop(shop, ({ db }) => copyProvider(told.db, db))
		const [secret] = await readWebhookSecrets(told)
		return { events, secret, reference, seconds: (performance.now() - started) / 1000 }
	})
}

function presentDelivery(
	{ acknowledged, again, failed, secondsUp, seconds }: DeliveryCounts,
	{ events, ...prepared }: Prepared,
): Measurement[] {
	return [
		{
			name: 'payment events delivered',
			value: acknowledged,
			unit: '',
			note: `${events.length} events, 30 % twice, shuffled; ${again} of them again after ${KILLS} kills, ${failed} after an error`,
		},
		{ name: 'payment events while the server was up', value: acknowledged / secondsUp, unit: '/s', note: '16 at a time, doubles counted' },
		{ name: 'all of it, restarts included', value: seconds, unit: 's' },
		{ name: 'preparation and replay in order', value: prepared.seconds, unit: 's', note: 'in the process of the bench' },
	]
}

/**
 * Delivers late, shuffled and duplicated events to a server that is repeatedly killed. The result must be the same as for events
 * delivered once, in order and in time.
 */
export async function measurePayments(options: BenchOptions): Promise<Measurement[]> {
	chmodSync(options.workDir, 0o711) // as root, the database server runs as another account, which must reach its files
	const dir = path.join(options.workDir, 'payments-data')
	mkdirSync(dir, { recursive: true })
	const prepared = await withDatabase(dir, (shop) => prepare(shop, ORDERS))
	options.print(`${ORDERS} orders and ${prepared.events.length} events prepared in ${Math.round(prepared.seconds)} s`)

	const delivered = await deliverWebhooksDuringCrashes({
		deliveries: doubleAndShuffle(prepared.events, DOUBLED, SEED),
		secret: prepared.secret,
		kills: KILLS,
		dataDir: path.join(dir, 'pg18'),
		start: () =>
			runServer({
				command: [process.execPath, 'server/main.ts'],
				port: options.port,
				env: { DATA_DIR: dir, LOG_LEVEL: 'error' },
				limitSeconds: 60,
			}),
		print: options.print,
	})

	return withDatabase(dir, async (shop) => {
		const [expected, found, faults] = [
			await withShop(prepared.reference, ({ db }) => readFinalState(db)),
			await withShop(shop, ({ db }) => readFinalState(db)),
			await withShop(shop, ({ db }) => countReceiptFaults(db)),
		]
		const compared = compareStates(expected, found)
		const different = compared.reduce((sum, table) => sum + table.different, 0)
		return [
			...presentDelivery(delivered, prepared),
			{
				name: 'rows that differ from the replay in order',
				value: different,
				unit: '',
				goal: '0',
				isMet: different === 0,
				note: compared.map((table) => `${table.name} ${table.different} of ${table.rows}`).join(', '),
			},
			{ name: 'orders without exactly the receipts they need', value: faults, unit: '', goal: '0', isMet: faults === 0 },
		]
	})
}
