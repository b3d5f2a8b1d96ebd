import { sql } from 'kysely'

import type { ServiceContext } from '#server/services/context.ts'

type Keeper = Pick<ServiceContext, 'db' | 'now'>

/** @param backup null if the operator's own tools made it */
export async function recordBackup(ctx: Keeper, backup: { folder: string; megabytes: number } | null): Promise<void> {
	await ctx.db
		.insertInto('backups')
		.values({ taken_at: ctx.now(), folder: backup?.folder ?? null, megabytes: backup?.megabytes ?? null })
		.execute()
}

export type LastBackup = {
	/** Null if no backup was ever recorded. */
	takenAt: Date | null
	/** If this program made the backup. */
	folder: string | null
	/** The last backup; without one, the day this database was set up. */
	since: Date
}

export async function readLastBackup({ db, now }: Keeper): Promise<LastBackup> {
	const last = await db.selectFrom('backups').select(['taken_at', 'folder']).orderBy('taken_at', 'desc').limit(1).executeTakeFirst()
	if (last) return { takenAt: last.taken_at, folder: last.folder, since: last.taken_at }
	const { rows } = await sql<{ since: Date | null }>`select min(applied_at) as since from public._migration`.execute(db)
	return { takenAt: null, folder: null, since: rows[0]?.since ?? now() }
}
