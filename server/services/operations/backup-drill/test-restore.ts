import fs from 'node:fs'

import { createOpener } from '#server/db/backup/seal.ts'
import { makeThrowAwayDir } from '#server/db/embedded/throw-away-dir.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { type BackupWorks, createBackupStatus } from '#server/services/platform/backups/backup-status.ts'
import { readLastBackup, recordDrill } from '#server/services/platform/backups/record-backup.ts'

import { runDrill } from './run-drill.ts'

type Context = Pick<ServiceContext, 'db' | 'log' | 'now' | 'state'>

/** Largest backup, in megabytes, that the clock restores: a larger one takes minutes of the disk. */
const MONTHLY_MEGABYTES = 2000

/** Returns why this server can't test its backups by itself; null if it can. */
export function findDrillObstacle(works: Pick<BackupWorks, 'isEncrypted'> | null): string | null {
	if (works === null) return 'This server takes no backups.'
	return works.isEncrypted ? 'The backups are encrypted, and only you have the key. Run npm run backup -- drill --key <file>.' : null
}

async function restoreAndCheck({ log }: Context, { store }: BackupWorks): Promise<{ megabytes: number; problems: readonly string[] }> {
	const scratch = makeThrowAwayDir('launchway-drill-')
	try {
		return await runDrill({ store, open: await createOpener(null) }, { scratch, log })
	} catch (error) {
		return { megabytes: 0, problems: [error instanceof Error ? error.message : String(error)] }
	} finally {
		fs.rmSync(scratch, { recursive: true, force: true })
	}
}

/**
 * Restores the newest scheduled backup into a scratch folder, checks it, and records the result, even a failure.
 * @param payload.isAsked false from the clock, which leaves out large backups
 */
export async function testRestore(ctx: Context, { isAsked = false }: { isAsked?: boolean }): Promise<void> {
	const { works, running } = ctx.state.of(createBackupStatus)
	if (works === null || findDrillObstacle(works) !== null || running.drill !== null) return
	const { megabytes: size } = await readLastBackup(ctx)
	if (!isAsked && (size === null || size > MONTHLY_MEGABYTES)) return
	const begun = performance.now()
	running.drill = ctx.now()
	try {
		const { megabytes, problems } = await restoreAndCheck(ctx, works)
		const seconds = Math.ceil((performance.now() - begun) / 1000)
		const problem = problems.length === 0 ? null : problems.join('\n').slice(0, 2000)
		await recordDrill(ctx, { folder: works.store.name, megabytes, seconds, problem })
	} finally {
		running.drill = null
	}
}
