import { nextWakingTime } from '#domain/sms/quiet-hours.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { NotificationKind, Recipient } from './may-notify.ts'

export type QueuedSms = {
	kind: NotificationKind
	/** Text of the SMS; null if it's composed when the SMS is sent. */
	body: string | null
	/** At most one message is created per key. */
	dedupeKey: string
	/** Earliest send time in Unix milliseconds; quiet hours may delay it further. */
	notBeforeMs: number
}

/**
 * Queues an SMS in the caller's transaction, sent between 8:00 and 21:00 in the number's time zone.
 * @returns the message's ID; null if there is one with this key already, or no suitable time
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
