import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openPools } from '#server/db/pools.ts'
import { createDeps } from '#server/deps.ts'
import { createLogger } from '#server/logger.ts'

/** `METHOD /path` of everything the app answers to, asked from the app itself. No connection is opened. */
export async function mountedEndpoints(): Promise<string[]> {
	const log = createLogger('error', () => {})
	const pools = openPools({ connectionString: 'postgresql://nobody@none.invalid/none' }, log)
	try {
		const jobs = { enqueue: () => Promise.reject(new Error('no job runs while the documents are checked')) }
		const app = createApp(createDeps(readConfig({}), { db: pools.db, jobs, log, now: () => new Date() }))
		const endpoints = app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
		return [...new Set(endpoints)]
	} finally {
		await pools.close()
	}
}
