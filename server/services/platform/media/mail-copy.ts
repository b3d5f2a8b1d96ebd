import { sql } from 'kysely'

import { type Db, inTransaction, isCanonicalUuid, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { readMediaFile } from './read-media.ts'
import { mediaFileInMemory, storeFile } from './store-media.ts'

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

type Source = Pick<ServiceContext, 'db' | 'log' | 'uploads'>

const findFiles = (db: Db | Tx, id: string) =>
	db
		.selectFrom('media_files as file')
		.innerJoin('media', 'media.id', 'file.media_id')
		.select(['media_id as mediaId', 'variant', 'object_key as objectKey', 'file.bytes'])
		.where('media_id', '=', id)

export async function readMailCopy(ctx: Source, id: string): Promise<{ contentType: string; bytes: Buffer } | null> {
	if (!isCanonicalUuid(id)) return null
	const file = await findFiles(ctx.db, id).where('variant', '=', MAIL_VARIANT).executeTakeFirst()
	return file ? { contentType: 'image/jpeg', bytes: await readMediaFile(ctx, { ...file, bytes: Number(file.bytes) }) } : null
}

/** Reads a picture's smallest file of at least this width, or the original; null if there is no such picture. */
export async function readForMail(ctx: Source, id: string, width: number): Promise<Buffer | null> {
	const files = await findFiles(ctx.db, id)
		.where('content_type', '=', 'image/webp')
		.where('kind', '=', 'picture')
		.orderBy('variant')
		.execute()
	const wide = files.find(({ variant }) => variant >= width) ?? files[0]
	return wide ? readMediaFile(ctx, { ...wide, bytes: Number(wide.bytes) }) : null
}

/** Stores a picture's mail copy, a JPEG, in the database. Does nothing if the picture has one, or was deleted in the meantime. */
export const storePictureForMail = ({ db }: Pick<ServiceContext, 'db'>, { id, bytes }: { id: string; bytes: Uint8Array }) =>
	inTransaction(db, async (tx) => {
		const picture = await tx.selectFrom('media').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
		if (!picture || (await readMailCopySizes(tx, [id])).size > 0) return
		await storeFile(tx, id, mediaFileInMemory(MAIL_VARIANT, 'image/jpeg', bytes))
		await tx
			.updateTable('media')
			.set({ bytes: sql<number>`bytes + ${bytes.length}` })
			.where('id', '=', id)
			.execute()
	})
