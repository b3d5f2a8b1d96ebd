import type { Db, Tx } from '#server/db/database.ts'

/** Counts the files of the library and their bytes. */
export async function readMediaUse(db: Db | Tx): Promise<{ count: number; bytes: number }> {
	const use = await db
		.selectFrom('media')
		.select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<string | null>('bytes').as('bytes')])
		.executeTakeFirstOrThrow()
	return { count: use.count, bytes: Number(use.bytes ?? 0) }
}
