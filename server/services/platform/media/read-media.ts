import type { ByteRange } from '#domain/media/byte-range.ts'
import { isCanonicalUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { CHUNK_BYTES } from './store-media.ts'

export type StoredFile = { mediaId: string; variant: number; contentType: string; bytes: number; checksum: Buffer }

const CAPTIONS = /^captions-([a-zA-Z-]{2,6})\.vtt$/

/**
 * Finds a file, or a video's captions, by its URL. Anyone with the URL may read it, since it contains 122 random bits.
 * @param variant width of a smaller copy; 0 for the original
 */
export async function findMediaFile(
	{ db }: Pick<ServiceContext, 'db'>,
	{ id, name, variant }: { id: string; name: string; variant: number },
): Promise<StoredFile | null> {
	// PostgreSQL rejects NUL bytes.
	if (!isCanonicalUuid(id) || variant < 0 || name.includes('\0')) return null
	const language = CAPTIONS.exec(name)?.[1]
	const found = await db
		.selectFrom('media')
		.innerJoin('media_files as file', 'file.media_id', 'media.id')
		.select(['media.id', 'file.content_type', 'file.bytes', 'file.checksum'])
		.where('file.variant', '=', variant)
		.$if(language === undefined, (query) => query.where('media.id', '=', id).where('media.name', '=', name))
		.$if(language !== undefined, (query) => query.where('media.video_id', '=', id).where('media.language', '=', language ?? ''))
		.executeTakeFirst()
	return found
		? { mediaId: found.id, variant, contentType: found.content_type, bytes: Number(found.bytes), checksum: found.checksum }
		: null
}

/** Streams a file, reading one chunk at a time as the client requests it. */
export function streamMediaFile(
	{ db }: Pick<ServiceContext, 'db'>,
	{ mediaId, variant }: StoredFile,
	range: ByteRange,
): ReadableStream<Uint8Array<ArrayBuffer>> {
	let at = range.first
	return new ReadableStream(
		{
			async pull(controller) {
				const number = Math.floor(at / CHUNK_BYTES)
				const { data } = await db
					.selectFrom('media_chunks')
					.select('data')
					.where('media_id', '=', mediaId)
					.where('variant', '=', variant)
					.where('number', '=', number)
					.executeTakeFirstOrThrow()
				const from = number * CHUNK_BYTES
				controller.enqueue(new Uint8Array(data.subarray(at - from, range.last + 1 - from)))
				at = from + data.length
				if (at > range.last) controller.close()
			},
		},
		{ highWaterMark: 0 },
	)
}
