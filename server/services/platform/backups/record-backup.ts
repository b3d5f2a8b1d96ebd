import { sql } from 'kysely'

import type { ServiceContext } from '#server/services/context.ts'

type Keeper = Pick<ServiceContext, 'db' | 'now'>

/**
 * Records that the database was backed up.
 * @param backup null if the operator's own tools did it
 */
export async function recordBackup(ctx: Keeper, backup: { folder: string; megabytes: number; seconds?: number } | null): Promise<void> {
	const { folder = null, megabytes = null, seconds = null } = backup ?? {}
	await ctx.db.insertInto('backups').values({ taken_at: ctx.now(), folder, megabytes, seconds }).execute()
}

/**
 * Records that a backup failed.
 * @param problem a sentence for operators
 */
export async function recordFailure(ctx: Keeper, problem: string): Promise<void> {
	await ctx.db.insertInto('backups').values({ taken_at: ctx.now(), problem }).execute()
}

/** Records a drill, in which a backup was restored. `problem` is null if it succeeded. */
export async function recordDrill(
	ctx: Keeper,
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

/** Returns when this database was set up. */
export async function readSetUpTime({ db, now }: Keeper): Promise<Date> {
	const { rows } = await sql<{ since: Date | null }>`select min(applied_at) as since from public._migration`.execute(db)
	return rows[0]?.since ?? now()
}

export async function readLastBackup({ db, now }: Keeper): Promise<LastBackup> {
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
export const readLastDrill = ({ db }: Pick<Keeper, 'db'>) =>
	db
		.selectFrom('backups')
		.select(['taken_at', 'megabytes', 'seconds', 'problem'])
		.where('kind', '=', 'drill')
		.orderBy('taken_at', 'desc')
		.limit(1)
		.executeTakeFirst()
