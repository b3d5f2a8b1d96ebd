import { inTransaction } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lockUser, requireUser } from '#server/services/identity/accounts/user-record.ts'
import { sendCodeMail } from '#server/services/identity/codes/send-code.ts'
import { isOpen } from '#server/services/learning/entitlements/entitlements.ts'

/** Minimum time between two invitations, so that repeating a bulk action emails each learner once. */
const PAUSE_MS = 10 * 60_000

/**
 * Resends the invitation to a learner who hasn't signed in yet, and lists the access that is waiting for them. Earlier links stop
 * working.
 * @returns false if they were never invited, have signed in by now, or were emailed a moment ago
 */
export const resendInvitation = (ctx: ServiceContext, userId: string): Promise<boolean> =>
	inTransaction(ctx.db, async (tx) => {
		await lockUser(tx, userId)
		const user = await requireUser(tx, userId)
		const sentAt = Math.max(user.invited_at?.getTime() ?? 0, user.confirmation_sent_at?.getTime() ?? 0)
		if (user.email === null || user.email_confirmed_at !== null || user.invited_at === null) return false
		if (sentAt > ctx.now().getTime() - PAUSE_MS) return false
		const waiting = await tx
			.selectFrom('entitlements')
			.innerJoin('orders', 'orders.id', 'entitlements.order_id')
			.select('orders.product_name')
			.distinct()
			.where(isOpen)
			.where('entitlements.email', '=', user.email)
			.where('entitlements.user_id', 'is', null)
			.orderBy('orders.product_name')
			.execute()
		await sendCodeMail(ctx, tx, {
			mail: 'auth.invite',
			user,
			address: user.email,
			redirectTo: null,
			challenge: null,
			// The address was never confirmed, so someone else may have set the password.
			dropsPassword: user.encrypted_password !== null,
			profile: 'as before',
			opens: waiting.map(({ product_name: product }) => product),
		})
		return true
	})
