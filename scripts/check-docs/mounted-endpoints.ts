import { readConfig } from '#server/config/config.ts'
import { openCallerDatabase } from '#server/db/caller-database.ts'
import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { createApp } from '#server/process/app.ts'
import { createDeps } from '#server/process/deps.ts'

/** `METHOD /path` of every endpoint of the app, read from the app itself. No connection is opened. */
export async function mountedEndpoints(): Promise<string[]> {
	const log = createLogger('error', () => {})
	const nowhere = { connectionString: 'postgresql://nobody@none.invalid/none' }
	const pools = openPools(nowhere, log)
	const callerDb = openCallerDatabase(nowhere, log)
	try {
		const jobs = { enqueue: () => Promise.reject(new Error('no job runs while the documents are checked')) }
		const app = createApp(createDeps(readConfig({}), { db: pools.db, callerDb, jobs, log, now: () => new Date() }))
		const endpoints = app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
		return [...new Set(endpoints)]
	} finally {
		await callerDb.close()
		await pools.close()
	}
}
