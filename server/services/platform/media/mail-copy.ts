import { sql } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { isCanonicalUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { inMemory, storeFile } from './store-media.ts'

/** `variant` of a picture's copy in a format that every mail client shows. URLs of pages can't refer to it. */
const MAIL_VARIANT = 1

/** Returns the sizes in bytes of these pictures' mail copies, by ID. Pictures without one are omitted. */
export async function readMailCopySizes(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
	if (ids.length === 0) return new Map()
	const rows = await db
		.selectFrom('media_files')
		.select(['media_id', 'bytes'])
		.where('variant', '=', MAIL_VARIANT)
		.where('media_id', 'in', [...ids])
		.execute()
	return new Map(rows.map(({ media_id: id, bytes }) => [id, Number(bytes)]))
}

async function readChunks(db: Db | Tx, id: string, variant: number): Promise<Buffer> {
	const chunks = await db
		.selectFrom('media_chunks')
		.select('data')
		.where('media_id', '=', id)
		.where('variant', '=', variant)
		.orderBy('number')
		.execute()
	return Buffer.concat(chunks.map(({ data }) => data))
}

/** Reads the mail copy of a picture; null if it has none. */
export async function readMailCopy(db: Db | Tx, id: string): Promise<{ contentType: string; bytes: Buffer } | null> {
	if (!isCanonicalUuid(id)) return null
	const bytes = await readChunks(db, id, MAIL_VARIANT)
	return bytes.length === 0 ? null : { contentType: 'image/jpeg', bytes }
}

/** Reads a picture's smallest file of at least this width, or the original; null if there is no such picture. */
export async function readForMail(db: Db | Tx, id: string, width: number): Promise<Buffer | null> {
	const files = await db
		.selectFrom('media_files')
		.innerJoin('media', 'media.id', 'media_files.media_id')
		.select('variant')
		.where('media_id', '=', id)
		.where('kind', '=', 'picture')
		.where('content_type', '=', 'image/webp')
		.orderBy('variant')
		.execute()
	const wide = files.find(({ variant }) => variant >= width) ?? files[0]
	return wide ? readChunks(db, id, wide.variant) : null
}

/** Stores a picture's mail copy, a JPEG. Does nothing if the picture has one, or was deleted in the meantime. */
export const storeMailCopy = ({ db }: Pick<ServiceContext, 'db'>, { id, bytes }: { id: string; bytes: Uint8Array }) =>
	inTransaction(db, async (tx) => {
		const picture = await tx.selectFrom('media').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
		if (!picture || (await readMailCopySizes(tx, [id])).size > 0) return
		await storeFile(tx, id, inMemory(MAIL_VARIANT, 'image/jpeg', bytes))
		await tx
			.updateTable('media')
			.set({ bytes: sql<number>`bytes + ${bytes.length}` })
			.where('id', '=', id)
			.execute()
	})
