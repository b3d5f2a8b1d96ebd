import fs from 'node:fs'
import type pg from 'pg'

import { setStableFormats } from '#server/db/bulk-copy/tables.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { type Connection, withClient } from '#server/db/pools.ts'

/** Runs work on a connection without timeouts, and with fixed formats, so that a value has the same text on every server. */
export const withBulkClient = <T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> =>
	withClient({ ...connection, keepAlive: true }, 'launchway-bulk', async (client) => {
		await setStableFormats(client)
		return work(client)
	})

/** Stops the database after the work, unless it was running before. */
export async function withDatabase<T>(opening: Promise<OpenDatabase>, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
	const database = await opening
	try {
		return await work(database)
	} finally {
		await database.stop()
	}
}

/** @throws Error if the disk of an embedded database has less space */
export function requireFreeSpace({ dataDir, name }: OpenDatabase, bytes: number): void {
	if (dataDir === null) return
	const { bavail, bsize } = fs.statfsSync(dataDir)
	if (bavail * bsize < bytes)
		throw new Error(`${name} needs ${Math.ceil(bytes / 2 ** 20)} MB, and its disk has ${Math.floor((bavail * bsize) / 2 ** 20)} MB left`)
}
