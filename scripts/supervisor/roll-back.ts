import fs from 'node:fs'
import path from 'node:path'

import { syncFolder } from '#server/db/backup/format.ts'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { REPLACED_MARK } from '#server/db/embedded/create-cluster.ts'
import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'

import { compareDatabases, type TableDifference } from './compare-data.ts'
import type { SupervisorCaller } from './control.ts'
import type { RecordQuestion, SupervisorState } from './requests.ts'

/** Question during a rollback of the data, which needs confirmation. */
export type LossesQuestion = { losses: TableDifference[] }

const refused = (error: unknown) =>
	new Error(`The rollback was refused and the running program continues: ${(error as Error).message}`, { cause: error })

/**
 * Rolls back to the program in a folder, and keeps the current data.
 * @throws Error with a sentence that says which program runs
 */
export async function rollBack(
	{ servers }: SupervisorState,
	{ folder }: { folder: string },
	{ say, ask }: SupervisorCaller,
): Promise<void> {
	try {
		await servers.settleRetired()
		say('Starting the earlier program next to the running one…')
		await servers.switchTo(folder, () => ask({ record: true, copy: null } satisfies RecordQuestion))
	} catch (error) {
		throw refused(error)
	}
}

async function compareWith(scratch: string, { kept }: SupervisorState): Promise<TableDifference[]> {
	const older = await ensureEmbedded({ dir: scratch, lifeline: true })
	try {
		if (!kept.database) throw new Error('the database has been closed')
		return await compareDatabases(kept.database.connection, older)
	} finally {
		await older.stop()
	}
}

/**
 * Rolls back to the program in a folder, and to the data in a backup copy. The current data is kept next to the database.
 * @returns folder of the replaced data
 * @throws Error with a sentence that says which program runs
 */
export async function rollBackData(
	running: SupervisorState,
	request: { folder: string; copy: string },
	{ say, ask }: SupervisorCaller,
): Promise<string> {
	const { servers, kept } = running
	try {
		const dataDir = kept.database?.dataDir
		if (!dataDir) throw new Error('The database at DATABASE_URL is on a server of your own: restore it with that server’s tools')
		await servers.settleRetired()
		const scratch = path.join(path.dirname(dataDir), 'rollback')
		fs.rmSync(scratch, { recursive: true, force: true }) // left behind by a killed rollback
		try {
			await restoreBackup(request.copy, scratch)
			await ask({ losses: await compareWith(scratch, running) } satisfies LossesQuestion)
			const replaced = `${dataDir}${REPLACED_MARK}${new Date().toISOString().replaceAll(':', '-')}`
			say('Stopping the running program…')
			await servers.replaceBy(request.folder, {
				async work() {
					await kept.closeDatabase()
					fs.renameSync(dataDir, replaced)
					fs.renameSync(path.join(scratch, path.basename(dataDir)), dataDir)
					syncFolder(path.dirname(dataDir))
				},
				async undo() {
					await kept.closeDatabase()
					if (!fs.existsSync(replaced)) return
					fs.rmSync(dataDir, { recursive: true, force: true })
					fs.renameSync(replaced, dataDir)
				},
				record: () => ask({ record: true, copy: null } satisfies RecordQuestion),
			})
			return replaced
		} finally {
			fs.rmSync(scratch, { recursive: true, force: true })
		}
	} catch (error) {
		throw refused(error)
	}
}
