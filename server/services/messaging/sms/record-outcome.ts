import { sql } from 'kysely'

import { laterStatus, type SmsStatus, toLogStatus } from '#domain/sms/message-status.ts'
import type { InboundSms, SignedForm, SmsOutcome, SmsStream, SmsStatusReport } from '#server/adapters/sms/port.ts'
import { deleteInBatches, inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'

import { blockPhone, SMS_STREAMS, unblockPhone } from './consents.ts'
import { keywordReplies } from './sms-texts.ts'

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
	const isChanged = status !== known.status
	await tx
		.updateTable('sms_messages')
		.set({
			status,
			provider_id: known.provider_id ?? change.providerId ?? null,
			error_code: isChanged ? (change.errorCode ?? known.error_code) : known.error_code,
			updated_at: ctx.now(),
		})
		.where('id', '=', change.messageId)
		.execute()
	if (isChanged)
		await tx
			.updateTable('sms_logs')
			.set({ status: toLogStatus(status) })
			.where('id', '=', change.messageId)
			.execute()
	return status
}

const STATUS_OF: Record<Exclude<SmsOutcome['kind'], 'accepted' | 'later'>, SmsStatus> = { refused: 'failed', unknown: 'unknown' }

/** Records the outcome of a send. A refused number is blocked for this stream or for all. The caller handles the outcome `later`. */
export async function recordSmsOutcome(
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
	if (outcome.refusal === 'bad-number') await blockPhone(ctx, { phone: sent.phone, streams: SMS_STREAMS, reason: 'not-mobile' })
	if (outcome.refusal === 'setup' || outcome.refusal === 'other')
		ctx.log.error('SMS refused by the provider', { messageId: sent.messageId, code: outcome.code })
}

const requireWebhooks = (ctx: ServiceContext) => {
	if (!ctx.sms.webhooks) throw new ServiceError('not-found', 'not_found', 'No SMS provider is configured')
	return ctx.sms.webhooks
}

async function applyStatus(ctx: ServiceContext, messageId: string, report: SmsStatusReport): Promise<void> {
	const message = await ctx.db.selectFrom('sms_messages').select(['to_phone', 'provider_id']).where('id', '=', messageId).executeTakeFirst()
	// The signature is valid, but the report isn't about the message in the URL.
	if (!message || (message.provider_id !== null && message.provider_id !== report.providerId)) return
	await inTransaction(ctx.db, (tx) => recordSmsStatus(ctx, tx, { messageId, ...report }))
	if (report.trouble === 'bad-number') await blockPhone(ctx, { phone: message.to_phone, streams: SMS_STREAMS, reason: 'not-mobile' })
	if (report.trouble === 'filtered') ctx.log.error('SMS filtered by a carrier', { messageId })
}

/**
 * Processes a delivery report. Reports may arrive early, late, twice and in any order; a status never goes back.
 * @param messageId our own ID from the callback URL; a report about an unknown message is ignored
 * @throws ServiceError `bad_signature` (403), `bad_report` (400), `not_found` (404) if no provider is configured
 */
export async function receiveStatus(ctx: ServiceContext, { form, messageId }: { form: SignedForm; messageId: string }): Promise<void> {
	const report = requireWebhooks(ctx).readStatus(form)
	if (!isUuid(messageId)) return
	await prepareKeys(ctx)
	await applyStatus(ctx, messageId, report)
}

/** Applies STOP and START to the stream that the SMS was sent to, or to all if that is unknown. */
async function applyKeyword(ctx: ServiceContext, { from, stream, keyword }: InboundSms): Promise<void> {
	const streams = stream === null ? SMS_STREAMS : [stream]
	if (keyword === 'stop') await blockPhone(ctx, { phone: from, streams, reason: 'stop' })
	if (keyword === 'start') await unblockPhone(ctx, { phone: from, streams })
}

/**
 * @returns the reply to the keyword; null for none, for example if the provider has replied already
 * @throws ServiceError as `receiveStatus`
 */
export async function receiveSms(ctx: ServiceContext, form: SignedForm): Promise<string | null> {
	const text = requireWebhooks(ctx).readInbound(form)
	await prepareKeys(ctx)
	await applyKeyword(ctx, text)
	ctx.log.throttled('info', 'SMS received', { keyword: text.keyword, stream: text.stream })
	return text.keyword === 'other' || text.isAnswered ? null : keywordReplies(ctx.content)[text.keyword]
}
