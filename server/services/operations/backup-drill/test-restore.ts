import fs from 'node:fs'
import os from 'node:os'

import { createDecrypter } from '#server/db/backup/seal.ts'
import { makeThrowAwayDir } from '#server/db/embedded/throw-away-dir.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { type BackupControl, createBackupStatus, readLastBackup, recordDrill } from '#server/services/platform/backups/record-backup.ts'

import { requireSpace, runDrill } from './run-drill.ts'

type Context = Pick<ServiceContext, 'db' | 'log' | 'now' | 'state'>

/** Maximum size, in megabytes, of a backup that the monthly job restores: a larger one keeps the disk busy for minutes. */
const MONTHLY_MEGABYTES = 2000

/** Returns why this server can't test its backups by itself; null if it can. */
export function findDrillObstacle(works: Pick<BackupControl, 'isEncrypted'> | null): string | null {
	if (works === null) return 'This server takes no backups.'
	return works.isEncrypted ? 'The backups are encrypted, and only you have the key. Run npm run backup -- drill --key <file>.' : null
}

async function restoreAndCheck(ctx: Context, works: BackupControl): Promise<{ megabytes: number; problems: readonly string[] }> {
	// Use the disk, because the server needs the memory.
	const scratch = makeThrowAwayDir('launchway-drill-', os.tmpdir())
	try {
		await requireSpace(ctx.db, works.store, os.tmpdir())
		return await runDrill({ store: works.store, open: await createDecrypter(null) }, { scratch, log: ctx.log })
	} catch (error) {
		return { megabytes: 0, problems: [error instanceof Error ? error.message : String(error)] }
	} finally {
		fs.rmSync(scratch, { recursive: true, force: true })
	}
}

/**
 * Restores the newest scheduled backup into a scratch folder, checks it, and records the result, even a failure.
 * @param payload.isAsked false for the monthly job, which skips large backups
 */
export async function testRestore(ctx: Context, { isAsked = false }: { isAsked?: boolean }): Promise<void> {
	const { control, running } = ctx.state.of(createBackupStatus)
	if (control === null || findDrillObstacle(control) !== null || running.drill !== null) return
	running.drill = ctx.now()
	try {
		const { megabytes: size } = await readLastBackup(ctx)
		if (!isAsked && (size === null || size > MONTHLY_MEGABYTES)) return
		const begun = performance.now()
		const { megabytes, problems } = await restoreAndCheck(ctx, control)
		const seconds = Math.ceil((performance.now() - begun) / 1000)
		const problem = problems.length === 0 ? null : problems.join('\n').slice(0, 2000)
		await recordDrill(ctx, { folder: control.store.name, megabytes, seconds, problem })
	} finally {
		running.drill = null
	}
}
