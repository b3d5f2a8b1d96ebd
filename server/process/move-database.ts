import fs from 'node:fs'
import type pg from 'pg'

import { claimDatabase, copyDatabase, requireEmpty, requireOwner } from '#server/db/bulk-copy/copy-database.ts'
import { migrate, requireCurrentSchema } from '#server/db/migrate.ts'
import { type DatabaseLocation, openDatabase, type OpenDatabase, openExistingDatabase } from '#server/db/open-database.ts'
import type { Connection } from '#server/db/pools.ts'
import { openJobRunner } from '#server/jobs/runner.ts'
import type { Logger } from '#server/kernel/logger.ts'

import { withBulkClient, withDatabase } from './bulk-clients.ts'

/** @throws Error if the copy would not fit on the disk of an embedded target, or its texts can't be stored */
async function requireFreeSpace(source: pg.Client, target: pg.Client, { dataDir, name }: OpenDatabase): Promise<void> {
	const { rows } = await target.query<{ encoding: string }>("select current_setting('server_encoding') as encoding")
	if (rows[0]?.encoding !== 'UTF8') throw new Error(`${name} stores texts as ${rows[0]?.encoding}; create the database with encoding UTF8`)
	if (dataDir === null) return
	const size = await source.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
	const { bavail, bsize } = fs.statfsSync(dataDir)
	const needed = size.rows[0]?.bytes ?? 0
	if (bavail * bsize < needed)
		throw new Error(`${name} needs ${Math.ceil(needed / 2 ** 20)} MB, and its disk has ${Math.floor((bavail * bsize) / 2 ** 20)} MB left`)
}

async function prepareTarget(connection: Connection, log: Logger): Promise<void> {
	await migrate(connection)
	const jobs = await openJobRunner(connection, log)
	await jobs.stop()
}

export type DatabaseMoveResult = { from: string; to: string; tables: number; rows: number }

/**
 * Copies an academy's whole database into another PostgreSQL and compares every row. The source stays as it is. After an
 * interruption the target is empty, and the same call starts again.
 * @throws Error whose message says what to change
 */
export const moveDatabase = (
	locations: { from: DatabaseLocation; to: DatabaseLocation },
	{ log, onTable }: { log: Logger; onTable?: (table: string, rows: number) => void },
): Promise<DatabaseMoveResult> =>
	withDatabase(openExistingDatabase(locations.from, log), (from) =>
		withDatabase(openDatabase(locations.to, log), (to) =>
			withBulkClient(from.connection, (source) =>
				withBulkClient(to.connection, async (target) => {
					await claimDatabase(target, to.name)
					await requireEmpty(target, to.name)
					await requireOwner(source)
					await requireCurrentSchema(from.connection)
					await claimDatabase(source, from.name)
					await requireFreeSpace(source, target, to)
					await prepareTarget(to.connection, log)
					const copied = await copyDatabase({ source, target }, onTable)
					await target.query('analyze')
					return { from: from.name, to: to.name, ...copied }
				}),
			),
		),
	)
