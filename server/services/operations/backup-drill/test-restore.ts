import { sql } from 'kysely'
import fs from 'node:fs'
import os from 'node:os'

import { planRestore } from '#server/db/backup/restore-to-time.ts'
import { createOpener } from '#server/db/backup/seal.ts'
import { makeThrowAwayDir } from '#server/db/embedded/throw-away-dir.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { MIN_FREE_BYTES } from '#server/services/platform/backups/full-backups.ts'
import { type BackupControl, createBackupStatus, readLastBackup, recordDrill } from '#server/services/platform/backups/record-backup.ts'

import { runDrill } from './run-drill.ts'

type Context = Pick<ServiceContext, 'db' | 'log' | 'now' | 'state'>

/** Maximum size, in megabytes, of a backup that the monthly job restores: a larger one keeps the disk busy for minutes. */
const MONTHLY_MEGABYTES = 2000

/** Returns why this server can't test its backups by itself; null if it can. */
export function findDrillObstacle(works: Pick<BackupControl, 'isEncrypted'> | null): string | null {
	if (works === null) return 'This server takes no backups.'
	return works.isEncrypted ? 'The backups are encrypted, and only you have the key. Run npm run backup -- drill --key <file>.' : null
}

/** @throws Error if this could fill the disk, which may be the database's */
async function requireFreeSpace({ db }: Context, { store }: BackupControl, dir: string): Promise<void> {
	const { pieces } = await planRestore(store, null)
	const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(db)
	const needed = (rows[0]?.bytes ?? 0) + pieces.reduce((sum, { start, end }) => sum + end - start, 0) + MIN_FREE_BYTES
	const { bavail, bsize } = fs.statfsSync(dir)
	const [need, free] = [Math.ceil(needed / 2 ** 20), Math.floor((bavail * bsize) / 2 ** 20)]
	if (free < need)
		throw new Error(
			`The restore test needs ${need} MB of free space in ${dir}, which has ${free} MB. Set TMPDIR to a folder on a larger disk.`,
		)
}

async function restoreAndCheck(ctx: Context, works: BackupControl): Promise<{ megabytes: number; problems: readonly string[] }> {
	// Use the disk, because the server needs the memory.
	const scratch = makeThrowAwayDir('launchway-drill-', os.tmpdir())
	try {
		await requireFreeSpace(ctx, works, os.tmpdir())
		return await runDrill({ store: works.store, open: await createOpener(null) }, { scratch, log: ctx.log })
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
