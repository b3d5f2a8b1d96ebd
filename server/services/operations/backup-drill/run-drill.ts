import { planRestore, type RestorePlan, type RestoreSource, restoreToTime } from '#server/db/backup/restore-to-time.ts'
import { checkRows } from '#server/db/check-rows.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import { openExistingDatabase } from '#server/db/open-database.ts'
import { openUnlimitedPools } from '#server/db/pools.ts'
import type { Logger } from '#server/kernel/logger.ts'

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
