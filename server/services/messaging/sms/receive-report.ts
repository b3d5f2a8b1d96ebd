import type { InboundText, SignedForm, StatusReport } from '#server/adapters/sms/port.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'

import { recordSmsStatus } from './record-outcome.ts'
import { blockPhone, STREAMS, unblockPhone } from './sms-blocks.ts'
import { keywordReplies } from './sms-texts.ts'

const webhooksOf = (ctx: ServiceContext) => {
	if (!ctx.sms.webhooks) throw new ServiceError('not-found', 'not_found', 'No SMS provider is configured')
	return ctx.sms.webhooks
}

async function applyStatus(ctx: ServiceContext, messageId: string, report: StatusReport): Promise<void> {
	const message = await ctx.db.selectFrom('sms_messages').select(['to_phone', 'provider_id']).where('id', '=', messageId).executeTakeFirst()
	// The report is signed, but not about the message in the URL.
	if (!message || (message.provider_id !== null && message.provider_id !== report.providerId)) return
	await inTransaction(ctx.db, (tx) => recordSmsStatus(ctx, tx, { messageId, ...report }))
	if (report.trouble === 'bad-number') await blockPhone(ctx, { phone: message.to_phone, streams: STREAMS, reason: 'not-mobile' })
	if (report.trouble === 'filtered') ctx.log.error('SMS filtered by a carrier', { messageId })
}

/**
 * Processes a delivery report. Reports may arrive early, late, twice and in any order; a status never goes back.
 * @param messageId our own ID from the callback URL; a report about an unknown message is ignored
 * @throws ServiceError `bad_signature` (403), `bad_report` (400), `not_found` (404) if no provider is configured
 */
export async function receiveStatus(ctx: ServiceContext, { form, messageId }: { form: SignedForm; messageId: string }): Promise<void> {
	const report = webhooksOf(ctx).readStatus(form)
	if (!isUuid(messageId)) return
	await prepareKeys(ctx)
	await applyStatus(ctx, messageId, report)
}

/** Applies STOP and START to the stream that the SMS was sent to, or to all if that is unknown. */
async function followKeyword(ctx: ServiceContext, { from, stream, keyword }: InboundText): Promise<void> {
	const streams = stream === null ? STREAMS : [stream]
	if (keyword === 'stop') await blockPhone(ctx, { phone: from, streams, reason: 'stop' })
	if (keyword === 'start') await unblockPhone(ctx, { phone: from, streams })
}

/**
 * @returns the reply to the keyword; null for none, for example if the provider has replied already
 * @throws ServiceError as `receiveStatus`
 */
export async function receiveSms(ctx: ServiceContext, form: SignedForm): Promise<string | null> {
	const text = webhooksOf(ctx).readInbound(form)
	await prepareKeys(ctx)
	await followKeyword(ctx, text)
	ctx.log.throttled('info', 'SMS received', { keyword: text.keyword, stream: text.stream })
	return text.keyword === 'other' || text.isAnswered ? null : keywordReplies(ctx.content)[text.keyword]
}
