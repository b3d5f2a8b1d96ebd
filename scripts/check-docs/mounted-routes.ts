import { generateKeyPairSync } from 'node:crypto'

import { openCallerDatabase } from '#server/db/caller-database.ts'
import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { createApp } from '#server/process/app.ts'
import { createDeps } from '#server/process/deps.ts'
import { readConfig } from '#server/process/environment.ts'

import { type MountedRoute, readRoutes } from './read-routes.ts'

const samlKey = () =>
	generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'der', type: 'pkcs1' }).toString('base64')

/** Returns every route of the app with its default limits. Opens no connection. */
export async function mountedRoutes(): Promise<MountedRoute[]> {
	const log = createLogger('error', () => {})
	const nowhere = { connectionString: 'postgresql://nobody@none.invalid/none' }
	const pools = openPools(nowhere, log)
	const callerDb = openCallerDatabase(nowhere, log)
	try {
		const jobs = {
			enqueue: () => Promise.reject(new Error('no job runs while the documents are checked')),
		}
		// Enables SAML, because its routes and limits are mounted only then.
		const config = readConfig({ GOTRUE_SAML_ENABLED: 'true', GOTRUE_SAML_PRIVATE_KEY: samlKey() })
		return readRoutes(createApp(createDeps(config, { db: pools.db, callerDb, jobs, log, now: () => new Date() })))
	} finally {
		await callerDb.close()
		await pools.close()
	}
}
