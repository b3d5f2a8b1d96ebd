import { mergeMetadata } from '#domain/auth/user-metadata.ts'
import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { alreadyTaken, withUniqueAddress } from '#server/services/identity/accounts/account-address.ts'
import { markAddressVerified } from '#server/services/identity/accounts/mark-address-verified.ts'
import { readMetadata, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { sendCodeSms } from '#server/services/identity/codes/send-code-sms.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

async function requireFree(tx: Tx, phone: string, userId: string): Promise<void> {
	const other = await tx.selectFrom('auth.users').select('id').where('phone', '=', phone).where('id', '!=', userId).executeTakeFirst()
	if (other) throw alreadyTaken('phone')
}

/**
 * Sends a code to the new number; the account keeps its number until the code is entered. Only someone with that phone learns
 * that another account has the number.
 * @throws ServiceError phone_exists (422) if the operator requires no confirmation
 */
export async function requestPhoneChange(ctx: ServiceContext, tx: Tx, { user, phone }: { user: UserRecord; phone: string }): Promise<void> {
	await tx.updateTable('auth.users').set({ new_phone: phone, updated_at: ctx.now() }).where('id', '=', user.id).execute()
	await recordAudit(ctx, tx, { action: 'phone_change_requested', outcome: 'success', userId: user.id })
	if (ctx.config.auth.phoneAutoconfirm) return confirmPhoneChange(ctx, tx, { ...user, new_phone: phone })
	return sendCodeSms(ctx, tx, { kind: 'phone_change', user, phone })
}

/**
 * Replaces the number everywhere and deletes all pending codes.
 * @throws ServiceError otp_expired (403) if no change is pending, phone_exists (422)
 */
export async function confirmPhoneChange(ctx: ServiceContext, tx: Tx, user: UserRecord): Promise<void> {
	const phone = user.new_phone
	if (!phone) throw new ServiceError('forbidden', 'otp_expired', 'Token has expired or is invalid')
	await requireFree(tx, phone, user.id)
	const proven = { phone, phone_verified: true }
	await withUniqueAddress(() =>
		tx
			.updateTable('auth.users')
			.set({
				phone,
				phone_confirmed_at: ctx.now(),
				new_phone: null,
				raw_user_meta_data: JSON.stringify(mergeMetadata(readMetadata(user.raw_user_meta_data), proven)),
				updated_at: ctx.now(),
			})
			.where('id', '=', user.id)
			.execute(),
	)
	await markAddressVerified(ctx, tx, { user, provider: 'phone', claims: { sub: user.id, ...proven, email_verified: false } })
	await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', user.id).execute()
	await recordAudit(ctx, tx, { action: 'phone_changed', outcome: 'success', userId: user.id })
}
