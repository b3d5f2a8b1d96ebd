import type pg from 'pg'

import { claimDatabase, copyAllRows, requireEmptyDatabase, requireOwner } from '#server/db/bulk-copy/copy-database.ts'
import type { ReportStep } from '#server/db/bulk-copy/tables.ts'
import { migrate, requireCurrentSchema } from '#server/db/migrate.ts'
import { type DatabaseLocation, openDatabase, type OpenDatabase, openExistingDatabase } from '#server/db/open-database.ts'
import type { Connection } from '#server/db/pools.ts'
import { openJobRunner } from '#server/jobs/runner.ts'
import type { Logger } from '#server/kernel/logger.ts'

import { requireFreeSpace, withBulkClient, withDatabase } from './bulk-clients.ts'

/** @throws Error if the copy wouldn't fit on the disk of an embedded target, or the target's encoding isn't UTF-8 */
async function requireFittingTarget(source: pg.Client, target: pg.Client, to: OpenDatabase): Promise<void> {
	const { rows } = await target.query<{ encoding: string }>("select current_setting('server_encoding') as encoding")
	if (rows[0]?.encoding !== 'UTF8')
		throw new Error(`${to.name} stores texts as ${rows[0]?.encoding}; create the database with encoding UTF8`)
	const size = await source.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
	requireFreeSpace(to, size.rows[0]?.bytes ?? 0)
}

async function prepareTarget(connection: Connection, log: Logger): Promise<void> {
	await migrate(connection)
	const jobs = await openJobRunner(connection, log)
	await jobs.stop()
}

export type DatabaseMoveResult = { from: string; to: string; tables: number; rows: number }

/**
 * Copies an academy's whole database into another PostgreSQL database and compares every row. The source stays unchanged. After an
 * interruption, the target is empty, and the same call starts again.
 * @throws Error whose message says what to change
 */
export const moveDatabase = (
	locations: { from: DatabaseLocation; to: DatabaseLocation },
	{ log, onStep = () => {} }: { log: Logger; onStep?: ReportStep },
): Promise<DatabaseMoveResult> =>
	withDatabase(openExistingDatabase(locations.from, log), (from) =>
		withDatabase(openDatabase(locations.to, log), (to) =>
			withBulkClient(from.connection, (source) =>
				withBulkClient(to.connection, async (target) => {
					await claimDatabase(target, to.name)
					await requireEmptyDatabase(target, to.name)
					await requireOwner(source)
					await requireCurrentSchema(from.connection)
					await claimDatabase(source, from.name)
					await requireFittingTarget(source, target, to)
					await prepareTarget(to.connection, log)
					const copied = await copyAllRows({ source, target }, onStep)
					onStep('collecting statistics')
					await target.query('analyze')
					return { from: from.name, to: to.name, ...copied }
				}),
			),
		),
	)
