import { createHash } from 'node:crypto'

import type { RangeReader } from '#domain/media/read-video-size.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { markUploadLinked, uploadFiles } from './bucket-files.ts'
import { readMediaPart, type StoredFile } from './read-media.ts'
import { CHUNK_BYTES, storeChunks } from './store-media.ts'

type Ctx = Pick<ServiceContext, 'db' | 'log' | 'now' | 'uploads'>

const readFrom =
	(ctx: Ctx, file: StoredFile): RangeReader =>
	async (offset, length) => {
		const last = Math.min(offset + length, file.bytes) - 1
		const parts: Uint8Array[] = []
		for (let at = offset; at <= last; at += parts.at(-1)?.length ?? 0) parts.push(await readMediaPart(ctx, file, { first: at, last }))
		return Buffer.concat(parts)
	}

/** Reads the whole file and compares it with the SHA-256 of its upload. @throws Error if it differs */
async function requireSame(ctx: Ctx, file: StoredFile): Promise<void> {
	const [hash, read] = [createHash('sha256'), readFrom(ctx, file)]
	for (let at = 0; at < file.bytes; at += CHUNK_BYTES) hash.update(await read(at, CHUNK_BYTES))
	if (!hash.digest().equals(file.checksum)) throw new Error(`${file.mediaId}/${file.variant} is damaged; it was not moved`)
}

/**
 * Updates the row to the file's new location.
 * @returns false if it was deleted or moved in the meantime
 */
async function repoint(tx: Tx, { mediaId, variant, objectKey }: StoredFile, to: string | null): Promise<boolean> {
	const { numUpdatedRows } = await tx
		.updateTable('media_files')
		.set({ object_key: to })
		.where('media_id', '=', mediaId)
		.where('variant', '=', variant)
		.where('object_key', 'is not distinct from', objectKey)
		.executeTakeFirstOrThrow()
	return numUpdatedRows > 0n
}

async function moveToBucket(ctx: Ctx, file: StoredFile): Promise<void> {
	const [{ objectKey } = {}] = await uploadFiles(ctx, [{ ...file, objectKey: undefined, read: readFrom(ctx, file) }])
	if (objectKey === undefined) throw new Error('UPLOADS_S3_URL is not set, so there is no bucket to move to')
	await requireSame(ctx, { ...file, objectKey })
	await inTransaction(ctx.db, async (tx) => {
		if (!(await repoint(tx, file, objectKey))) return
		await tx.deleteFrom('media_chunks').where('media_id', '=', file.mediaId).where('variant', '=', file.variant).execute()
		await markUploadLinked(tx, objectKey)
	})
}

async function moveToDatabase(ctx: Ctx, file: StoredFile): Promise<void> {
	await requireSame(ctx, file)
	await inTransaction(ctx.db, async (tx) => {
		if (!(await repoint(tx, file, null))) return
		await storeChunks(tx, { media_id: file.mediaId, variant: file.variant }, { bytes: file.bytes, read: readFrom(ctx, file) })
	})
}

/**
 * Moves the media library's files, one after another, while servers may be running. After a failure, call it again.
 * @returns the number of files processed
 * @throws Error, ServiceError uploads_unavailable with the first failure
 */
export async function moveMedia(ctx: Ctx, to: 'bucket' | 'database'): Promise<number> {
	const files = await ctx.db
		.selectFrom('media_files')
		.selectAll()
		.where('object_key', to === 'bucket' ? 'is' : 'is not', null)
		.execute()
	for (const { media_id: mediaId, variant, content_type: contentType, bytes, checksum, object_key: objectKey } of files) {
		const file = { mediaId, variant, contentType, bytes: Number(bytes), checksum, objectKey }
		await (to === 'bucket' ? moveToBucket(ctx, file) : moveToDatabase(ctx, file))
	}
	return files.length
}
