import type { UpdateUserBody } from '#contracts/auth.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { claimMail, claimSms } from '#server/services/identity/accounts/address-limits.ts'
import { mergeValidMetadata } from '#server/services/identity/accounts/check-input.ts'
import { invalidateCodes } from '#server/services/identity/accounts/one-time-token.ts'
import { lockUser, readMetadata, requireUser, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { endOtherSessions } from '#server/services/identity/sessions/end-sessions.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { auditFailure, recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { checkUserChange } from './check-user-change.ts'
import { requestEmailChange, requestPhoneChange } from './contact-change.ts'

export type UpdateUserInput = UpdateUserBody & { redirectTo: string | null }

/** Saves a new password. Ends all other sessions and anything someone else may have requested, such as pending codes. */
async function savePassword(ctx: ServiceContext, tx: Tx, { caller, hash }: { caller: SignedIn; hash: string }): Promise<void> {
	await tx
		.updateTable('auth.users')
		.set({ encrypted_password: hash, new_email: null, new_phone: null, updated_at: ctx.now() })
		.where('id', '=', caller.userId)
		.execute()
	await invalidateCodes(tx, caller.userId)
	await endOtherSessions(tx, caller.userId, caller.sessionId)
	await recordAudit(ctx, tx, { action: 'user_updated_password', outcome: 'success', userId: caller.userId })
}

async function saveChange(ctx: ServiceContext, { caller, input }: { caller: SignedIn; input: UpdateUserInput }): Promise<UserRecord> {
	const change = await checkUserChange(ctx, { caller, user: await requireUser(ctx.db, caller.userId), input })

	return inTransaction(ctx.db, async (tx) => {
		await lockUser(tx, caller.userId)
		const user = await requireUser(tx, caller.userId)
		if (change.metadata) {
			const merged = mergeValidMetadata(readMetadata(user.raw_user_meta_data), change.metadata)
			await tx
				.updateTable('auth.users')
				.set({ raw_user_meta_data: JSON.stringify(merged), updated_at: ctx.now() })
				.where('id', '=', user.id)
				.execute()
			await recordAudit(ctx, tx, { action: 'user_modified', outcome: 'success', userId: user.id })
		}
		if (change.passwordHash) await savePassword(ctx, tx, { caller, hash: change.passwordHash })
		if (change.address && change.addressHash) {
			await claimMail(ctx, tx, change.addressHash)
			await requestEmailChange(ctx, tx, { user, address: change.address, redirectTo: input.redirectTo, challenge: change.challenge })
		}
		if (change.phone && change.phoneHash) {
			if (!ctx.config.auth.phoneAutoconfirm) await claimSms(ctx, tx, change.phoneHash)
			await requestPhoneChange(ctx, tx, { user: await requireUser(tx, user.id), phone: change.phone })
		}
		return requireUser(tx, user.id)
	})
}

/**
 * Updates the account. Metadata and password change immediately, an email address or phone number once it's confirmed.
 * @throws ServiceError insufficient_aal (401), weak_password, same_password, reauthentication_not_valid, user_sso_managed,
 * phone_exists, sms_send_failed (422), not_admin (403), reauthentication_needed, validation_failed, phone_provider_disabled
 * (400), over_email_send_rate_limit, over_sms_send_rate_limit, sms_country_paused (429)
 */
export async function updateUser(ctx: ServiceContext, caller: SignedIn, input: UpdateUserInput): Promise<UserRecord> {
	return auditFailure(ctx, { action: 'user_modified', userId: caller.userId }, () => saveChange(ctx, { caller, input }))
}
