import path from 'node:path'

import type { Logger } from '#server/logger.ts'

import { checkServer } from './check-server.ts'
import type { Connection } from './connection.ts'
import { chooseServerDir } from './embedded/choose-server-dir.ts'
import { superviseEmbedded } from './embedded/supervise-embedded.ts'

export type OpenDatabase = { connection: Connection; stop: () => Promise<void> }

async function startEmbedded(dataDir: string, report: (line: string) => void) {
	try {
		return await superviseEmbedded({ dir: chooseServerDir(dataDir, report), lifeline: true, log: report })
	} catch (error) {
		throw new Error(`DATA_DIR: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
	}
}

/**
 * Uses the server of DATABASE_URL, or starts the embedded one below the data directory and keeps it running.
 * The embedded server ends with this process, however this process ends.
 * @param place `dataDir` is absolute or relative to `projectDir`
 */
export async function openDatabase(
	place: { databaseUrl: string | null; dataDir: string; projectDir: string },
	log: Logger,
): Promise<OpenDatabase> {
	if (place.databaseUrl) {
		const connection = { connectionString: place.databaseUrl }
		await checkServer(connection)
		return { connection, stop: async () => {} }
	}
	const report = (line: string) => log.info('database', { note: line })
	const server = await startEmbedded(path.resolve(place.projectDir, place.dataDir), report)
	return {
		connection: { host: server.host, port: server.port, user: server.user, database: server.database },
		stop: () => server.stop(),
	}
}
