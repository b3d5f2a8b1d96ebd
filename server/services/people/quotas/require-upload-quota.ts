import { sql } from 'kysely'

import { bitsFor } from '#domain/auth/message-shares.ts'
import { checkFileStorage, crossesHalfOfLimit, type FileUse, hourlyBytes } from '#domain/storage/file-storage.ts'
import { APPLICATION_FILE_BYTES, fitsQuota } from '#domain/storage/storage-quotas.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { alertOperator } from '#server/services/messaging/operator-alerts/alert-operator.ts'
import { inMegabytes } from '#server/services/platform/media/store-media.ts'

const HOUR_MS = 3_600_000
const describeAlternative = ({ content }: ServiceContext) =>
	`send your application without the file and email the file to ${content.site.supportEmail}.`

const FULL = 'files_full'

function tooLarge(ctx: ServiceContext, code: 'storage_full' | typeof FULL, what: string): ServiceError {
	const message = `${what} Please ${describeAlternative(ctx)}`
	return new ServiceError('too-large', code, message, { fields: { cv: message } })
}

function filesBusy(ctx: ServiceContext): ServiceError {
	const message = `We’re getting more files than usual right now. Please try again in an hour, or ${describeAlternative(ctx)}`
	return new ServiceError('rate-limited', 'files_busy', message, { retryAfterSeconds: HOUR_MS / 1000, fields: { cv: message } })
}

/** Returns the total size of stored application files, and of those uploaded in the last hour. */
export async function readFileUse({ now }: Pick<ServiceContext, 'now'>, db: Db | Tx): Promise<FileUse> {
	const hourAgo = new Date(now().getTime() - HOUR_MS)
	const { rows } = await sql<FileUse>`
		select coalesce(sum(size_bytes), 0)::int8 as stored,
			coalesce(sum(size_bytes) filter (where created_at > ${hourAgo}), 0)::int8 as "lastHour"
		from job_application_files join job_applications on id = application_id`.execute(db)
	return rows[0] ?? { stored: 0, lastHour: 0 }
}

/** Proof-of-work difficulty of an upload, in leading zero bits; 0 for none. It rises as the hour's limit fills up. */
export async function fileProofBits(ctx: ServiceContext): Promise<number> {
	const { lastHour } = await readFileUse(ctx, ctx.db)
	const share = hourlyBytes(ctx.config.fileStorageBytes)
	// Pass millionths, because `bitsFor` is made for message counts and requires no proof for the first few.
	return bitsFor(1e6, (lastHour / share) * 1e6)
}

/** Alerts the operator, at most once a day per kind of alert. */
async function alertOnce(ctx: ServiceContext, tx: Tx, kind: 'file_storage_half' | 'file_storage_full'): Promise<void> {
	const facts = { limit: inMegabytes(ctx.config.fileStorageBytes) }
	await alertOperator(ctx, tx, { kind, key: `${kind}:${ctx.now().toISOString().slice(0, 10)}`, facts })
}

async function sumOfAddress(tx: Tx, email: string): Promise<number> {
	const { rows } = await sql<{ used: number }>`
		select coalesce(sum(size_bytes), 0)::int8 as used
		from job_application_files join job_applications on id = application_id where email = ${email}`.execute(tx)
	return rows[0]?.used ?? 0
}

/**
 * Requires free space for an upload. Call it in the transaction that stores the file. A lock serializes uploads: parallel ones
 * would otherwise all find the same free space.
 * @throws ServiceError `storage_full` or `files_full` (413), `files_busy` (429)
 */
export async function requireUploadQuota(ctx: ServiceContext, tx: Tx, { email, bytes }: { email: string; bytes: number }): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended('stored-files', 0))`.execute(tx)
	const limit = ctx.config.fileStorageBytes
	const use = await readFileUse(ctx, tx)
	const verdict = checkFileStorage(limit, use, bytes)
	if (verdict === 'full') throw tooLarge(ctx, FULL, 'We can’t store more files right now.')
	if (verdict === 'busy') throw filesBusy(ctx)
	const ofAddress = (await sumOfAddress(tx, email)) + bytes
	if (!fitsQuota({ used: ofAddress, limit: APPLICATION_FILE_BYTES }, bytes))
		throw tooLarge(ctx, 'storage_full', 'You have sent us several files already.')
	if (crossesHalfOfLimit(limit, use.stored, bytes)) await alertOnce(ctx, tx, 'file_storage_half')
}

/**
 * Alerts the operator if the storage is full. Call it after the transaction, which this error has rolled back. If the alert
 * fails, the sender gets the same response.
 */
export async function alertIfStorageFull(ctx: ServiceContext, error: unknown): Promise<void> {
	if (!(error instanceof ServiceError) || error.code !== FULL) return
	await inTransaction(ctx.db, (tx) => alertOnce(ctx, tx, 'file_storage_full')).catch((failure: unknown) => {
		ctx.log.error('operator alert could not be stored', { error: failure })
	})
}
