import { sql } from 'kysely'
import { createHash } from 'node:crypto'

import type { RangeReader } from '#domain/media/read-video-size.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { markUploadLinked } from './bucket-files.ts'

export async function readMediaUse(db: Db | Tx): Promise<{ count: number; bytes: number }> {
	const use = await db
		.selectFrom('media')
		.select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<string | null>('bytes').as('bytes')])
		.executeTakeFirstOrThrow()
	return { count: use.count, bytes: Number(use.bytes ?? 0) }
}

/** Chunk size: large enough to play a video with few reads, small enough for memory. */
export const CHUNK_BYTES = 512 * 1024

export type MediaFile = {
	/** Width of a smaller copy; 0 for the original. */
	variant: number
	contentType: string
	bytes: number
	/** SHA-256 of the file. */
	checksum: Buffer
	read: RangeReader
	/** Key of the file in the bucket, if `uploadFiles` wrote it there. */
	objectKey?: string | undefined
}

export const mediaFileInMemory = (variant: number, contentType: string, data: Uint8Array): MediaFile => ({
	variant,
	contentType,
	bytes: data.length,
	checksum: createHash('sha256').update(data).digest(),
	read: (offset, length) => Promise.resolve(data.subarray(offset, offset + length)),
})

export type NewMedia = {
	name: string
	alt: string
	uploaderId: string | null
	files: readonly MediaFile[]
} & (
	| { kind: 'picture' | 'video'; width: number; height: number; captionsOf?: undefined }
	| { kind: 'file'; width: null; height: null; captionsOf?: undefined }
	| { kind: 'captions'; captionsOf: { videoId: string; language: string }; width?: undefined; height?: undefined }
)

export async function storeFile(
	tx: Tx,
	mediaId: string,
	{ variant, contentType, bytes, checksum, read, objectKey }: MediaFile,
): Promise<void> {
	const key = { media_id: mediaId, variant }
	await tx
		.insertInto('media_files')
		.values({ ...key, content_type: contentType, bytes, checksum, object_key: objectKey ?? null })
		.execute()
	if (objectKey === undefined) await storeChunks(tx, key, { bytes, read })
	else await markUploadLinked(tx, objectKey)
}

type FileKey = { media_id: string; variant: number }

export async function storeChunks(tx: Tx, key: FileKey, { bytes, read }: Pick<MediaFile, 'bytes' | 'read'>): Promise<void> {
	for (let number = 0; number * CHUNK_BYTES < bytes; number += 1) {
		const data = await read(number * CHUNK_BYTES, CHUNK_BYTES)
		await tx
			.insertInto('media_chunks')
			.values({ ...key, number, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) })
			.execute()
	}
}

/**
 * Stores a file with its smaller copies, all or nothing. If there is a bucket, `uploadFiles` has written them to it.
 * @returns its ID
 * @throws ServiceError media_full (413) if the library would exceed MEDIA_STORAGE_MB
 */
export function storeMedia(ctx: ServiceContext, { files, uploaderId, captionsOf, ...facts }: NewMedia): Promise<string> {
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
	const captions = captionsOf && { video_id: captionsOf.videoId, language: captionsOf.language }
	return inTransaction(ctx.db, async (tx) => {
		const { id } = await tx
			.insertInto('media')
			.values({ ...facts, ...captions, bytes, uploader_id: uploaderId, created_at: ctx.now() })
			.returning('id')
			.executeTakeFirstOrThrow()
		for (const file of files) await storeFile(tx, id, file)
		// Take the lock only now, so that uploads don't wait while another one's bytes are written.
		await sql`select pg_advisory_xact_lock(hashtextextended('media', 0))`.execute(tx)
		await requireQuota(ctx, tx, 0)
		return id
	})
}

export const inMegabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en-US')} MB`

/** @throws ServiceError media_full (413) if this many more bytes don't fit */
export async function requireQuota(ctx: ServiceContext, db: Db | Tx, more: number): Promise<void> {
	const limit = ctx.config.media.storageBytes
	const { bytes } = await readMediaUse(db)
	if (bytes + more <= limit) return
	throw new ServiceError(
		'too-large',
		'media_full',
		`The media library is full (${inMegabytes(limit)}). Delete files you no longer use, or ask the person who runs your server for more storage.`,
	)
}
