import { sql } from 'kysely'
import fs from 'node:fs'

import { planRestore, type RestorePlan, type RestoreSource, restoreToTime } from '#server/db/backup/restore-to-time.ts'
import { checkRows } from '#server/db/check-rows.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import { openExistingDatabase } from '#server/db/open-database.ts'
import { openUnlimitedPools } from '#server/db/pools.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { MIN_FREE_BYTES } from '#server/services/platform/backups/full-backups.ts'

import { checkBusinessRules } from './check-rules.ts'

type Drill = {
	plan: RestorePlan
	/** Time of the last transaction that was restored; null if there was none after the full backup. */
	lastChange: Date | null
	megabytes: number
	seconds: { restore: number; checks: number }
	/** Problems found, in whole sentences; empty if all is well. */
	problems: readonly string[]
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Checks a restored database: every page, key and constraint, then the rules of the business.
 * @returns a sentence for each problem
 */
export async function checkRestored(db: Db): Promise<string[]> {
	const tables = await inTransaction(db, checkRows)
	const problems = tables.map(({ table, problem }) => `${table}: ${problem}`)
	try {
		const rules = await checkBusinessRules(db)
		return [...problems, ...rules.map(({ what, keys }) => `${what}; violated by ${keys.join(', ')}`)]
	} catch (error) {
		return [...problems, `The database could not be read: ${messageOf(error)}`]
	}
}

async function checkIn(scratch: string, log: Logger): Promise<string[]> {
	const database = await openExistingDatabase({ databaseUrl: null, databaseDirectUrl: null, dataDir: scratch, projectDir: scratch }, log)
	try {
		const pools = openUnlimitedPools(database.connection, log)
		try {
			return await checkRestored(pools.db)
		} finally {
			await pools.close()
		}
	} finally {
		await database.stop()
	}
}

/**
 * Requires enough space in a folder for the newest backup: its parts, the database of `db` as it is now, and all indexes once
 * more, which the check rebuilds before it drops the old ones.
 * @throws Error if a drill could fill the disk, which may be the database's
 */
export async function requireSpace(db: Db, store: RestoreSource['store'], dir: string): Promise<void> {
	const { pieces } = await planRestore(store, null)
	const { rows } = await sql<{ bytes: number }>`
		select pg_database_size(current_database())::float8 + sum(pg_relation_size(oid))::float8 as bytes
		from pg_class where relkind = 'i'`.execute(db)
	const needed = (rows[0]?.bytes ?? 0) + pieces.reduce((sum, { start, end }) => sum + end - start, 0) + MIN_FREE_BYTES
	const { bavail, bsize } = fs.statfsSync(dir)
	const [need, free] = [Math.ceil(needed / 2 ** 20), Math.floor((bavail * bsize) / 2 ** 20)]
	if (free < need)
		throw new Error(
			`The restore test needs ${need} MB of free space in ${dir}, which has ${free} MB. Set TMPDIR to a folder on a larger disk.`,
		)
}

/**
 * Restores the newest backup into a scratch folder and checks it.
 * @param scratch an empty folder; the caller removes it
 * @throws Error if the backup can't be restored
 */
export async function runDrill(source: RestoreSource, options: { scratch: string; database?: string; log: Logger }): Promise<Drill> {
	const { scratch, database, log } = options
	const begun = performance.now()
	const plan = await planRestore(source.store, null, database)
	const lastChange = await restoreToTime(source, plan, scratch)
	const restored = performance.now()
	const problems = await checkIn(scratch, log)
	const seconds = (from: number, to: number) => Math.ceil((to - from) / 1000)
	return {
		plan,
		lastChange,
		megabytes: Math.ceil(plan.bytes / 2 ** 20),
		seconds: { restore: seconds(begun, restored), checks: seconds(restored, performance.now()) },
		problems,
	}
}
