import path from 'node:path'

import type { OpenDatabase } from '#server/db/open-database.ts'
import type { Deps } from '#server/services/context.ts'

import { PROJECT_DIR } from './open-pages.ts'

export type Backups = { stop: () => Promise<void> }

/** Starts the backups of an embedded database; other servers have their own tools. Tests take backups themselves. */
export async function startBackups(deps: Deps, { connection, dataDir }: OpenDatabase): Promise<Backups | null> {
	if (dataDir === null || deps.config.environment === 'test') return null
	// Load the module only now, when requests are already handled.
	const { keepBackups } = await import('#server/services/platform/backups/keep-backups.ts')
	return keepBackups(deps, { connection, dataDir }, { settings: deps.config.backups, home: path.resolve(PROJECT_DIR, deps.config.dataDir) })
}
