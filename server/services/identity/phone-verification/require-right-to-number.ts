import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireFreshChange } from '#server/services/identity/sessions/fresh-proof.ts'
import { refuseSms } from '#server/services/messaging/sms/sms-refusal.ts'

type Wish = { userId: string; phone: string; purpose: 'phone_verification' | 'two_factor_auth' }

/**
 * Checks that the learner may request a code for a number. Second-factor codes only go to the learner's verified number. While
 * that number is a second factor, only a session that has used it may replace it (NIST SP 800-63B-4: changing the number binds a
 * new authenticator).
 * @throws ServiceError `phone_not_verified` (422), `insufficient_aal` (403), `reauthentication_needed` (400)
 */
export async function requireRightToNumber(ctx: ServiceContext, { userId, phone, purpose }: Wish): Promise<void> {
	const settings = await ctx.db.selectFrom('user_sms_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
	const isOwn = settings?.verified === true && settings.phone_number === phone
	if (purpose === 'two_factor_auth') {
		if (!isOwn) throw refuseSms('phone_not_verified', 'Verify this phone number in your settings first.')
		return
	}
	if (!isOwn && ctx.actor.type === 'learner') await requireFreshChange(ctx, ctx.db, ctx.actor)
	const isSecondFactor = settings?.verified === true && settings.two_factor_enabled
	if (isSecondFactor && !isOwn && ctx.actor.type === 'learner' && ctx.actor.aal !== 'aal2')
		throw new ServiceError('forbidden', 'insufficient_aal', 'Confirm your second factor before you change the number.')
}
