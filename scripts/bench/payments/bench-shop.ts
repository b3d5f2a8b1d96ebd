import pg from 'pg'

import { openCallerDatabase } from '#server/db/caller-database.ts'
import { type Connection, openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { createDeps } from '#server/process/deps.ts'
import { readConfig } from '#server/process/environment.ts'
import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import { type Deps, systemContext } from '#server/services/context.ts'

/** A database on the benchmark's database server. */
export type BenchConnection = Extract<Connection, { host: string }>

export type Purchase = { sessionId: string; email: string }

const PRODUCT = 'Digital Income Mastery - Lifetime Access'

/** Runs `work` with the product's services. No jobs run, so the sandbox's events wait for the benchmark. */
export async function withShop<T>(connection: BenchConnection, work: (deps: Deps) => Promise<T>): Promise<T> {
	const log = createLogger('error', (line) => process.stderr.write(line))
	const pools = openPools(connection, log)
	const callerDb = openCallerDatabase(connection, log)
	try {
		const jobs = { enqueue: () => Promise.resolve() }
		return await work(createDeps(readConfig({}), { db: pools.db, callerDb, jobs, log, now: () => new Date() }))
	} finally {
		await callerDb.close()
		await pools.close()
	}
}

/** Opens the checkout of the nth buyer; every third buyer has a discount code. Nothing is paid. */
export async function openCheckout(deps: Deps, n: number): Promise<Purchase> {
	const email = `buyer-${n}@example.test`
	const ctx = { ...systemContext(deps, 'bench'), actor: { type: 'anonymous' }, clientAddress: '127.0.0.1' } as const
	const couponCode = n % 3 === 0 ? 'LAUNCH1' : undefined
	const { url } = await startCheckout(ctx, { productName: PRODUCT, couponCode, email, browserKey: `bench-${n}` })
	const sessionId = /cs_test_\w+/.exec(url)?.[0]
	if (sessionId === undefined) throw new Error(`no checkout at ${url}`)
	return { sessionId, email }
}

/** Copies a database, which must have no connections. */
export async function cloneDatabase(from: BenchConnection, name: string): Promise<BenchConnection> {
	const client = new pg.Client({ ...from, database: 'postgres' })
	await client.connect()
	try {
		const [source, target] = [from.database, name].map((text) => client.escapeIdentifier(text))
		await client.query(`create database ${target} template ${source} strategy wal_log`)
	} finally {
		await client.end()
	}
	return { ...from, database: name }
}

/** Maps a list with limited concurrency. The results keep the list's order. */
export async function mapConcurrently<T, R>(
	items: readonly T[],
	atOnce: number,
	work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
	const results: R[] = []
	const waiting = items.entries()
	async function worker() {
		for (const [index, item] of waiting) results[index] = await work(item, index)
	}
	await Promise.all(Array.from({ length: atOnce }, worker))
	return results
}
