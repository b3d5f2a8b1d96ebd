import { sql } from 'kysely'

import type { BackupStore } from '#server/db/backup/store.ts'
import type { ServiceContext } from '#server/services/context.ts'

type BackupContext = Pick<ServiceContext, 'db' | 'now'>

/**
 * Records that the database was backed up.
 * @param backup null if the operator's own tools did it
 */
export async function recordBackup(
	ctx: BackupContext,
	backup: { folder: string; megabytes: number; seconds?: number } | null,
): Promise<void> {
	const { folder = null, megabytes = null, seconds = null } = backup ?? {}
	await ctx.db.insertInto('backups').values({ taken_at: ctx.now(), folder, megabytes, seconds }).execute()
}

/**
 * Records that a backup failed.
 * @param problem a sentence for operators
 */
export async function recordFailure(ctx: BackupContext, problem: string): Promise<void> {
	await ctx.db.insertInto('backups').values({ taken_at: ctx.now(), problem }).execute()
}

/** Records a drill, in which a backup was restored. `problem` is null if it succeeded. */
export async function recordDrill(
	ctx: BackupContext,
	{ folder, megabytes, seconds, problem }: { folder: string; megabytes: number; seconds: number; problem: string | null },
): Promise<void> {
	await ctx.db.insertInto('backups').values({ taken_at: ctx.now(), kind: 'drill', folder, megabytes, seconds, problem }).execute()
}

export type LastBackup = {
	/** Time of the last backup; null if none was ever recorded. */
	takenAt: Date | null
	/** Folder of the backup, if this program made it. */
	folder: string | null
	megabytes: number | null
	seconds: number | null
	/** Time of the last backup or, without one, of the database's setup. */
	since: Date
}

export async function readSetUpTime({ db, now }: BackupContext): Promise<Date> {
	const { rows } = await sql<{ since: Date | null }>`select min(applied_at) as since from public._migration`.execute(db)
	return rows[0]?.since ?? now()
}

export async function readLastBackup({ db, now }: BackupContext): Promise<LastBackup> {
	const last = await db
		.selectFrom('backups')
		.select(['taken_at', 'folder', 'megabytes', 'seconds'])
		.where('kind', '=', 'backup')
		.where('problem', 'is', null)
		.orderBy('taken_at', 'desc')
		.limit(1)
		.executeTakeFirst()
	if (last) return { takenAt: last.taken_at, since: last.taken_at, folder: last.folder, megabytes: last.megabytes, seconds: last.seconds }
	return { takenAt: null, folder: null, megabytes: null, seconds: null, since: await readSetUpTime({ db, now }) }
}

/** Returns the last drill, even a failed one; undefined if there was none. */
export const readLastDrill = ({ db }: Pick<BackupContext, 'db'>) =>
	db
		.selectFrom('backups')
		.select(['taken_at', 'megabytes', 'seconds', 'problem'])
		.where('kind', '=', 'drill')
		.orderBy('taken_at', 'desc')
		.limit(1)
		.executeTakeFirst()

/** State of this process's scheduled backups. Kept in memory: after a restart, it is known again within seconds. */
export type BackupStatus = {
	/** Start of the backups by this process. */
	since: Date
	/** Location of the backups: the database's disk, another disk on this machine, or a bucket. */
	place: 'same-disk' | 'other-disk' | 'bucket'
	/** Host of the bucket; null for a folder. */
	host: string | null
	isEncrypted: boolean
	/** Time up to which all commits are backed up; null until the first copy. */
	copiedUntil: Date | null
	logProblem: string | null
	/** Reason why the last full backup failed, as a sentence. */
	backupProblem: string | null
	/** Total size of all backups; null until the first full backup by this process. */
	bytes: number | null
}

export type BackupControl = {
	store: BackupStore
	isEncrypted: boolean
	/** Takes a full backup with the next copy of the log, within seconds. */
	takeNow: () => void
}

type BackupHolder = {
	current: BackupStatus | null
	control: BackupControl | null
	/** Start times of a running full backup and restore test; null if none is running. */
	running: { backup: Date | null; drill: Date | null }
}

/** Creates the holder of the backup status. `current` and `control` are null if this process takes no backups. */
export const createBackupStatus = (): BackupHolder => ({ current: null, control: null, running: { backup: null, drill: null } })

const CODES: Readonly<Record<string, string>> = {
	ENOSPC: 'The backup storage is full.',
	EDQUOT: 'The backup storage is full.',
	EROFS: 'The backup folder is read-only.',
	EACCES: 'The server isn’t allowed to write to the backup folder.',
	EPERM: 'The server isn’t allowed to write to the backup folder.',
	ENOENT: 'The backup folder is missing.',
	ENOTDIR: 'The backup folder is missing.',
	EIO: 'The backup disk has a hardware error.',
}

/** Explains a failed backup to operators; the error itself is in the log. */
export function explainBackupProblem(error: unknown): string {
	const { code, message } = error as NodeJS.ErrnoException
	const known = code === undefined ? undefined : CODES[code]
	if (known !== undefined) return known
	if (message.includes('is damaged')) return 'The backup was damaged when read back: check the backup storage.'
	if (/fetch failed|network|timed? ?out|aborted/i.test(message)) return 'The backup storage doesn’t respond.'
	if (/refused|forbidden|denied|signature|\b40\d\b/i.test(message)) return 'The backup storage rejects the access key.'
	return 'See the server log for the reason.'
}
