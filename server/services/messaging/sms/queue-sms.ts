import { nextWakingTime } from '#domain/sms/quiet-hours.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { NotificationKind, Recipient } from './may-notify.ts'

export type QueuedSms = {
	kind: NotificationKind
	/** Null for a text that is composed when it is sent. */
	body: string | null
	/** One message per key, however often its cause is reported. */
	dedupeKey: string
	/** Not before this time, nor in the quiet hours after it (ms). */
	notBeforeMs: number
}

/**
 * Writes a text and the job that sends it, in the caller's transaction. No one waits for these, so they arrive between 8:00
 * and 21:00 at the number's place.
 * @returns the message's id; null when there is one with this key already, or no suitable hour
 */
export async function queueSms(ctx: ServiceContext, tx: Tx, { to, text }: { to: Recipient; text: QueuedSms }): Promise<string | null> {
	const leavesMs = nextWakingTime({ e164: to.phone, country: to.country }, text.notBeforeMs)
	if (leavesMs === null) return null
	const now = ctx.now()
	const row = await tx
		.insertInto('sms_messages')
		.values({
			user_id: to.userId,
			kind: text.kind,
			to_phone: to.phone,
			country: to.country,
			body: text.body,
			dedupe_key: text.dedupeKey,
			status: 'queued',
			created_at: now,
			updated_at: now,
		})
		.onConflict((conflict) => conflict.column('dedupe_key').doNothing())
		.returning('id')
		.executeTakeFirst()
	if (!row) return null
	const delaySeconds = Math.max(0, Math.ceil((leavesMs - now.getTime()) / 1000))
	await ctx.jobs.enqueue(tx, { name: 'send-text', payload: { messageId: row.id }, options: { delaySeconds } })
	return row.id
}
