import { takeBaseBackup } from '#server/db/backup/base-backup.ts'
import { type FullBackup, backupBytes, readFullBackups } from '#server/db/backup/catalog.ts'
import { removeOldBackups } from '#server/db/backup/retention.ts'
import type { Seal } from '#server/db/backup/seal.ts'
import type { BackupStore } from '#server/db/backup/store.ts'
import type { BackupSource } from '#server/db/backup/take-backup.ts'
import type { Logger } from '#server/kernel/logger.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { recordBackup } from './record-backup.ts'

const DAY_MS = 86_400_000
/** Maximum share of the disk for backups if the database is on the same disk. */
const SAME_DISK_SHARE = 0.2
/** Minimum free space that backups leave on a disk. */
export const MIN_FREE_BYTES = 2 ** 30
/**
 * A full backup is taken early once the log since the previous one is longer than `LOG_BYTES` plus `LOG_PER_BACKUP` times that backup's
 * size. This bounds the log's size and the time of a restore.
 */
const LOG_BYTES = 2 * 2 ** 30
const LOG_PER_BACKUP = 8

export type BackupLocation = { store: BackupStore; seal: Seal; isSameDisk: boolean }
type BackupContext = Pick<ServiceContext, 'db' | 'now'> & { log: Logger }

/**
 * Requires enough free space for a backup.
 * @throws Error ENOSPC, as for a full disk, if less than the reserve would be left
 */
export function requireDiskSpace({ store }: BackupLocation, bytes: number): void {
	const space = store.readSpace()
	if (space === null || space.free - bytes >= MIN_FREE_BYTES) return
	throw Object.assign(new Error(`${store.name}: too little free space is left for a backup`), { code: 'ENOSPC' })
}

/** True if the last full backup is a day old, or dated a day in the future because a clock was wrong. */
const isOld = (base: FullBackup, now: Date) => Math.abs(now.getTime() - base.takenAt.getTime()) >= DAY_MS

export const isBackupDue = (newest: FullBackup | null, position: number, now: Date): boolean =>
	newest === null || isOld(newest, now) || position - newest.stop > LOG_BYTES + LOG_PER_BACKUP * backupBytes(newest)

/** Returns the newest full backup of a series, by its position in the log, since the clock may have been wrong. */
export async function findNewestBackup(store: BackupStore, series: string): Promise<FullBackup | null> {
	const bases = await readFullBackups(store, await store.list(`${series}/`), true)
	return bases.toSorted((one, other) => one.stop - other.stop).at(-1) ?? null
}

/**
 * Takes a full backup, removes old ones, and records it in the database.
 * @returns the backup, and the total size of all backups
 */
export async function takeFullBackup(
	keeper: BackupContext,
	source: BackupSource,
	options: { place: BackupLocation; series: string; signal: AbortSignal },
) {
	const { place, series, signal } = options
	const { store, seal, isSameDisk } = place
	const begun = keeper.now()
	const previous = await findNewestBackup(store, series)
	requireDiskSpace(place, previous ? backupBytes(previous) * 1.25 : 0)
	const base = await takeBaseBackup(source, { store, seal, series, signal, now: keeper.now })
	const limit = isSameDisk ? (store.readSpace()?.total ?? 0) * SAME_DISK_SHARE : Number.POSITIVE_INFINITY
	const { bytes } = await removeOldBackups(store, series.split('/')[0] ?? '', limit)
	const seconds = Math.ceil((base.finishedAt.getTime() - begun.getTime()) / 1000)
	const megabytes = Math.max(1, Math.round(backupBytes(base) / 1e6))
	await recordBackup(keeper, { folder: store.name, megabytes, seconds })
	keeper.log.info('full backup taken', { megabytes, seconds })
	return { base, bytes, megabytes, seconds }
}
