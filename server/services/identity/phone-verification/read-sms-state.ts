import type { SmsState } from '#contracts/sms.ts'
import { codeLockMs } from '#domain/sms/code-attempts.ts'
import { RESEND_SECONDS } from '#domain/sms/send-limits.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findBlock, hasSmsConsent } from '#server/services/messaging/sms/consents.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'

const secondsUntil = (time: Date | null | undefined, now: Date): number =>
	time ? Math.max(0, Math.ceil((time.getTime() - now.getTime()) / 1000)) : 0

/** Returns SMS data for the settings page that isn't in the learner's own row. */
export async function readSmsState(ctx: ServiceContext): Promise<SmsState> {
	const userId = requireLearnerId(ctx)
	await prepareKeys(ctx)
	const settings = await ctx.db
		.selectFrom('user_sms_settings')
		.select(['phone_number', 'verified'])
		.where('user_id', '=', userId)
		.executeTakeFirst()
	const live = await ctx.db
		.selectFrom('sms_codes as code')
		.innerJoin('sms_messages as message', 'message.id', 'code.message_id')
		.select(['code.phone', 'code.code_hash', 'code.expires_at', 'code.locked_until', 'message.created_at'])
		.where('code.user_id', '=', userId)
		.where('purpose', '=', 'phone_verification')
		.executeTakeFirst()
	const phone = settings?.verified === true ? settings.phone_number : null
	const isOptedOut = async (stream: 'codes' | 'notifications') =>
		phone !== null && (await findBlock(ctx, ctx.db, { phone, stream })) !== null
	const isWaiting = live !== undefined && live.code_hash !== null && live.expires_at > ctx.now()
	return {
		hasConsent: phone !== null && (await hasSmsConsent(ctx.db, { userId, phone })),
		isAvailable: ctx.config.sms.mode !== 'off',
		optedOut: { codes: await isOptedOut('codes'), notifications: await isOptedOut('notifications') },
		pendingPhone: isWaiting ? live.phone : null,
		resendSeconds: isWaiting ? secondsUntil(new Date(live.created_at.getTime() + RESEND_SECONDS * 1000), ctx.now()) : 0,
		lockedSeconds: Math.ceil(codeLockMs(live?.locked_until, ctx.now()) / 1000),
	}
}
