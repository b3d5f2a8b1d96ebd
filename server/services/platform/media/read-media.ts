import { sql } from 'kysely'

import type { ByteRange } from '#domain/media/byte-range.ts'
import { mediaAddress } from '#domain/media/media-address.ts'
import { isCanonicalUuid } from '#server/db/database.ts'
import { streamOf } from '#server/kernel/stream-of.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { bucketFileUnreadable, readBucketFile } from './bucket-files.ts'
import { CHUNK_BYTES } from './store-media.ts'

export type StoredFile = {
	mediaId: string
	variant: number
	contentType: string
	bytes: number
	checksum: Buffer
	objectKey: string | null
}

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
		.select(['media.id', 'file.content_type', 'file.bytes', 'file.checksum', 'file.object_key'])
		.where('file.variant', '=', variant)
		.$if(language === undefined, (query) => query.where('media.id', '=', id).where('media.name', '=', name))
		.$if(language !== undefined, (query) => query.where('media.video_id', '=', id).where('media.language', '=', language ?? ''))
		.executeTakeFirst()
	if (!found) return null
	const { content_type: contentType, bytes, checksum, object_key: objectKey } = found
	return { mediaId: found.id, variant, contentType, bytes: Number(bytes), checksum, objectKey }
}

type Source = Pick<ServiceContext, 'db' | 'log' | 'uploads'>
type Located = Pick<StoredFile, 'mediaId' | 'variant' | 'objectKey'>

/** Bytes per read from the bucket. Small, because each open stream holds one part in memory. */
const OBJECT_PART_BYTES = 1024 * 1024

async function readChunk({ db }: Source, { mediaId, variant }: Located, { first, last }: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
	const number = Math.floor(first / CHUNK_BYTES)
	const { data } = await db
		.selectFrom('media_chunks')
		.select('data')
		.where('media_id', '=', mediaId)
		.where('variant', '=', variant)
		.where('number', '=', number)
		.executeTakeFirstOrThrow()
	const from = number * CHUNK_BYTES
	return new Uint8Array(data.subarray(first - from, last + 1 - from))
}

/**
 * Reads bytes from `range.first` on, at most to the end of a chunk in the database or of a part from the bucket. If the file has been
 * moved since, they come from its new location.
 * @throws ServiceError uploads_unavailable (503)
 */
export async function readMediaPart(ctx: Source, file: Located, range: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
	const { mediaId, variant, objectKey } = file
	const last = Math.min(range.last, range.first + OBJECT_PART_BYTES - 1)
	try {
		return await (objectKey === null ? readChunk(ctx, file, range) : readBucketFile(ctx, objectKey, { first: range.first, last }))
	} catch (error) {
		const place = await ctx.db
			.selectFrom('media_files')
			.select('object_key')
			.where('media_id', '=', mediaId)
			.where('variant', '=', variant)
			.executeTakeFirstOrThrow()
		if (place.object_key !== objectKey) return readMediaPart(ctx, { ...file, objectKey: place.object_key }, range)
		throw objectKey === null ? error : bucketFileUnreadable(ctx, error)
	}
}

export async function readMediaFile(ctx: Source, file: Located & { bytes: number }): Promise<Buffer> {
	const parts: Uint8Array[] = []
	for (let at = 0; at < file.bytes; at += parts.at(-1)?.length ?? 0)
		parts.push(await readMediaPart(ctx, file, { first: at, last: file.bytes - 1 }))
	return Buffer.concat(parts)
}

/**
 * Streams a file, reading one part at a time as the client requests it.
 * @throws ServiceError uploads_unavailable (503) if the first part can't be read
 */
export async function streamMediaFile(
	ctx: Source,
	file: StoredFile,
	{ first, last }: ByteRange,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
	let part = await readMediaPart(ctx, file, { first, last })
	async function* parts() {
		for (let at = first + part.length; ; at += part.length) {
			yield part
			if (at > last) return
			part = await readMediaPart(ctx, file, { first: at, last })
		}
	}
	return streamOf(parts())
}

/** Lists the languages of a video's captions; English comes first, since players show the first one. */
export async function listCaptionLanguages({ db }: Pick<ServiceContext, 'db'>, videoId: string): Promise<string[]> {
	const rows = await db
		.selectFrom('media')
		.select('language')
		.where('video_id', '=', videoId)
		.orderBy(sql`language <> 'en'`)
		.orderBy('language')
		.execute()
	return rows.map(({ language }) => language ?? '')
}

/** Column with the languages of a video's captions, joined by commas; null without captions. */
export const selectCaptionLanguages = sql<string | null>`(
	select string_agg(captions.language, ',' order by captions.language <> 'en', captions.language)
	from media as captions where captions.video_id = media.id
)`.as('languages')

/** Lists videos as values of `welcomeVideo` (content/site.json) with their labels, newest first. */
export async function listVideos({ db }: Pick<ServiceContext, 'db'>): Promise<(readonly [string, string])[]> {
	const rows = await db
		.selectFrom('media')
		.select(['id', 'name', 'alt', selectCaptionLanguages])
		.where('kind', '=', 'video')
		.orderBy('created_at', 'desc')
		.execute()
	return rows.map(({ id, name, alt, languages: spoken }) => {
		const url = mediaAddress({ id, name })
		return spoken === null ? [url, `${alt || name} (no captions)`] : [`${url}#captions=${spoken}`, alt || name]
	})
}
