import { nextWakingTime } from '#domain/sms/quiet-hours.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'

import { mayNotify, type NotificationKind } from './queue-sms.ts'
import { recordSmsOutcome } from './record-outcome.ts'
import { reserveSend, toSendKeys } from './reserve-send.ts'

const MAX_ATTEMPTS = 6

const lockMessage = (tx: Tx, id: string) => tx.selectFrom('sms_messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
type Message = NonNullable<Awaited<ReturnType<typeof lockMessage>>>

/** Composes the text when the SMS is sent; null if there is nothing left to report. */
export type ComposeText = (ctx: ServiceContext, tx: Tx, message: { id: string; user_id: string }) => Promise<string | null>

type Claim = { kind: 'send'; phone: string; body: string } | { kind: 'nothing' } | { kind: 'wait' }

async function close(
	ctx: ServiceContext,
	tx: Tx,
	{ message, status, why }: { message: Message; status: 'suppressed' | 'unknown' | 'failed'; why: string },
): Promise<Claim> {
	await tx.updateTable('sms_messages').set({ status, error_code: why, updated_at: ctx.now() }).where('id', '=', message.id).execute()
	ctx.log.warn('SMS not sent', { messageId: message.id, kind: message.kind, why })
	return { kind: 'nothing' }
}

/**
 * Counts a message against the limits before it is sent.
 * @returns why the message is suppressed, or null
 */
async function reserve(
	ctx: ServiceContext,
	tx: Tx,
	{ message, phone, country }: { message: Message; phone: string; country: string },
): Promise<string | null> {
	const keys = await toSendKeys(ctx, { userId: message.user_id, phone })
	try {
		await reserveSend(ctx, tx, { messageId: message.id, isCode: false, isStrangers: false, keys, country })
		return null
	} catch (error) {
		if (error instanceof ServiceError) return error.code
		throw error
	}
}

async function claim(ctx: ServiceContext, tx: Tx, { messageId, compose }: { messageId: string; compose: ComposeText }): Promise<Claim> {
	const message = await lockMessage(tx, messageId)
	if (!message) return { kind: 'nothing' }
	// A process died between sending and storing the result. The SMS may have been sent.
	if (message.status === 'sending') return close(ctx, tx, { message, status: 'unknown', why: 'interrupted' })
	if (message.status !== 'queued') return { kind: 'nothing' }
	const kind = message.kind as NotificationKind
	const recipient = await mayNotify(ctx, tx, { userId: message.user_id, kind })
	if (!recipient.ok) return close(ctx, tx, { message, status: 'suppressed', why: recipient.why })
	const { phone, country } = recipient.to
	const sendAtMs = nextWakingTime({ e164: phone, country }, ctx.now().getTime())
	if (sendAtMs === null) return close(ctx, tx, { message, status: 'suppressed', why: 'no-fit-hour' })
	if (sendAtMs > ctx.now().getTime()) {
		await ctx.jobs.enqueue(tx, {
			name: 'send-text',
			payload: { messageId },
			options: { delaySeconds: Math.ceil((sendAtMs - ctx.now().getTime()) / 1000) },
		})
		return { kind: 'wait' }
	}
	const body = kind === 'course_progress' ? await compose(ctx, tx, message) : message.body
	if (body === null) return close(ctx, tx, { message, status: 'suppressed', why: 'nothing-to-say' })
	const limitCode = await reserve(ctx, tx, { message, phone, country })
	if (limitCode !== null) return close(ctx, tx, { message, status: 'suppressed', why: limitCode })
	await tx
		.updateTable('sms_messages')
		.set({ status: 'sending', to_phone: phone, country, body, attempts: message.attempts + 1, updated_at: ctx.now() })
		.where('id', '=', messageId)
		.execute()
	await tx
		.insertInto('sms_logs')
		.values({ id: messageId, user_id: message.user_id, type: kind, message: body, status: 'queued', created_at: ctx.now() })
		.onConflict((conflict) => conflict.column('id').doNothing())
		.execute()
	return { kind: 'send', phone, body }
}

/** Returns the message to the queue and releases its limits. The last attempt marks it as failed. */
async function retryLater(ctx: ServiceContext, messageId: string, code: string): Promise<void> {
	const isLast = await inTransaction(ctx.db, async (tx) => {
		const message = await lockMessage(tx, messageId)
		await tx.deleteFrom('sms_sends').where('message_id', '=', messageId).execute()
		const last = (message?.attempts ?? MAX_ATTEMPTS) >= MAX_ATTEMPTS
		await tx
			.updateTable('sms_messages')
			.set({ status: last ? 'failed' : 'queued', error_code: code, updated_at: ctx.now() })
			.where('id', '=', messageId)
			.execute()
		if (last) await tx.updateTable('sms_logs').set({ status: 'failed' }).where('id', '=', messageId).execute()
		return last
	})
	if (isLast) ctx.log.error('SMS failed for good', { messageId, code })
	else throw new Error(`text message ${messageId} was not accepted: ${code}`)
}

/**
 * Sends one queued SMS, at most once: it is never repeated if it may have been sent.
 * @throws Error if it certainly wasn't sent and will be retried
 */
export async function sendSms(ctx: ServiceContext, { messageId }: { messageId: string }, compose: ComposeText): Promise<void> {
	await prepareKeys(ctx)
	const claimed = await inTransaction(ctx.db, (tx) => claim(ctx, tx, { messageId, compose }))
	if (claimed.kind !== 'send') return
	const outcome = await ctx.sms.send({
		id: messageId,
		to: claimed.phone,
		body: claimed.body,
		stream: 'notifications',
		validitySeconds: null,
	})
	if (outcome.kind === 'later') await retryLater(ctx, messageId, outcome.code)
	else await recordSmsOutcome(ctx, { messageId, phone: claimed.phone, stream: 'notifications' }, outcome)
}
