import path from 'node:path'

import type { OpenDatabase } from '#server/db/open-database.ts'
import type { Deps } from '#server/services/context.ts'

import { PROJECT_DIR } from './open-pages.ts'

export type Backups = { stop: () => Promise<void> }

/** Starts the backups of an embedded database; other servers have their own tools. Tests take backups themselves. */
async function startNow(deps: Deps, { connection, dataDir }: OpenDatabase): Promise<Backups | null> {
	if (dataDir === null || deps.config.environment === 'test') return null
	// Load the module only now, when requests are already handled.
	const { keepBackups } = await import('#server/services/platform/backups/keep-backups.ts')
	return keepBackups(deps, { connection, dataDir }, { settings: deps.config.backups, home: path.resolve(PROJECT_DIR, deps.config.dataDir) })
}

/**
 * Starts the backups.
 * @param alone resolves when the server from which this one takes over has ended, with its backups; null if there is none
 */
export async function startBackups(deps: Deps, database: OpenDatabase, alone: Promise<void> | null): Promise<Backups> {
	let hasBegun = false
	let isStopped = false
	const start = () => {
		hasBegun = !isStopped
		return hasBegun ? startNow(deps, database) : null
	}
	const started = alone === null ? start() : alone.then(start)
	if (alone === null) await started
	else started?.catch((error: unknown) => deps.log.error('backups could not start', { error }))
	return {
		async stop() {
			isStopped = true
			if (hasBegun) await (await started)?.stop()
		},
	}
}
