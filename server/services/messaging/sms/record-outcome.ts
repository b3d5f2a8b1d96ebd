import { sql } from 'kysely'

import { laterStatus, type SmsStatus, toLogStatus } from '#domain/sms/message-status.ts'
import type { SmsOutcome, SmsStream } from '#server/adapters/sms/port.ts'
import type { Tx } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { blockPhone, STREAMS } from './sms-blocks.ts'

const DAY_MS = 86_400_000
/** Age at which sends are deleted: longer than the longest window of a limit. */
const SENDS_LIFETIME_MS = 2 * DAY_MS

/** Deletes sends older than `SENDS_LIFETIME_MS`, and codes that expired at least that long ago. */
export async function deleteExpiredSms(ctx: ServiceContext): Promise<{ sends: number; codes: number }> {
	const before = new Date(ctx.now().getTime() - SENDS_LIFETIME_MS)
	const sends = await deleteInBatches(ctx.db, 'sms_sends', { by: 'sent_at', due: sql`sent_at < ${before}` })
	const codes = await deleteInBatches(ctx.db, 'sms_codes', { by: 'expires_at', due: sql`expires_at < ${before}` })
	return { sends, codes }
}

export type StatusChange = { messageId: string; status: SmsStatus; providerId?: string | undefined; errorCode?: string | null }

/**
 * Updates a message's status, which never goes back.
 * @returns the current status, or null for an unknown message
 */
export async function recordSmsStatus(ctx: ServiceContext, tx: Tx, change: StatusChange): Promise<SmsStatus | null> {
	const known = await tx
		.selectFrom('sms_messages')
		.select(['status', 'provider_id', 'error_code'])
		.where('id', '=', change.messageId)
		.forUpdate()
		.executeTakeFirst()
	if (!known) return null
	const status = laterStatus(known.status, change.status)
	const moved = status !== known.status
	await tx
		.updateTable('sms_messages')
		.set({
			status,
			provider_id: known.provider_id ?? change.providerId ?? null,
			error_code: moved ? (change.errorCode ?? known.error_code) : known.error_code,
			updated_at: ctx.now(),
		})
		.where('id', '=', change.messageId)
		.execute()
	if (moved)
		await tx
			.updateTable('sms_logs')
			.set({ status: toLogStatus(status) })
			.where('id', '=', change.messageId)
			.execute()
	return status
}

const STATUS_OF: Record<Exclude<SmsOutcome['kind'], 'accepted' | 'later'>, SmsStatus> = { refused: 'failed', unknown: 'unknown' }

/** Records the outcome of a send. A refused number is blocked for this stream or for all. The caller handles `later`. */
export async function recordOutcome(
	ctx: ServiceContext,
	sent: { messageId: string; phone: string; stream: SmsStream },
	outcome: Exclude<SmsOutcome, { kind: 'later' }>,
): Promise<void> {
	const change: StatusChange =
		outcome.kind === 'accepted'
			? { messageId: sent.messageId, status: outcome.status, providerId: outcome.providerId }
			: { messageId: sent.messageId, status: STATUS_OF[outcome.kind], errorCode: outcome.code }
	await inTransaction(ctx.db, (tx) => recordSmsStatus(ctx, tx, change))
	if (outcome.kind !== 'refused') return
	if (outcome.refusal === 'opted-out') await blockPhone(ctx, { phone: sent.phone, streams: [sent.stream], reason: 'provider' })
	if (outcome.refusal === 'bad-number') await blockPhone(ctx, { phone: sent.phone, streams: STREAMS, reason: 'not-mobile' })
	if (outcome.refusal === 'setup' || outcome.refusal === 'other')
		ctx.log.error('SMS refused by the provider', { messageId: sent.messageId, code: outcome.code })
}
