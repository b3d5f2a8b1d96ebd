import { checkPhone } from '#domain/sms/phone-rules.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { hasConsent } from './consents.ts'
import { findBlock } from './sms-blocks.ts'

export type NotificationKind = 'course_progress' | 'payment_confirmation'

export type Recipient = { userId: string; phone: string; country: string }
export type Suppression = 'sms-off' | 'no-verified-number' | 'preference-off' | 'no-consent' | 'opted-out' | 'number-refused'

const PREFERENCE = { course_progress: 'course_progress_notifications', payment_confirmation: 'payment_notifications' } as const

/** True if the learner wants and may get an SMS of this kind. Checked when a message is queued and again when it is sent. */
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
	if (!(await hasConsent(db, { userId, phone: facts.e164 }))) return { ok: false, why: 'no-consent' }
	if ((await findBlock(ctx, db, { phone: facts.e164, stream: 'notifications' })) !== null) return { ok: false, why: 'opted-out' }
	return { ok: true, to: { userId, phone: facts.e164, country: facts.country } }
}
