import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { ByteRange } from '#domain/media/byte-range.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { MediaFile } from './store-media.ts'

/** Time limit for an upload and the transaction that refers to it. After that, the unused file is removed. */
const UPLOAD_MS = 86_400_000
const BATCH_SIZE = 100
const RETRY_REMOVE_MS = 3_600_000
const RETRY_SECONDS = 10

/**
 * Logs why the bucket failed, and returns the error for the caller.
 * @param toMessage gets the reason; use it only in messages to operators
 */
function uploadsUnavailable({ log }: Pick<ServiceContext, 'log'>, error: unknown, toMessage: (reason: string) => string): ServiceError {
	const reason = error instanceof Error ? error.message : String(error)
	log.throttled('error', 'bucket of uploads failed', { reason })
	return new ServiceError('overloaded', 'uploads_unavailable', toMessage(reason), { retryAfterSeconds: RETRY_SECONDS })
}

/**
 * Uploads files to the bucket, if there is one, and sets their `objectKey`. Call it before the transaction that stores their rows: if
 * that fails or never runs, `removeUnlinked` deletes the files.
 * @throws ServiceError uploads_unavailable (503)
 */
export async function uploadFiles(
	ctx: Pick<ServiceContext, 'db' | 'log' | 'now' | 'uploads'>,
	files: readonly MediaFile[],
): Promise<MediaFile[]> {
	const { db, uploads } = ctx
	if (!uploads) return [...files]
	const uploaded: MediaFile[] = []
	for (const file of files) {
		const objectKey = `media/${randomUUID()}`
		const removeAfter = new Date(ctx.now().getTime() + UPLOAD_MS)
		await db.insertInto('unlinked_uploads').values({ object_key: objectKey, remove_after: removeAfter }).execute()
		await uploads.write(objectKey, file).catch((error: unknown) => {
			const toMessage = (reason: string) => `The file storage didn’t accept the file (${reason}). Nothing was saved. Please try again.`
			throw uploadsUnavailable(ctx, error, toMessage)
		})
		uploaded.push({ ...file, objectKey })
	}
	return uploaded
}

/**
 * Marks an uploaded file as used, so that it isn't removed. Call it in the transaction that stores its row.
 * @throws Error if the file was removed in the meantime
 */
export async function markUploadLinked(tx: Tx, key: string): Promise<void> {
	const { numDeletedRows } = await tx.deleteFrom('unlinked_uploads').where('object_key', '=', key).executeTakeFirstOrThrow()
	if (numDeletedRows === 0n) throw new Error(`the upload ${key} took too long and was removed`)
}

/** Reads bytes of a file in the bucket, both ends included. @throws Error with the reason */
export async function readBucketFile({ uploads }: Pick<ServiceContext, 'uploads'>, key: string, { first, last }: ByteRange) {
	if (!uploads) throw new Error('files are in a bucket, but UPLOADS_S3_URL is not set')
	return uploads.read(key, first, last)
}

/** Logs why a file in the bucket can't be read. @returns uploads_unavailable (503) */
export const bucketFileUnreadable = (ctx: Pick<ServiceContext, 'log'>, error: unknown) =>
	uploadsUnavailable(ctx, error, () => 'This file can’t be read right now.')

/**
 * Removes files from the bucket whose row was deleted or never stored. A file that can't be removed is tried again in an hour,
 * so that it doesn't delay the others.
 * @throws Error that says why a file couldn't be removed
 */
export async function removeUnlinked(ctx: Pick<ServiceContext, 'db' | 'log' | 'now' | 'uploads'>): Promise<number> {
	const { db, now, uploads } = ctx
	if (!uploads) return 0
	const due = await db.selectFrom('unlinked_uploads').select('object_key').where('remove_after', '<', now()).limit(BATCH_SIZE).execute()
	const remove = (key: string) =>
		inTransaction(db, async (tx) => {
			const { rows } = await sql`select from unlinked_uploads where object_key = ${key} for update skip locked`.execute(tx)
			if (rows.length === 0) return
			await uploads.remove(key)
			await tx.deleteFrom('unlinked_uploads').where('object_key', '=', key).execute()
		})
	for (const { object_key: key } of due)
		await remove(key).catch(async (error: unknown) => {
			const later = new Date(now().getTime() + RETRY_REMOVE_MS)
			await db.updateTable('unlinked_uploads').set({ remove_after: later }).where('object_key', '=', key).execute()
			throw error
		})
	return due.length
}
