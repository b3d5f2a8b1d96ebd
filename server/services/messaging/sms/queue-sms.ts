import { checkPhone } from '#domain/sms/phone-rules.ts'
import { nextWakingTime } from '#domain/sms/quiet-hours.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { findBlock, hasSmsConsent } from './consents.ts'

export type NotificationKind = 'course_progress' | 'payment_confirmation'

export type Recipient = { userId: string; phone: string; country: string }
export type Suppression = 'sms-off' | 'no-verified-number' | 'preference-off' | 'no-consent' | 'opted-out' | 'number-refused'

const PREFERENCE = { course_progress: 'course_progress_notifications', payment_confirmation: 'payment_notifications' } as const

/**
 * Returns the learner as recipient, or why they must not get an SMS of this kind. Checked when a message is queued and again when it is
 * sent.
 */
export async function mayNotify(
	ctx: ServiceContext,
	db: Db | Tx,
	{ userId, kind }: { userId: string; kind: NotificationKind },
): Promise<{ ok: true; to: Recipient } | { ok: false; why: Suppression }> {
	if (ctx.config.sms.mode === 'off') return { ok: false, why: 'sms-off' }
	const settings = await db.selectFrom('user_sms_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
	if (!settings?.verified || settings.phone_number === null) return { ok: false, why: 'no-verified-number' }
	if (!settings[PREFERENCE[kind]]) return { ok: false, why: 'preference-off' }
	const facts = await ctx.phones.read(settings.phone_number)
	if (facts?.country == null || !checkPhone(facts, ctx.config.sms.countries).ok) return { ok: false, why: 'number-refused' }
	if (!(await hasSmsConsent(db, { userId, phone: facts.e164 }))) return { ok: false, why: 'no-consent' }
	if ((await findBlock(ctx, db, { phone: facts.e164, stream: 'notifications' })) !== null) return { ok: false, why: 'opted-out' }
	return { ok: true, to: { userId, phone: facts.e164, country: facts.country } }
}

export type QueuedSms = {
	kind: NotificationKind
	/** Text of the SMS; null if it's composed when the SMS is sent. */
	body: string | null
	/** At most one message is created per key. */
	dedupeKey: string
	/** Earliest send time, in milliseconds since 1970; quiet hours may delay it further. */
	notBeforeMs: number
}

/**
 * Queues an SMS in the caller's transaction, sent between 8:00 and 21:00 in the number's time zone.
 * @returns the message's ID; null if there is one with this key already, or no suitable time
 */
export async function queueSms(ctx: ServiceContext, tx: Tx, { to, text }: { to: Recipient; text: QueuedSms }): Promise<string | null> {
	const sendAtMs = nextWakingTime({ e164: to.phone, country: to.country }, text.notBeforeMs)
	if (sendAtMs === null) return null
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
	const delaySeconds = Math.max(0, Math.ceil((sendAtMs - now.getTime()) / 1000))
	await ctx.jobs.enqueue(tx, { name: 'send-text', payload: { messageId: row.id }, options: { delaySeconds } })
	return row.id
}
